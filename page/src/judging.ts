/** The tabs that test the cases of the ruleset, and verify a transcript of another program. */

import { button, el, fill, labelled } from "./dom.ts";
import { failure } from "./failure.ts";
import { Outdated } from "./outdated.ts";
import { game, type Shared, type Tab } from "./state.ts";

interface CaseResult {
    name: string;
    failure: string[];
}

const EXAMPLE = `# A case plays a game with chosen cards, and expects something of it.
[cases.natural]
cards = "A T K 9"
expect.hands = 1
`;

export class CasesTab implements Tab {
    readonly id = "cases";
    readonly title = "Cases";
    readonly hasSettings = false;
    readonly isHeavy = true;
    readonly panel = el("div", { class: "cases" });
    private input = el("textarea", { rows: 12, spellcheck: false, class: "code-text" });
    private output = el("div", { "aria-live": "polite" });
    private outdated = new Outdated();
    private origin: string | undefined;
    private drafts = new Map<string, string>();

    constructor(private shared: Shared) {
        this.panel.append(labelled("Cases in TOML", this.input), el("div", { class: "tools" }, button("Run the cases", () => this.run(), { class: "primary" })), this.outdated.note, this.output);
    }

    update(): void {
        this.shared.remember();
        this.outdated.compare({ text: this.shared.text() });
        const origin = this.shared.origin();
        if (origin === this.origin) return;
        if (this.origin !== undefined) this.drafts.set(this.origin, this.input.value);
        this.origin = origin;
        const draft = this.drafts.get(origin);
        if (draft !== undefined) {
            this.input.value = draft;
            return;
        }
        this.shared.quick
            .ask<{ cases: string }>("cases_of", { name: origin })
            .then((found) => (this.input.value = found.cases || EXAMPLE))
            .catch((error: unknown) => fill(this.output, failure(error)));
    }

    private run(): void {
        const { heavy } = this.shared;
        const text = this.shared.text();
        this.outdated.begin({ text });
        fill(this.output, el("p", {}, "Playing … ", button("Stop", () => heavy.stop())));
        heavy
            .ask<CaseResult[]>("cases", { text, cases: this.input.value })
            .then((found) => {
                const failed = found.filter((each) => each.failure.length);
                const rows = found.map((each) => {
                    const verdict = each.failure.length ? "failed" : "passed";
                    const more = each.failure.length ? el("pre", { role: "region", tabindex: 0, "aria-label": each.name }, each.failure.slice(1).join("\n")) : null;
                    return el("li", { class: verdict }, el("strong", {}, verdict), ` ${each.name}`, more);
                });
                fill(this.output, el("p", {}, `${failed.length} failed, ${found.length - failed.length} passed`), el("ul", { class: "results" }, ...rows));
            })
            .catch((error: unknown) => fill(this.output, failure(error)));
    }
}

interface Finding {
    line: number;
    hand: number;
    kind: string;
    rule: string;
    message: string;
    times: number;
    confidence: string;
    written?: string;
    expected?: string;
}

interface Report {
    verdict: "right" | "wording" | "wrong";
    hands: number;
    explained: boolean;
    findings: Finding[];
}

const VERDICTS = { right: "This transcript follows the rules.", wording: "This transcript differs only in wording.", wrong: "This transcript breaks the rules." };

export class VerifyTab implements Tab {
    readonly id = "verify";
    readonly title = "Verify";
    readonly hasSettings = true;
    readonly isHeavy = true;
    readonly panel = el("div", { class: "verify" });
    private input = el("textarea", { rows: 10, spellcheck: false, class: "code-text", placeholder: "Paste what another program has printed." });
    private chance = el(
        "select",
        {},
        el("option", { value: "seed" }, "all randomness"),
        el("option", { value: "cuts" }, "cards after the cuts"),
        el("option", { value: "cards" }, "none: take the cards as printed"),
    );
    private output = el("div", { "aria-live": "polite" });
    private outdated = new Outdated();

    constructor(private shared: Shared) {
        const tools = el(
            "div",
            { class: "tools" },
            labelled("must match", this.chance, "The randomness that must match the ruleset"),
            button("Verify", () => this.run(), { class: "primary" }),
            button("Insert a correct one", () => this.insert()),
        );
        this.panel.append(labelled("Transcript", this.input), tools, this.outdated.note, this.output);
    }

    update(): void {
        this.shared.remember();
        this.outdated.compare(game(this.shared));
    }

    private insert(): void {
        this.shared.quick
            .ask<{ transcript: string }>("transcript", game(this.shared), { seconds: 60 })
            .then((found) => (this.input.value = found.transcript))
            .catch((error: unknown) => fill(this.output, failure(error)));
    }

    private run(): void {
        const { heavy } = this.shared;
        const transcript = this.input.value;
        const parameters = game(this.shared);
        this.outdated.begin(parameters);
        fill(this.output, el("p", {}, "Replaying the game … ", button("Stop", () => heavy.stop())));
        heavy
            .ask<Report>("verify", { ...parameters, transcript, chance: this.chance.value })
            .then((report) => this.show(report, transcript))
            .catch((error: unknown) => fill(this.output, failure(error)));
    }

    private show(report: Report, transcript: string): void {
        const byLine = new Map<number, Finding[]>();
        for (const each of report.findings) byLine.set(each.line, [...(byLine.get(each.line) ?? []), each]);
        const written = transcript.replace(/\n$/, "").split("\n");
        const count = Math.max(written.length, ...byLine.keys()); // a finding may be about a line that is missing
        const lines = Array.from({ length: count }, (_, place) => written[place] ?? "");
        const rows = lines.flatMap((line, place) => {
            const found = byLine.get(place + 1) ?? [];
            const row = el("tr", found.length ? { class: "differs" } : {}, el("th", { scope: "row" }, String(place + 1)), el("td", {}, line));
            return [row, ...found.map((each) => el("tr", { class: "finding" }, el("td"), el("td", {}, ...this.describe(each))))];
        });
        fill(
            this.output,
            el("p", { class: `verdict ${report.verdict}` }, VERDICTS[report.verdict], ` ${report.hands} ${report.hands === 1 ? "hand" : "hands"}.`),
            el("table", { class: "lines" }, el("caption", { class: "hidden" }, "The transcript with findings below their lines"), el("tbody", {}, ...rows)),
        );
        this.output.querySelector(".differs")?.scrollIntoView({ block: "center" });
    }

    private describe(finding: Finding): HTMLElement[] {
        const times = finding.times > 1 ? ` (${finding.times} times)` : "";
        const doubt = { sure: "", ambiguous: " One of several explanations.", unexplained: " No rule explains this.", later: " May follow from an earlier difference." }[finding.confidence] ?? "";
        return [
            el("p", {}, `${finding.message}${times}.${doubt}`),
            el("p", { class: "help" }, "Rule ", el("code", {}, finding.rule), finding.written ? ` = ${finding.written}` : ""),
            ...(finding.expected ? [el("p", { class: "help" }, "Should say ", el("code", {}, finding.expected))] : []),
        ];
    }
}
