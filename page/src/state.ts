/** The state that the tabs share: the text of the ruleset, facts about it, the form of the game, and the workers. */

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
    /** The name of the shipped ruleset that the text is, or was made from; empty for any other text. */
    origin: () => string;
    /** Facts about the ruleset if it has no faults. */
    facts: () => RulesetFacts | undefined;
    settings: Settings;
    /** The worker for short requests: checks, transcripts, and the table to play at. */
    quick: Client;
    /** The worker for requests that take seconds: simulations, charts, hints and verifications. */
    heavy: Client;
    /** Write the state into the address. */
    remember: () => void;
    /** Replace the text in the editor. */
    open: (text: string, origin: string) => void;
}

export interface Tab {
    id: string;
    title: string;
    panel: HTMLElement;
    /** Whether the user plays in this tab. If so, the form starts with default arguments, not those of the example. */
    isPlayed?: boolean;
    /** Whether the tab shows the form of the game. */
    hasSettings: boolean;
    /** Whether the tab needs the heavy worker, which is then started when the tab is shown. */
    isHeavy?: boolean;
    /** Called when the tab is shown, and when the game changes while the tab is shown. */
    update: () => void;
    /** Called when a key is pressed outside a control. Returns whether the key has a meaning. */
    key?: (event: KeyboardEvent) => boolean;
}

/** The parameters of a request about a game. */
export function game(shared: Shared): { text: string; arguments: string; seed: number; rounds: number } {
    const { settings } = shared;
    return { text: shared.text(), arguments: settings.words, seed: settings.seed, rounds: settings.rounds };
}
