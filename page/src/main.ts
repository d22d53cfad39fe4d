/** The page: the editor on the left, tabs on the right. */

import { readAddress, writeAddress, type Address } from "./address.ts";
import { ChartTab } from "./chart.ts";
import { Client } from "./client.ts";
import { button, download, el, fill, later } from "./dom.ts";
import { Editor, type Finding } from "./editor.ts";
import { CasesTab, VerifyTab } from "./judging.ts";
import { PlayTab } from "./play.ts";
import { RulesTab } from "./rules.ts";
import { Settings, type RulesetFacts } from "./settings.ts";
import { Picker, fromShelf, type Draft } from "./shelf.ts";
import { SimulateTab } from "./simulate.ts";
import type { Shared, Tab } from "./state.ts";
import { TranscriptTab } from "./transcript.ts";

const DRAFT = "bj.draft";
const THEME = "bj.theme";
const LARGEST = 250_000; // characters: the limit of bj
const CHECK_SECONDS = 20;

function keep(key: string, value: string): void {
    try {
        localStorage.setItem(key, value);
    } catch {
        // if there is no storage, or it is full, no draft is kept
    }
}

function kept(key: string): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

class Page implements Shared {
    settings = new Settings(() => this.update());
    quick = new Client((stage) => this.stage(stage));
    heavy = new Client();
    private editor: Editor;
    private tabs: Tab[];
    private current: Tab;
    private ruleset: RulesetFacts | undefined;
    private from: string;
    private words = { played: "", watched: "" };
    private wanted: Address;
    private isFirst = true;
    private status = el("div", { class: "status", role: "status" });
    private main = el("main");
    private transcripts: TranscriptTab;
    private table: PlayTab;
    private picker: Picker;

    constructor(address: Address) {
        this.quick.begin(); // while the page is built
        this.wanted = address;
        const start = this.start(address);
        this.from = start.origin;
        this.transcripts = new TranscriptTab(this);
        this.table = new PlayTab(this);
        if (address.answers) this.transcripts.answers = address.answers;
        if (address.actions) this.table.actions = address.actions;
        this.settings.rounds = address.rounds ?? 0;
        this.tabs = [this.transcripts, this.table, new RulesTab(this), new ChartTab(this), new SimulateTab(this), new CasesTab(this), new VerifyTab(this)];
        this.current = this.tabs.find((each) => each.id === address.tab) ?? this.transcripts;
        this.editor = new Editor(start.text, (method, parameters) => this.quick.ask(method, parameters, { seconds: CHECK_SECONDS }), () => this.changed());
        this.picker = new Picker(start.origin, () => ({ text: this.text(), origin: this.from }), ({ text, origin }) => this.open(text, origin));
        this.build();
        this.choose(this.current, false);
        if (address.broken) this.main.before(el("p", { class: "failure", role: "alert" }, address.broken));
        document.addEventListener("keydown", (event) => this.key(event));
        window.addEventListener("hashchange", () => this.visit());
        void this.check();
    }

    text = (): string => this.editor.text;
    origin = (): string => this.from;
    facts = (): RulesetFacts | undefined => this.ruleset;

    open = (text: string, origin: string): void => {
        this.from = origin;
        this.picker.origin = origin;
        this.words = { played: "", watched: "" };
        this.isFirst = true;
        this.wanted = {};
        this.table.actions = [];
        this.transcripts.answers = [];
        this.editor.text = text.slice(0, 2 * LARGEST);
    };

    remember = later(() => void this.write(), 200);

    private start(address: Address): Draft {
        const shipped = fromShelf(address.ruleset);
        if (address.text !== undefined) return { text: address.text, origin: shipped.origin };
        if (shipped.origin) return shipped;
        if (address.ruleset) address.broken ??= `No shipped ruleset is called ${address.ruleset}.`;
        try {
            const draft = JSON.parse(kept(DRAFT) ?? "null") as Draft | null;
            if (draft && typeof draft.text === "string") return { text: draft.text, origin: String(draft.origin) };
        } catch {
            // a damaged draft is ignored
        }
        return fromShelf();
    }

