/** The texts to start from: the shipped rulesets, a new variant, and the user's own text. */

import { el } from "./dom.ts";
import type { Shipped } from "./state.ts";

declare const SHELF: Shipped[]; // defined by build.mjs

const OWN = "own text"; // no ruleset has this name

const NEW = `# Change a line, then play. Type a letter or Ctrl-Space: a list shows what can be written.

[ruleset]
title = "My table"
extends = "casino"
format = 1

[payouts]
natural = "6:5"

[dealer]
hits_soft_17 = true
`;

/** A text, and the name of the shipped ruleset that it is, or was made from; empty for any other text. */
export interface Draft {
    text: string;
    origin: string;
}

/** The shipped ruleset with a name; for any other name, the new variant. */
export function fromShelf(name = ""): Draft {
    const found = SHELF.find((each) => each.name === name);
    return { text: found?.text ?? NEW, origin: found?.name ?? "" };
}

export class Picker {
    readonly element: HTMLSelectElement;
    private own: Draft | undefined;

    constructor(origin: string, present: () => Draft, open: (draft: Draft) => void) {
        const option = (name: string, title: string): HTMLOptionElement => el("option", { value: name, selected: name === origin }, title);
        const groups = new Map<string, HTMLOptionElement[]>();
        for (const { name, title } of SHELF) {
            const folder = name.includes("/") ? (name.split("/")[0] as string) : "";
            const shown = folder ? name.slice(folder.length + 1).replaceAll("_", " ") : `${name}: ${title}`;
            groups.set(folder, [...(groups.get(folder) ?? []), option(name, shown)]);
        }
        const own = el("option", { value: OWN, hidden: true }, "my changed text");
        this.element = el("select", {}, option("", "new variant"), own);
        for (const [folder, options] of groups) this.element.append(el("optgroup", { label: folder ? folder.replaceAll("_", " ") : "rulesets" }, ...options));
        this.element.addEventListener("change", () => {
            const { value } = this.element;
            const next = (value === OWN && this.own) || fromShelf(value);
            const before = present();
            if (before.text !== fromShelf(before.origin).text) this.own = before;
            own.hidden = !this.own;
            open(next);
        });
    }

    /** Select the shipped ruleset that the text comes from. */
    set origin(name: string) {
        this.element.value = name;
    }
}
