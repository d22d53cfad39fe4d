/** The editor, with colours for TOML, marks for findings, remedies, completion and explanations. */

import { autocompletion, closeBrackets, completionKeymap, startCompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Text } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { button, el, fill, markdown } from "./dom.ts";

export type Place = [line: number, character: number];
export type Range = [Place, Place];

export interface Finding {
    code: string;
    severity: "error" | "warning";
    message: string;
    remedy: string;
    file: string;
    line: number;
    column: number;
    range?: Range;
    edits: { text: string; range?: Range }[];
}

interface Word {
    word: string;
    sort: string;
    about: string;
    text: string;
    range: Range;
}

export type Asker = <T>(method: string, parameters: object) => Promise<T>;

const KINDS: Record<string, string> = { section: "namespace", key: "property", word: "enum", name: "variable", operator: "keyword", field: "variable", card: "constant", file: "text" };

const ENOUGH = 240; // pixels: the width of an explanation next to the list of proposals
const EDGE = 8; // pixels between an explanation and the edge of the screen

const COLOURS = HighlightStyle.define([
    { tag: [tags.propertyName, tags.name], color: "var(--code-key)" },
    { tag: tags.string, color: "var(--code-string)" },
    { tag: [tags.number, tags.bool, tags.atom], color: "var(--code-number)" },
    { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
    { tag: tags.bracket, color: "var(--code-section)", fontWeight: "600" },
]);

const THEME = EditorView.theme({
    "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "0.875rem" },
    "&.cm-focused": { outline: "none" }, // the gutter would hide a part of the outline: see .code in style.css
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
    ".cm-content": { caretColor: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "none" },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line-active)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selected)" },
    ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "6px", maxWidth: "min(36rem, 90vw)" },
    ".cm-tooltip .markdown": { padding: "0.4rem 0.7rem", maxHeight: "16rem", overflow: "auto", fontFamily: "var(--sans)", fontSize: "0.85rem" },
    ".cm-tooltip .markdown p": { margin: "0.2rem 0" },
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
    ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "0.85rem", padding: "0.4rem 0.7rem" },
    ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "4px", padding: "0.2rem 0.5rem" },
    ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
});

function offsetOf(doc: Text, [line, character]: Place): number {
    const found = doc.line(Math.min(line + 1, doc.lines));
    return Math.min(found.from + character, found.to);
}

function placeOf(doc: Text, offset: number): Place {
    const line = doc.lineAt(offset);
    return [line.number - 1, offset - line.from];
}

/** Insert a chosen key. At the end of a line, propose its values immediately. */
function writeKey(view: EditorView, key: string, from: number, to: number): void {
    const { doc } = view.state;
    const isLast = !doc.sliceString(to, doc.lineAt(to).to).trim() && !/^["']/.test(key);
    const insert = isLast ? `${key} = ` : key;
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.complete" });
    if (isLast) startCompletion(view);
}

interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
}

/** Place the explanation of a proposal at a side of the list or, if neither side has room, above or below the list. */
function placeInfo(_: EditorView, list: Box, option: Box, info: Box, space: Box): { style: string; class: string } {
    const [left, right] = [list.left - space.left, space.right - list.right];
    const [width, height] = [Math.min(info.right - info.left, ENOUGH), info.bottom - info.top];
    if (Math.max(left, right) >= width) {
        const side = right >= width ? "right" : "left";
        const top = Math.max(Math.min(option.top, space.bottom - height) - list.top, 0);
        return { style: `top: ${top}px; max-width: ${side === "right" ? right : left}px`, class: `cm-completionInfo-${side}` };
    }
    const isBelow = space.bottom - list.bottom > height;
    return { style: `${isBelow ? "top" : "bottom"}: 100%; left: 0; max-width: ${space.right - list.left - EDGE}px`, class: "" };
}

/** Handle Enter in the header of a section: continue below the header, whose brackets the editor has closed. */
function leaveHeader(view: EditorView): boolean {
    const { doc, selection } = view.state;
    const { head, empty } = selection.main;
    const line = doc.lineAt(head);
    const [before, after] = [line.text.slice(0, head - line.from), line.text.slice(head - line.from)];
    if (!empty || !/^\[[^\]]*$/.test(before) || !/^\]+\s*$/.test(after)) return false;
    view.dispatch({ changes: { from: line.to, insert: "\n" }, selection: { anchor: line.to + 1 }, scrollIntoView: true, userEvent: "input" });
    return true;
}

export class Editor {
    readonly element = el("div", { class: "editor" });
    readonly problems = el("div", { class: "problems", role: "region", "aria-label": "Findings" });
    private view: EditorView;