    /** Write the state into the address. Returns whether it is short enough. */
    private async write(): Promise<boolean> {
        const text = this.text();
        if (text.length > LARGEST) return false;
        const { settings, current } = this;
        const address: Address = { tab: current.id };
        if (this.from) address.ruleset = this.from;
        if (!this.from || fromShelf(this.from).text !== text) address.text = text;
        if (this.ruleset && current.hasSettings) {
            address.arguments = settings.words;
            address.seed = settings.seed;
            if (this.ruleset.asks_again) address.rounds = settings.rounds;
        }
        if (current === this.transcripts) address.answers = this.transcripts.answers;
        if (current === this.table) address.actions = this.table.actions;
        const hash = await writeAddress(address);
        if (hash !== location.hash) history.replaceState(null, "", hash);
        keep(DRAFT, JSON.stringify({ text, origin: this.from }));
        return true;
    }

    /** Load the page again after a different address was typed or pasted. */
    private visit(): void {
        location.reload();
    }

    private stage(words: string): void {
        fill(this.status, ...(words ? [el("progress", { "aria-label": "Loading" }), el("span", {}, `${words} …`)] : []));
    }

    private changed = later(() => {
        this.remember();
        void this.check();
    }, 150);

    private isChecking = false;

    private async check(): Promise<void> {
        if (this.isChecking) return;
        const text = this.text();
        this.isChecking = true;
        try {
            if (text.length > LARGEST) {
                this.ruleset = undefined;
                this.editor.say(`This text is larger than ${LARGEST.toLocaleString("en")} characters; a ruleset is a few kilobytes.`);
                return;
            }
            const start = performance.now();
            const found = await this.quick.ask<{ findings: Finding[]; ruleset?: RulesetFacts }>("check", { text }, { seconds: CHECK_SECONDS });
            performance.measure("check", { start });
            if (text === this.text()) this.take(text, found.findings, found.ruleset);
        } catch (error) {
            this.ruleset = undefined;
            this.editor.say(String(error instanceof Error ? error.message : error));
        } finally {
            this.isChecking = false;
            this.main.removeAttribute("data-new");
            if (text !== this.text()) void this.check();
        }
    }

    private take(text: string, findings: Finding[], facts?: RulesetFacts): void {
        this.editor.mark(text, findings, () => void this.fix());
        this.ruleset = facts;
        this.main.toggleAttribute("data-faulty", !facts);
        if (!facts) return;
        document.title = `${facts.title} – bj playground`;
        if (this.isFirst) {
            this.isFirst = false;
            const { wanted } = this;
            const played = this.current.isPlayed ?? false;
            this.words = { played: played ? (wanted.arguments ?? "") : "", watched: (played ? undefined : wanted.arguments) ?? facts.example.arguments };
            if (!played && !wanted.answers && wanted.arguments === undefined) this.transcripts.answers = facts.example.answers;
            this.settings.seed = wanted.seed ?? (played ? (facts.seed ?? Math.floor(Math.random() * 1e6)) : facts.example.seed);
            if (wanted.rounds === undefined) this.settings.rounds = played ? 0 : facts.example.rounds;
            this.settings.show(facts, played ? this.words.played : this.words.watched);
        } else this.settings.show(facts, this.settings.words);
        this.update();
    }

    private update(): void {
        if (this.current.isHeavy) this.heavy.begin();
        this.current.update();
    }

    private async fix(): Promise<void> {
        const text = this.text();
        try {
            const found = await this.quick.ask<{ text: string }>("fix", { text }, { seconds: CHECK_SECONDS });
            if (text === this.text()) this.editor.text = found.text;
        } catch (error) {
            this.editor.say(error instanceof Error ? error.message : String(error));
        }
    }

    // --- the elements ----------------------------------------------------------------------------------

