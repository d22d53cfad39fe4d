/** What the tabs share: the text of the ruleset, the facts about it, the form of the game, and the workers. */

import type { Client } from "./client.ts";
import type { RulesetFacts, Settings } from "./settings.ts";

export interface Shipped {
    name: string;
    title: string;
    summary: string;
    text: string;
}

export interface Shared {
    /** The text of the editor. */
    text: () => string;
    /** The shipped ruleset that the text is or comes from; empty for others. */
    origin: () => string;
    /** Facts about the ruleset if it has no faults. */
    facts: () => RulesetFacts | undefined;
    settings: Settings;
    /** Answers in a moment: language, transcripts, the table. */
    quick: Client;
    /** Works for seconds: simulations, charts, hints, verifications. */
    heavy: Client;
    /** Write the state into the address. */
    remember: () => void;
    /** Put another text into the editor. */
    open: (text: string, origin: string) => void;
}

export interface Tab {
    id: string;
    title: string;
    panel: HTMLElement;
    /** Whether a person plays: then the form begins with the usual arguments, else with those of the example. */
    isPlayed?: boolean;
    /** Whether the form of the game belongs to it. */
    hasSettings: boolean;
    /** Whether the heavy worker answers it, which starts when the tab is shown. */
    isHeavy?: boolean;
    /** The tab is shown, or the game has changed while it is. */
    update: () => void;
    /** A key is pressed outside of a control; whether it meant something. */
    key?: (event: KeyboardEvent) => boolean;
}

/** The parameters of a game. */
export function game(shared: Shared): { text: string; arguments: string; seed: number; rounds: number } {
    const { settings } = shared;
    return { text: shared.text(), arguments: settings.words, seed: settings.seed, rounds: settings.rounds };
}
