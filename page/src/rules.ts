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
const MARGIN = 2; // columns that bj leaves free on the left, but the page does not
const WIDTHS = [24, 76] as const; // the minimum and maximum number of columns

export class RulesTab implements Tab {
    readonly id = "rules";
    readonly title = "Rules";
    readonly hasSettings = false;
    readonly panel = el("div", { class: "rules" });
    private shown = "";

    constructor(private shared: Shared) {}

    update(): void {
        if (!this.shared.facts()) return;
        const parameters = { text: this.shared.text(), width: this.columns() };
        const wanted = JSON.stringify(parameters);
        if (wanted === this.shown) return;
        this.shared.remember();
        this.shared.quick
            .ask<Card>("card", parameters, { seconds: SECONDS })
            .then((found) => {
                this.shown = wanted;
                this.show(found);
            })
            .catch((error: unknown) => fill(this.panel, failure(error)));
    }

    /** The number of columns that fit into the panel. */
    private columns(): number {
        const probe = el("span", { class: "code-text" }, "0".repeat(WIDTHS[1]));
        this.panel.append(el("pre", {}, probe));
        const column = probe.getBoundingClientRect().width / WIDTHS[1];
        const room = probe.parentElement?.clientWidth ?? 0;
        probe.parentElement?.remove();
        return Math.min(Math.max(Math.floor(room / column) + MARGIN, WIDTHS[0]), WIDTHS[1]);
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
