/** A failed request in words. */

import { BrokenError, RefusedError } from "./client.ts";
import { el } from "./dom.ts";

export function failure(error: unknown): HTMLElement {
    if (error instanceof RefusedError) {
        const { message, remedy } = error.refusal;
        return el("div", { class: "failure", role: "alert" }, el("p", {}, message), remedy ? el("p", { class: "help" }, remedy) : null);
    }
    const words = error instanceof Error ? error.message : String(error);
    return el("div", { class: "failure", role: "alert" }, el("p", {}, error instanceof BrokenError ? `A bug in bj: ${words}` : words));
}
