/** The tab with the rules in plain words. */

import { el, fill } from "./dom.ts";
import { failure } from "./failure.ts";
import type { Shared, Tab } from "./state.ts";

interface Section {
    title: string;
    lines: string[];
}

interface Card {
    title: string;
    summary: string;
    rules: Section[];
    procedure: Section[];
}

const SECONDS = 20;

export class RulesTab implements Tab {
    readonly id = "rules";
    readonly title = "Rules";
    readonly hasSettings = false;
    readonly panel = el("div", { class: "rules" });
    private text = "";

    constructor(private shared: Shared) {}

    update(): void {
        const text = this.shared.text();
        if (!this.shared.facts() || text === this.text) return;
        this.shared.remember();
        this.shared.quick
            .ask<Card>("card", { text }, { seconds: SECONDS })
            .then((found) => {
                this.text = text;
                this.show(found);
            })
            .catch((error: unknown) => fill(this.panel, failure(error)));
    }

    private show(found: Card): void {
        const section = (each: Section): HTMLElement => {
            const margin = Math.min(...each.lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
            const lines = each.lines.map((line) => line.slice(margin)).join("\n");
            return el("section", {}, el("h3", {}, each.title), el("pre", { role: "region", tabindex: 0, "aria-label": each.title }, lines));
        };
        fill(
            this.panel,
            el("h2", {}, found.title),
            found.summary ? el("p", {}, found.summary) : null,
            ...found.rules.map(section),
            el("details", {}, el("summary", {}, "The steps of a game"), ...found.procedure.map(section)),
        );
    }
}
