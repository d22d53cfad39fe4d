/** The form of a game: the arguments of the ruleset, the seed, and the rounds. */

import { el, fill, labelled } from "./dom.ts";

export interface Argument {
    name: string;
    type: "integer" | "choice" | "players";
    help: string;
    default?: number | string;
    between?: [number, number];
    choices?: string[];
    optional: boolean;
}

export interface RulesetFacts {
    title: string;
    arguments: Argument[];
    asks_again: boolean;
    seed: number | null;
    example: { arguments: string; seed: number; rounds: number; answers: string[] };
}

/** Split a command line into words. Quotes keep the spaces inside them, even within a word. */
export function splitWords(words: string): string[] {
    const found = words.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
    return found.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
}

/** Quote a word if it needs quotes. If it contains both kinds of quotes, the double quotes are removed. */
function quote(word: string): string {
    if (/^[\w:.,+-]+$/.test(word)) return word;
    return word.includes("'") ? `"${word.replaceAll('"', "")}"` : `'${word}'`;
}

/** Assign the words of a command line to arguments as bj does, by type and order. Returns the values by name. */
export function readWords(words: string, facts: RulesetFacts): Map<string, string> {
    const values = new Map<string, string>();
    for (const word of splitWords(words)) {
        const free = facts.arguments.filter((each) => !values.has(each.name) || each.type === "players");
        const kind = /^[+-]?\d+$/.test(word) ? "integer" : word.includes(":") ? "players" : "choice";
        const taker = free.find((each) => each.type === kind && (kind !== "choice" || each.choices?.includes(word)));
        if (!taker) continue;
        const before = taker.type === "players" ? values.get(taker.name) : undefined;
        values.set(taker.name, before ? `${before} ${quote(word)}` : taker.type === "players" ? quote(word) : word);
    }
    return values;
}

/** A form for the words of a command line. */
export class Settings {
    readonly form = el("form", { class: "settings", "aria-label": "The game" });
    private facts: RulesetFacts | undefined;
    private controls = new Map<string, HTMLInputElement | HTMLSelectElement>();
    private seedInput = el("input", { type: "number", min: 0, max: 4294967295, step: 1, inputmode: "numeric" });
    private roundsInput = el("input", { type: "number", min: 0, max: 1000, step: 1, inputmode: "numeric" });

    constructor(private changed: () => void) {
        this.form.addEventListener("submit", (event) => event.preventDefault());
        this.form.addEventListener("change", () => this.changed());
    }

    get seed(): number {
        return Math.min(Math.max(Math.trunc(Number(this.seedInput.value)) || 0, 0), 4294967295);
    }

    set seed(seed: number) {
        this.seedInput.value = String(seed);
    }

    get rounds(): number {
        return this.facts?.asks_again ? Math.min(Math.max(Math.trunc(Number(this.roundsInput.value)) || 0, 0), 1000) : 0;
    }

    set rounds(rounds: number) {
        this.roundsInput.value = String(rounds);
    }

    /** The words of the command line. Numbers after a missing number are left out, because bj would shift them. */
    get words(): string {
        const words: string[] = [];
        let lacksNumber = false;
        for (const { name, type, default: usual } of this.facts?.arguments ?? []) {
            const word = this.controls.get(name)?.value.trim() || String(usual ?? "");
            if (type === "integer") lacksNumber ||= !word;
            if (word && !(type === "integer" && lacksNumber)) words.push(word);
        }
        return words.join(" ");
    }

    /** Make the controls for a ruleset, with values from the words of a command line. */
    show(facts: RulesetFacts, words: string): void {
        const isSame = JSON.stringify(this.facts?.arguments) === JSON.stringify(facts.arguments);
        if (isSame && this.facts?.asks_again === facts.asks_again && words === this.words) {
            this.facts = facts;
            return;
        }
        this.facts = facts;
        this.controls.clear();
        const values = readWords(words, facts);
        const labels = facts.arguments.map((each) => {
            const control = this.control(each, values.get(each.name) ?? String(each.default ?? ""));
            this.controls.set(each.name, control);
            return labelled(each.name.replaceAll("_", " "), control, each.help);
        });
        const rounds = facts.asks_again ? labelled("rounds", this.roundsInput, "rounds to play without asking; 0 to ask") : null;
        fill(this.form, ...labels, rounds, labelled("seed", this.seedInput, "seed of the shuffles"));
    }

    private control(argument: Argument, value: string): HTMLInputElement | HTMLSelectElement {
        if (argument.type === "choice") {
            const none = argument.optional ? [el("option", { value: "" }, "–")] : [];
            const choices = (argument.choices ?? []).map((each) => el("option", { value: each, selected: each === value }, each));
            return el("select", { name: argument.name }, ...none, ...choices);
        }
        const made = el("input", { name: argument.name, type: argument.type === "integer" ? "number" : "text", value });
        if (argument.type === "players") {
            made.placeholder = `${argument.choices?.[0] ?? "human"}:Ann:100`;
            made.className = "wide";
            made.spellcheck = false;
        }
        else if (argument.default !== undefined) made.placeholder = String(argument.default);
        if (argument.between) [made.min, made.max] = argument.between.map(String) as [string, string];
        return made;
    }
}
