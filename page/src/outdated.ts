/** A note next to a result: whether the rules or the game have changed since. */

import { el, fill } from "./dom.ts";

export class Outdated {
    readonly note = el("p", { class: "help", role: "status", hidden: true });
    private asked: string | undefined;

    /** The result is about these parameters. */
    begin(parameters: object): void {
        this.asked = JSON.stringify(parameters);
        this.note.hidden = true;
    }

    /** These are the present parameters. */
    compare(parameters: object): void {
        this.note.hidden = this.asked === undefined || this.asked === JSON.stringify(parameters);
        fill(this.note, this.note.hidden ? null : "The rules or arguments have changed since.");
    }
}
