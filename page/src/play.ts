/** The tab with a table to play at, with the mouse or the keyboard. */

import { card } from "./cards.ts";
import { button, el, fill } from "./dom.ts";
import { failure } from "./failure.ts";
import { game, type Shared, type Tab } from "./state.ts";

interface Hand {
    cards: string[];
    total: number | null;
    is_soft: boolean | null;
    wager: string;
    is_doubled: boolean;
    insured: string;
    state: string;
    paid: string;
    is_asked: boolean;
}

interface Person {
    name: string;
    bankroll: string;
    hands: Hand[];
    acts: boolean;
}

interface Option {
    action: string;
    label: string;
    words: string[];
}

interface Table {
    kind: string;
    is_over: boolean;
    is_settled: boolean;
    actor: string | null;
    hand: number;
    round: number;
    cards_left: number;
    prompt: string;
    dealer: Person;
    players: Person[];
    secrets: string[];
    options: Option[];
    wager: { least: string; most: string; step: number } | null;
    refused: { action: string; why: string }[];
    transcript: string;
}

interface Hint {
    hand: string;
    values: { action: string; label: string; value: number }[];
    is_exact: boolean;
    fresh: boolean;
    alone: boolean;
}

const SECONDS = 20;
const VALUED = ["action", "insurance", "surrender"];

export const percent = (value: number, digits = 2): string => `${value > 0 ? "+" : ""}${(100 * value).toFixed(digits)}%`;

export class PlayTab implements Tab {
    readonly id = "play";
    readonly title = "Play";
    readonly hasSettings = true;
    readonly isPlayed = true;
    readonly panel = el("div", { class: "play" });
    actions: string[] = [];
    private table: Table | undefined;
    private game = "";
    private lastWager = "";
    private asked = 0;
    private felt = el("div", { class: "felt", role: "group", "aria-label": "The table" });
    private question = el("p", { class: "question", role: "status" });
    private controls = el("div", { class: "controls", role: "group", "aria-label": "Your decision" });
    private advice = el("div", { class: "advice", "aria-live": "polite" });
    private log = el("pre", { class: "transcript log", role: "log", tabindex: 0, "aria-label": "What has happened" });

    constructor(private shared: Shared) {
        const tools = el(
            "div",
            { class: "tools" },
            button("New game", () => this.begin(), { title: "Key: N" }),
            button("Take back", () => this.takeBack(), { title: "Key: U" }),
            button("Hint", () => this.hint(), { title: "Key: ?" }),
        );
        this.panel.append(this.felt, this.question, this.controls, tools, this.advice, this.log);
    }

    /** Request the table after the actions of the player. A different game begins without actions. */
    update(): void {
        if (!this.shared.facts()) return;
        const asked = ++this.asked;
        const parameters = game(this.shared);
        const key = JSON.stringify(parameters);
        if (this.game && this.game !== key) this.actions = [];
        this.game = key;
        this.shared.remember();
        this.shared.quick
            .ask<Table>("play", { ...parameters, actions: this.actions }, { seconds: SECONDS })
            .then((table) => {
                if (asked === this.asked) this.show(table);
            })
            .catch((error: unknown) => {
                if (asked !== this.asked) return;
                this.table = undefined;
                const hasActions = this.actions.length > 0;
                fill(this.controls, hasActions ? button("Take back the last action", () => this.takeBack()) : null);
                fill(this.question);
                fill(this.advice, failure(error));
            });
    }

    begin(): void {
        this.actions = [];
        this.shared.settings.seed = (this.shared.settings.seed + 1) % 2 ** 32;
        this.update();
    }

    takeBack(): void {
        this.actions = this.actions.slice(0, -1);
        this.update();
    }

    key(event: KeyboardEvent): boolean {
        const key = event.key.toLowerCase();
        const option = this.table?.options.find((each) => keyOf(each) === key);
        if (option) this.take(option.action);
        else if (key === "?") this.hint();
        else if (key === "u") this.takeBack();
        else if (key === "n") this.begin();
        else return false;
        return true;
    }

    private take(action: string): void {
        if (this.table?.kind === "wager" && /\d/.test(action)) this.lastWager = action;
        this.actions = [...this.actions, action];
        this.table = undefined; // until the next table arrives, keys do nothing
        this.controls.querySelectorAll("button").forEach((each) => (each.disabled = true));
        this.update();
    }

    private show(table: Table): void {
        this.table = table;
        fill(this.advice);
        fill(this.felt, this.person(table.dealer, true), ...table.players.map((each) => this.person(each, false)));
        if (table.secrets.length) this.felt.append(el("p", { class: "secrets" }, "Only you see ", ...table.secrets.map(card)));
        const facts = [table.round ? `round ${table.round}` : "", table.hand ? `hand ${table.hand}${table.is_settled ? " is over" : ""}` : "", table.cards_left ? `${table.cards_left} cards left` : ""];
        this.felt.append(el("p", { class: "facts" }, facts.filter(Boolean).join(" · ")));
        this.question.textContent = table.is_over ? "The game is over." : promptOf(table);
        fill(this.controls, ...this.decide(table));
        this.log.textContent = table.transcript;
        this.log.scrollTop = this.log.scrollHeight;
        const first = this.controls.querySelector<HTMLElement>("input, button");
        const { activeElement } = document;
        if (activeElement === document.body || this.panel.contains(activeElement)) first?.focus({ preventScroll: true });
    }