    constructor(text: string, private ask: Asker, changed: () => void) {
        const host = el("div", { class: "code" });
        const root = host.attachShadow({ mode: "open" }); // its styles are style sheets, which a strict policy allows
        this.view = new EditorView({
            root,
            parent: root,
            state: EditorState.create({
                doc: text,
                extensions: [
                    lineNumbers(),
                    lintGutter(),
                    history(),
                    drawSelection(),
                    closeBrackets(),
                    highlightActiveLine(),
                    highlightSelectionMatches(),
                    EditorView.lineWrapping,
                    StreamLanguage.define(toml),
                    syntaxHighlighting(COLOURS),
                    THEME,
                    autocompletion({ override: [(context) => this.complete(context)], icons: false, positionInfo: placeInfo }),
                    hoverTooltip((view, offset) => this.hover(view, offset)),
                    keymap.of([...completionKeymap, { key: "Enter", run: leaveHeader }, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
                    EditorView.contentAttributes.of({ "aria-label": "Ruleset in TOML", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
                    EditorView.updateListener.of((update) => {
                        if (update.docChanged) changed();
                    }),
                ],
            }),
        });
        this.element.append(host, this.problems);
    }

    get text(): string {
        return this.view.state.doc.toString();
    }

    set text(text: string) {
        this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    }

    /** Mark findings about a text, unless it has changed meanwhile. */
    mark(text: string, findings: Finding[], fixAll: () => void): void {
        const { doc } = this.view.state;
        if (doc.toString() !== text) return;
        const own = findings.filter((each) => each.range);
        const marks: Diagnostic[] = own.map((finding) => {
            const [from, to] = (finding.range as Range).map((place) => offsetOf(doc, place)) as [number, number];
            return {
                from,
                to: Math.max(from, to),
                severity: finding.severity,
                source: finding.code,
                message: `${finding.message}${finding.remedy ? `\n${finding.remedy}` : ""}`,
                actions: finding.edits.length ? [{ name: "Apply remedy", apply: () => this.apply(doc, finding) }] : [],
            };
        });
        this.view.dispatch(setDiagnostics(this.view.state, marks));
        const rows = findings.map((finding) => this.problem(doc, finding));
        const faults = findings.filter((each) => each.severity === "error").length;
        const warnings = findings.length - faults;
        const count = (number: number, noun: string): string => (number ? `${number} ${noun}${number > 1 ? "s" : ""}` : "");
        const head = [count(faults, "fault"), count(warnings, "warning")].filter(Boolean).join(", ") || "No faults";
        const canFix = own.filter((each) => each.edits.length).length > 1;
        fill(
            this.problems,
            el("div", { class: "problems-head" }, el("span", { role: "status", class: faults ? "bad" : "good" }, head), canFix ? button("Apply all remedies", fixAll) : null),
            rows.length ? el("ul", {}, ...rows) : null,
        );
    }

    /** Show a message in place of the findings. */
    say(words: string): void {
        fill(this.problems, el("div", { class: "problems-head" }, el("span", { role: "status" }, words)));
    }

    private problem(doc: Text, finding: Finding): HTMLElement {
        const place = finding.range ? `${finding.line}:${finding.column}` : `${finding.file}:${finding.line}`;
        const jump = (): void => {
            if (!finding.range || !this.view.state.doc.eq(doc)) return;
            const [anchor, head] = finding.range.map((each) => offsetOf(doc, each)) as [number, number];
            this.view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
            this.view.focus();
        };
        return el(
            "li",
            { class: finding.severity },
            button(`${place} ${finding.code} ${finding.message}`, jump, { class: "plain" }),
            finding.edits.length
                ? button(finding.remedy, () => this.apply(doc, finding), { class: "remedy", title: "Apply this remedy" })
                : el("span", { class: "help" }, finding.remedy),
        );
    }

    private apply(doc: Text, finding: Finding): void {
        if (!this.view.state.doc.eq(doc)) return;
        const changes = finding.edits
            .filter((edit) => edit.range)
            .map((edit) => {
                const [from, to] = (edit.range as Range).map((place) => offsetOf(doc, place)) as [number, number];
                return { from, to, insert: edit.text };
            });
        this.view.dispatch({ changes });
    }

    private async complete(context: CompletionContext): Promise<CompletionResult | null> {
        const { doc } = context.state;
        const word = context.matchBefore(/[\w.]+/);
        const before = context.matchBefore(/[[{"'= ]/);
        if (!context.explicit && !word && !before) return null;
        let words: Word[];
        try {
            words = await this.ask<Word[]>("complete", { text: doc.toString(), place: placeOf(doc, context.pos) });
        } catch {
            return null;
        }
        const first = words[0];
        if (!first || context.aborted) return null;
        const from = offsetOf(doc, first.range[0]);
        const to = offsetOf(doc, first.range[1]);
        return {
            from,
            to: Math.max(to, context.pos),
            filter: false,
            options: words.slice(0, 60).map((each) => ({
                label: each.word,
                type: KINDS[each.sort] ?? "text",
                apply: each.sort === "key" ? (view: EditorView, _: Completion, start: number, end: number) => writeKey(view, each.text, start, end) : each.text,
                ...(each.about ? { info: () => markdown(each.about) } : {}),
            })),
        };
    }

    private async hover(view: EditorView, offset: number): Promise<{ pos: number; end: number; create: () => { dom: HTMLElement } } | null> {
        const { doc } = view.state;
        try {
            const found = await this.ask<{ text: string; range: Range } | null>("hover", { text: doc.toString(), place: placeOf(doc, offset) });
            if (!found || !view.state.doc.eq(doc)) return null;
            const [pos, end] = found.range.map((place) => offsetOf(doc, place)) as [number, number];
            return { pos, end, create: () => ({ dom: markdown(found.text) }) };
        } catch {
            return null;
        }
    }
}