    private build(): void {
        const opener = el("input", { type: "file", accept: ".toml,text/plain", hidden: true });
        opener.addEventListener("change", () => void this.load(opener));
        const shared = button("Share", () => void this.share(shared), { title: "Copy the address: it contains the ruleset, the game and the tab" });
        const header = el(
            "header",
            {},
            el("h1", {}, "bj playground"),
            el("label", { class: "picker" }, el("span", {}, "Start from"), this.picker.element),
            button("Open", () => opener.click(), { title: "Open a ruleset file" }),
            button("Save", () => download("ruleset.toml", this.text()), { title: "Save the ruleset as a file" }),
            shared,
            button("Light / dark", () => this.toggleTheme()),
            el("span", { class: "about" }, "Change the rules on the left, play them on the right."),
            opener,
        );
        const list = el("div", { role: "tablist", "aria-label": "What to do with the ruleset" });
        const narrow = el("button", { type: "button", role: "tab", id: "tab-text", class: "narrow", "aria-controls": "panel-text", "aria-selected": "false", tabindex: -1 }, "Ruleset");
        narrow.addEventListener("click", () => this.showText(true));
        list.append(narrow);
        for (const tab of this.tabs) {
            const made = el("button", { type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}` }, tab.title);
            made.addEventListener("click", () => this.choose(tab));
            list.append(made);
            tab.panel.id = `panel-${tab.id}`;
            tab.panel.setAttribute("role", "tabpanel");
            tab.panel.setAttribute("aria-labelledby", `tab-${tab.id}`);
        }
        list.addEventListener("keydown", (event) => this.moveTab(event));
        const text = el("section", { class: "left", id: "panel-text", "aria-label": "Ruleset" }, this.editor.element);
        const faulty = el("p", { class: "faulty" }, "The ruleset has faults. Fix them, and the game goes on.");
        const right = el("section", { class: "right", "aria-label": "Game" }, list, this.status, this.settings.form, ...this.tabs.map((tab) => tab.panel), faulty);
        this.main.toggleAttribute("data-new", true);
        this.main.append(text, right);
        const theme = kept(THEME);
        if (theme) document.documentElement.dataset["theme"] = theme;
        const footer = el("footer", {}, "Nothing leaves this page. ", el("a", { href: "licences.txt" }, "Licences"));
        fill(document.body, header, this.main, footer);
    }

    private choose(tab: Tab, byPerson = true): void {
        const before = this.current;
        if (this.ruleset && byPerson && before !== tab) {
            const { words } = this.settings;
            if (before.hasSettings) this.words[before.isPlayed ? "played" : "watched"] = words;
            if (tab.hasSettings) this.settings.show(this.ruleset, this.words[tab.isPlayed ? "played" : "watched"]);
        }
        this.current = tab;
        this.showText(false);
        for (const each of this.tabs) {
            const isChosen = each === tab;
            each.panel.hidden = !isChosen;
            const made = document.getElementById(`tab-${each.id}`);
            made?.setAttribute("aria-selected", String(isChosen));
            made?.setAttribute("tabindex", isChosen ? "0" : "-1");
        }
        this.settings.form.hidden = !tab.hasSettings;
        if (byPerson) this.update();
    }

    /** Show the text in place of the tab, on screens that have room for only one of them. */
    private showText(isShown: boolean): void {
        this.main.toggleAttribute("data-text", isShown);
        document.getElementById("tab-text")?.setAttribute("aria-selected", String(isShown));
        document.getElementById("tab-text")?.setAttribute("tabindex", isShown ? "0" : "-1");
        if (isShown) document.getElementById(`tab-${this.current.id}`)?.setAttribute("aria-selected", "false");
    }

    private moveTab(event: KeyboardEvent): void {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const list = event.currentTarget as HTMLElement;
        const tabs = [...list.querySelectorAll("button")].filter((each) => each.checkVisibility());
        const before = tabs.findIndex((each) => each === event.target);
        if (!step || before < 0) return;
        const next = tabs[(before + step + tabs.length) % tabs.length] as HTMLButtonElement;
        next.click();
        next.focus();
    }

    private key(event: KeyboardEvent): void {
        const target = event.target as HTMLElement;
        const isTyping = target.closest("input, textarea, select, .code") !== null;
        if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
        if (this.current.key?.(event)) event.preventDefault();
    }

    private async load(opener: HTMLInputElement): Promise<void> {
        const file = opener.files?.[0];
        if (file) this.open(await file.slice(0, 2 * LARGEST).text(), "");
        opener.value = "";
    }

    private async share(shared: HTMLButtonElement): Promise<void> {
        const isWritten = await this.write();
        try {
            if (isWritten) await navigator.clipboard.writeText(location.href);
            shared.textContent = isWritten ? "Address copied" : "Too long to share";
        } catch {
            shared.textContent = "Copy the address above";
        }
        setTimeout(() => (shared.textContent = "Share"), 2500);
    }

    private toggleTheme(): void {
        const { dataset } = document.documentElement;
        const isDark = dataset["theme"] ? dataset["theme"] === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
        dataset["theme"] = isDark ? "light" : "dark";
        keep(THEME, dataset["theme"]);
    }
}

readAddress(location.hash)
    .then((address) => new Page(address))
    .catch((error: unknown) => fill(document.body, el("p", { class: "failure", role: "alert" }, `The page could not start: ${String(error)}`)));
