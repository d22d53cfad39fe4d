/** Reads and writes the address of the page. `bj.playground.page_links` describes its form, and makes the same links. */

export interface Address {
    ruleset?: string;
    text?: string;
    arguments?: string;
    seed?: number;
    rounds?: number;
    answers?: string[];
    actions?: string[];
    tab?: string;
    /** A message about a part of the address that cannot be read. */
    broken?: string;
}

const LONGEST = 1_000_000; // bytes; a ruleset has fewer, compressed or not

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
    const reader = new Blob([bytes]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
    const parts: Uint8Array[] = [];
    let size = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        size += value.length;
        if (size > LONGEST) throw new Error("the text in the address is too long");
        parts.push(value);
    }
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Compress a text to raw DEFLATE in URL-safe base64. */
export async function pack(text: string): Promise<string> {
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decompress the result of `pack`. */
export async function unpack(packed: string): Promise<string> {
    const characters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

function whole(words: string | null): number | undefined {
    return words !== null && /^\d{1,10}$/.test(words) ? Number(words) : undefined;
}

/** Read an address. A part that cannot be read is left out, and `broken` has a message about it. */
export async function readAddress(hash: string): Promise<Address> {
    const fields = new URLSearchParams(hash.replace(/^#/, ""));
    const found: Address = {};
    for (const name of ["ruleset", "tab"] as const) {
        const value = fields.get(name);
        if (value) found[name] = value;
    }
    found.arguments = fields.get("arguments") ?? undefined; // "" differs from undefined, for which the page takes the example's arguments
    for (const name of ["seed", "rounds"] as const) {
        const value = whole(fields.get(name));
        if (value !== undefined) found[name] = value;
    }
    for (const name of ["answers", "actions"] as const) {
        const value = fields.get(name);
        if (value) found[name] = value.split(",");
    }
    const packed = fields.get("text");
    if (packed) {
        try {
            found.text = await unpack(packed);
        } catch {
            found.broken = "The address is damaged: it contains no text of a ruleset.";
        }
    }
    return found;
}

/** Write the part of the address that begins with `#`. */
export async function writeAddress(address: Address): Promise<string> {
    const fields = new URLSearchParams();
    const put = (name: string, value: string | undefined): void => {
        if (value) fields.set(name, value);
    };
    put("ruleset", address.ruleset);
    put("text", address.text === undefined ? undefined : await pack(address.text));
    if (address.arguments !== undefined) fields.set("arguments", address.arguments);
    put("seed", address.seed?.toString());
    put("rounds", address.rounds?.toString());
    put("answers", address.answers?.join(","));
    put("actions", address.actions?.join(","));
    put("tab", address.tab);
    return `#${fields.toString().replaceAll("%2F", "/").replaceAll("%2C", ",")}`;
}
