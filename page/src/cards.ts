/** Makes elements for cards. */

import { el } from "./dom.ts";

const SUITS: Record<string, [sign: string, name: string]> = { C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"] };
const NAMES: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/** The element for the code of a card, such as `9C`. `??` is a face-down card. */
export function card(code: string): HTMLElement {
    if (code === "??") return el("span", { class: "card back", role: "img", "aria-label": "a card face down" });
    const rank = code.slice(0, -1);
    const [sign, suit] = SUITS[code.slice(-1)] ?? [code.slice(-1), code.slice(-1)];
    const shown = rank === "T" ? "10" : rank;
    const isRed = suit === "diamonds" || suit === "hearts";
    return el(
        "span",
        { class: isRed ? "card red" : "card", role: "img", "aria-label": `${NAMES[rank] ?? shown} of ${suit}` },
        el("span", { "aria-hidden": "true" }, shown),
        el("span", { "aria-hidden": "true", class: "suit" }, sign),
    );
}
