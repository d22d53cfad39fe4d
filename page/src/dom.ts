/** Elements of the page. Text from rulesets only ever becomes the text of a node. */

type Child = Node | string | null | undefined | false;

type Properties = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

/** An element: properties that begin with `on` are listeners, all others attributes. */
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

/** An element of a picture. */
export function svg(tag: string, attributes: Record<string, string | number> = {}, ...children: Child[]): SVGElement {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    append(made, ...children);
    return made;
}

/** A button with words. */
export function button(words: string, act: () => void, properties: Properties = {}): HTMLButtonElement {
    return el("button", { type: "button", onclick: act, ...properties }, words);
}

/** A few words with their label. */
export function labelled(words: string, control: HTMLElement, title = ""): HTMLLabelElement {
    return el("label", title ? { title } : {}, el("span", {}, words), control);
}

/** Markdown as bj writes it: paragraphs, **strong**, `code`, and backslashes before the signs of authors. */
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

/** Save a text as a file of the person. */
export function download(name: string, text: string): void {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    el("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Call a function once no other call follows for some milliseconds. */
export function later(act: () => void, milliseconds: number): () => void {
    let timer = 0;
    return () => {
        clearTimeout(timer);
        timer = window.setTimeout(act, milliseconds);
    };
}
