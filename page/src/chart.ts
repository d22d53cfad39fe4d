/** The tab with the best play as a chart, and the values of actions in a cell. */

import { RefusedError } from "./client.ts";
import { button, download, el, fill } from "./dom.ts";
import { failure } from "./failure.ts";
import { Outdated } from "./outdated.ts";
import { percent } from "./play.ts";
import { game, type Shared, type Tab } from "./state.ts";

interface Play {
    hand: string;
    upcard: string;
    code: string;
    chance: number;
    margin: number;
}

interface Solution {
    title: string;
    shoe: string;
    by_totals: number;
    by_composition: number;
    columns: string[];
    plays: Play[];
    method: string;
    strategy: string;
}

/** The parameters that a chart depends on. The seed does not matter. */
interface Question {
    text: string;
    arguments: string;
    fresh: boolean;
}

interface Values {
    hand: string;
    upcard: string;
    values: { action: string; value: number }[];
}

const KINDS = ["hard", "soft", "pair"];
const kindOf = (play: Play): number => (KINDS.indexOf(play.hand.split(" ")[0] ?? "") + 4) % 4;

const WORDS: Record<string, string> = { H: "hit", S: "stand", D: "double", P: "split", R: "surrender" };

export class ChartTab implements Tab {
    readonly id = "chart";
    readonly title = "Chart";
    readonly isPlayed = true;
    readonly hasSettings = true;
    readonly isHeavy = true;
    readonly panel = el("div", { class: "chart" });
    private output = el("div");
    private cell = el("div", { class: "advice", "aria-live": "polite" });
    private fresh = el("input", { type: "checkbox" });
    private outdated = new Outdated();

    constructor(private shared: Shared) {
        const tools = el(
            "div",
            { class: "tools" },
            button("Find the best play", () => this.solve(), { class: "primary" }),
            el("label", { class: "check" }, this.fresh, "Deal every hand from a fresh shoe"),
        );
        this.fresh.addEventListener("change", () => this.update());
        fill(this.output, el("p", { class: "help" }, "bj finds the play with the highest exact value, if one player sits at the table."));
        this.panel.append(tools, this.outdated.note, this.output, this.cell);
    }

    update(): void {
        this.shared.remember();
        this.outdated.compare(this.question());
    }

    private question(): Question {
        const { text, arguments: words } = game(this.shared);
        return { text, arguments: words, fresh: this.fresh.checked };
    }

    private solve(): void {
        if (!this.shared.facts()) return;
        const { heavy } = this.shared;
        const said = el("span", {}, "Computing … ");
        const question = this.question();
        this.outdated.begin(question);
        fill(this.cell);
        fill(this.output, el("p", { role: "status" }, said, button("Stop", () => heavy.stop())));
        heavy
            .ask<{ report: string; result: Solution }>(
                "solve",
                question,
                { progress: (told) => (said.textContent = `${(told.calls ?? 0).toLocaleString("en")} cards and decisions played … `) },
            )
            .then((found) => this.show(found.result, found.report, question))
            .catch((error: unknown) => {
                const needsFresh = error instanceof RefusedError && error.refusal.remedy.includes("--fresh");
                if (needsFresh && !this.fresh.checked) {
                    this.fresh.checked = true;
                    this.solve();
                } else fill(this.output, failure(error));
            });
    }

    private show(found: Solution, report: string, question: Question): void {
        const head = el("tr", {}, el("td"), ...found.columns.map((upcard) => el("th", { scope: "col" }, upcard)));
        const cells = new Map<string, Map<string, Play>>();
        for (const play of [...found.plays].sort((one, other) => kindOf(one) - kindOf(other)))
            cells.set(play.hand, (cells.get(play.hand) ?? new Map<string, Play>()).set(play.upcard, play));
        const rows = [...cells].map(([hand, plays]) =>
            el(
                "tr",
                {},
                el("th", { scope: "row" }, hand),
                ...found.columns.map((upcard) => {
                    const code = plays.get(upcard)?.code;
                    if (!code) return el("td");
                    const says = `${hand} against ${upcard}: ${WORDS[code[0] ?? ""] ?? code}`;
                    const act = (): void => this.explain({ ...question, hand, upcard });
                    return el("td", {}, button(code, act, { class: `code-${code[0]}`, "aria-label": says, title: says }));
                }),
            ),
        );
        fill(
            this.output,
            el("p", {}, el("strong", {}, percent(found.by_totals, 4)), ` per initial wager with this chart, exact, from ${found.shoe}. `, `Best play by the cards of each hand: ${percent(found.by_composition, 4)}.`),
            el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Chart" }, el("table", { class: "best" }, el("caption", {}, "Best play: a row for each hand, a column for each upcard. Choose a cell for its values. H hits, S stands, D doubles, P splits, R surrenders; a small letter follows where that is not allowed."), el("thead", {}, head), el("tbody", {}, ...rows))),
            el("div", { class: "tools" }, button("Save as a ruleset", () => download("best-play.toml", found.strategy)), button("Save the report", () => download("best-play.txt", report))),
        );
    }

    private explain(cell: Question & { hand: string; upcard: string }): void {
        const { heavy } = this.shared;
        const { hand, upcard } = cell;
        fill(this.cell, el("p", {}, `${hand} against ${upcard} … `, button("Stop", () => heavy.stop())));
        heavy
            .ask<Values[]>("cell", cell)
            .then((found) => {
                const names = [...new Set(found.flatMap((each) => each.values.map((one) => one.action)))];
                const rows = found.map((each) => {
                    const values = new Map(each.values.map((one) => [one.action, one.value]));
                    const best = each.values[0]?.action;
                    const cells = names.map((name) => {
                        const value = values.get(name);
                        return el("td", name === best ? { class: "best" } : {}, value === undefined ? "–" : percent(value));
                    });
                    return el("tr", {}, el("th", { scope: "row" }, each.hand), ...cells);
                });
                const head = el("tr", {}, el("td"), ...names.map((name) => el("th", { scope: "col" }, name)));
                fill(this.cell, el("table", { class: "values" }, el("caption", {}, `${hand} against ${upcard}: value of each action per wager, best play after it`), el("thead", {}, head), el("tbody", {}, ...rows)));
            })
            .catch((error: unknown) => fill(this.cell, failure(error)));
    }
}
