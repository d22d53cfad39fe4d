/** Makes elements of the page. Text from rulesets is only ever inserted as text nodes. */

type Child = Node | string | null | undefined | false;

type Properties = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

/** Make an element. Properties that begin with `on` are listeners; all others are attributes. */
export function el<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    properties: Properties = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
        else if (typeof value === "boolean") made.toggleAttribute(name, value);
        else if (value !== undefined) made.setAttribute(name, String(value));
    }
    append(made, ...children);
    return made;
}

export function append(parent: Node, ...children: Child[]): void {
    for (const child of children) if (child) parent.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
}

/** Replace the content of an element. */
export function fill(parent: Element, ...children: Child[]): void {
    parent.replaceChildren();
    append(parent, ...children);
}

const SVG = "http://www.w3.org/2000/svg";

/** Make an SVG element. */
export function svg(tag: string, attributes: Record<string, string | number> = {}, ...children: Child[]): SVGElement {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    append(made, ...children);
    return made;
}

/** Make a button with a label. */
export function button(words: string, act: () => void, properties: Properties = {}): HTMLButtonElement {
    return el("button", { type: "button", onclick: act, ...properties }, words);
}

/** Make a label for a control. */
export function labelled(words: string, control: HTMLElement, title = ""): HTMLLabelElement {
    return el("label", title ? { title } : {}, el("span", {}, words), control);
}

/** Render Markdown as bj writes it: paragraphs, **strong**, `code`, and backslashes before other markup. */
export function markdown(text: string): HTMLElement {
    const all = el("div", { class: "markdown" });
    for (const paragraph of text.split("\n\n")) {
        const made = el("p");
        for (const part of paragraph.split(/(?<!\\)(\*\*`[^`]*`\*\*|\*\*[^*]*\*\*|`[^`]*`)/)) {
            if (/^\*\*`/.test(part)) made.append(el("strong", {}, el("code", {}, part.slice(3, -3))));
            else if (part.startsWith("**")) made.append(el("strong", {}, part.slice(2, -2)));
            else if (part.startsWith("`")) made.append(el("code", {}, part.slice(1, -1)));
            else made.append(part.replace(/\\(?=[^\w\s])/g, ""));
        }
        all.append(made);
    }
    return all;
}

/** Offer a text to the user as a download. */
export function download(name: string, text: string): void {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    el("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Debounce a function: it is called when no call has followed for some milliseconds. */
export function later(act: () => void, milliseconds: number): () => void {
    let timer = 0;
    return () => {
        clearTimeout(timer);
        timer = window.setTimeout(act, milliseconds);
    };
}