    private decide(table: Table): (HTMLElement | null)[] {
        if (table.is_over) return [button("New game", () => this.begin(), { class: "primary" })];
        const options = table.options.map((option) => {
            const key = keyOf(option);
            return button(option.label, () => this.take(option.action), {
                class: table.wager ? "" : "primary",
                ...(key ? { "aria-keyshortcuts": key, "data-key": key } : {}),
            });
        });
        const refused = table.refused.length
            ? el(
                  "ul",
                  { class: "refused", "aria-label": "Not allowed now" },
                  ...table.refused.map((each) => el("li", {}, el("span", {}, each.action), ` ${each.why}`)),
              )
            : null;
        return [...this.wager(table), ...options, refused];
    }

    private wager(table: Table): HTMLElement[] {
        const { wager } = table;
        if (!wager) return [];
        const last = Number(this.lastWager);
        const usual = Number(wager.least) <= last && last <= Number(wager.most) ? this.lastWager : wager.least;
        const input = el("input", { type: "number", min: wager.least, max: wager.most, step: wager.step, value: usual, "aria-label": "Wager" });
        const bet = (): void => {
            if (input.value && input.reportValidity()) this.take(String(Number(input.value)));
        };
        const form = el("form", { class: "wager", onsubmit: (event: Event) => (event.preventDefault(), bet()) }, input);
        form.append(el("button", { type: "submit", class: "primary" }, "Bet"));
        return [form];
    }

    private person(person: Person, isDealer: boolean): HTMLElement {
        const hands = person.hands.map((hand) => {
            const facts = [
                hand.total !== null && hand.cards.length ? `${hand.is_soft ? "soft " : ""}${hand.total}` : "",
                hand.wager ? `wager ${hand.wager}${hand.is_doubled ? ", doubled" : ""}` : "",
                hand.insured ? `insured for ${hand.insured}` : "",
                !hand.paid && hand.state === "bust" ? "bust" : "",
            ];
            const result = hand.paid && hand.cards.length ? el("strong", { class: "paid" }, resultOf(hand.paid)) : null;
            const name = hand.is_asked ? "hand asked" : "hand";
            return el(
                "div",
                { class: name, ...(hand.is_asked ? { "aria-current": "true" } : {}) },
                el("div", { class: "cards" }, ...hand.cards.map(card)),
                el("p", {}, facts.filter(Boolean).join(" · "), result),
            );
        });
        const money = isDealer ? "" : ` · ${person.bankroll}`;
        return el(
            "section",
            { class: `person${isDealer ? " dealer" : ""}${person.acts ? " acts" : ""}`, "aria-label": person.name },
            el("h2", {}, el("bdi", {}, person.name), el("span", { class: "money" }, money)),
            el("div", { class: "hands" }, ...hands),
        );
    }

    private hint(): void {
        if (!this.table || !VALUED.includes(this.table.kind)) {
            fill(this.advice, el("p", { class: "help" }, "Hints are for decisions about a hand."));
            return;
        }
        const asked = this.asked;
        const { heavy } = this.shared;
        fill(this.advice, el("p", {}, "Computing the exact values … ", button("Stop", () => heavy.stop())));
        heavy
            .ask<Hint>("hint", { ...game(this.shared), actions: this.actions })
            .then((found) => {
                if (asked === this.asked) this.advise(found);
            })
            .catch((error: unknown) => {
                if (asked === this.asked) fill(this.advice, failure(error));
            });
    }

    private advise(found: Hint): void {
        const facts = ["value per wager", found.fresh ? "from a fresh shoe" : "", found.alone ? "without the other hands" : "", found.is_exact ? "exact" : "approximate"];
        const rows = found.values.map((each, place) =>
            el("tr", place ? {} : { class: "best" }, el("th", { scope: "row" }, each.label), el("td", {}, percent(each.value))),
        );
        fill(
            this.advice,
            el("table", { class: "values" }, el("caption", {}, `${found.hand}: ${facts.filter(Boolean).join(", ")}`), el("tbody", {}, ...rows)),
        );
    }
}

/** The prompt. If several persons play and it does not contain the name of the person to act, the name is added. */
function promptOf({ prompt, actor, players }: Table): string {
    const words = prompt.trim();
    return actor && players.length > 1 && !words.includes(actor) ? `${actor}: ${words}` : words;
}

function resultOf(paid: string): string {
    if (paid.startsWith("-")) return `lost ${paid.slice(1)}`;
    return Number(paid) ? `won ${paid}` : "push";
}

function keyOf(option: Option): string {
    const word = option.words[0]?.toLowerCase() ?? "";
    return [...word].length === 1 ? word : "";
}
