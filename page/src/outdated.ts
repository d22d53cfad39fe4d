/** A note next to a result, shown if the rules or the arguments have changed since. */

import { el, fill } from "./dom.ts";

export class Outdated {
    readonly note = el("p", { class: "help", role: "status", hidden: true });
    private asked: string | undefined;

    /** Set the parameters of the result, and hide the note. */
    begin(parameters: object): void {
        this.asked = JSON.stringify(parameters);
        this.note.hidden = true;
    }

    /** Show the note if the current parameters differ from those of the result. */
    compare(parameters: object): void {
        this.note.hidden = this.asked === undefined || this.asked === JSON.stringify(parameters);
        fill(this.note, this.note.hidden ? null : "The rules or arguments have changed since.");
    }
}
