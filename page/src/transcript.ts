/** The tab with the transcript of a game. */

import { StoppedError } from "./client.ts";
import { button, download, el, fill, labelled } from "./dom.ts";
import { failure } from "./failure.ts";
import { game, type Shared, type Tab } from "./state.ts";

interface Transcript {
    transcript: string;
    is_cut: boolean;
    ends: "over" | "unanswered" | "error";
    error: string;
    remedy: string;
}

const SECONDS = 60;

export class TranscriptTab implements Tab {
    readonly id = "transcript";
    readonly title = "Transcript";
    readonly hasSettings = true;
    readonly panel = el("div");
    private output = el("pre", { class: "transcript", role: "region", tabindex: 0, "aria-label": "Transcript" });
    private note = el("div", { "aria-live": "polite" });
    private people: HTMLDetailsElement;
    private input = el("textarea", { rows: 3, spellcheck: false, placeholder: "10\nh\ns" });
    private asked = 0;

    constructor(private shared: Shared) {
        this.input.addEventListener("change", () => this.update());
        const tools = el(
            "div",
            { class: "tools" },
            button("Another game", () => {
                shared.settings.seed = (shared.settings.seed + 1) % 2 ** 32;
                this.update();
            }),
            button("Save transcript", () => download("transcript.txt", this.output.textContent ?? "")),
        );
        this.people = el("details", { class: "answers", hidden: true }, el("summary", {}, "Answers of players"), labelled("one per line", this.input));
        this.panel.append(tools, this.note, this.people, this.output);
    }

    get answers(): string[] {
        const lines = this.input.value.split("\n").map((line) => line.trim());
        while (lines.at(-1) === "") lines.pop();
        return lines;
    }

    set answers(lines: string[]) {
        this.input.value = lines.join("\n");
    }

    update(): void {
        if (!this.shared.facts()) return;
        const asked = ++this.asked;
        this.shared.remember();
        this.shared.quick
            .ask<Transcript>("transcript", { ...game(this.shared), answers: this.answers }, { seconds: SECONDS })
            .then((found) => {
                if (asked === this.asked) this.show(found);
            })
            .catch((error: unknown) => {
                if (asked === this.asked || error instanceof StoppedError) fill(this.note, failure(error));
            });
    }

    private show(found: Transcript): void {
        this.output.textContent = found.transcript;
        this.people.hidden = found.ends !== "unanswered" && !this.answers.length; // strategies play
        this.people.open = true;
        if (found.ends === "error")
            fill(this.note, el("div", { class: "failure", role: "alert" }, el("p", {}, found.error), found.remedy ? el("p", { class: "help" }, found.remedy) : null));
        else if (found.ends === "unanswered")
            fill(this.note, el("p", { class: "help" }, "The game waits for a person's answer. Type answers below, or open the tab Play."));
        else fill(this.note, found.is_cut ? el("p", { class: "help" }, "The transcript is too long to be shown in full.") : null);
    }
}
