/** The worker: runs Python and bj in the browser, and answers the requests of the protocol one after another. */

declare const VERSION: string;

type Answer = (request: string) => string;

const send = (message: object): void => postMessage(message);
let asking = 0;

/** Fetch the files of bj and its packages. `site.bin` has a list of the files, then their contents. */
async function fetchSite(): Promise<[path: string, content: Uint8Array][]> {
    const response = await fetch(new URL(`site.bin?v=${VERSION}`, import.meta.url));
    if (!response.ok || !response.body) throw new Error(`site.bin: ${response.status}`);
    const whole = await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    let at = 4 + new DataView(whole).getUint32(0, true);
    const list = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 4, at - 4))) as [string, number][];
    return list.map(([path, size]) => [path, new Uint8Array(whole, (at += size) - size, size)]);
}

async function start(): Promise<Answer> {
    const site = fetchSite();
    send({ stage: "Loading Python" });
    const { loadPyodide } = (await import(new URL("pyodide/pyodide.mjs", import.meta.url).href)) as typeof import("pyodide");
    const python = await loadPyodide({
        indexURL: new URL("pyodide/", import.meta.url).href,
        env: { HOME: "/home/pyodide", PYDANTIC_DISABLE_PLUGINS: "__all__" },
    });
    send({ stage: "Loading bj" });
    for (const [path, content] of await site) {
        python.FS.mkdirTree(`/site/${path}`.replace(/\/[^/]*$/, ""));
        python.FS.writeFile(`/site/${path}`, content, { canOwn: true });
    }
    send({ stage: "Starting bj" });
    const progress = (told: string): void => send({ id: asking, progress: JSON.parse(told) });
    const begin = python.runPython(`
import gc, json, sys
sys.path.insert(0, "/site")
def begin(tell):
    from bj.playground.protocol import Protocol
    protocol = Protocol(lambda told: tell(json.dumps(told)))
    gc.freeze()
    return protocol.answer
begin`) as (tell: (told: string) => void) => Answer;
    return begin(progress);
}

const ready = start();
ready.then(
    () => send({ stage: "" }),
    (error: unknown) => send({ broken: `The page could not start: ${String(error)}` }),
);

onmessage = async (event: MessageEvent<{ id: number; request: string }>): Promise<void> => {
    const { id, request } = event.data;
    const answer = await ready;
    asking = id;
    try {
        send({ id, answer: answer(request) });
    } catch (error) {
        send({ broken: String(error).trim().split("\n").slice(-1)[0] });
    }
};
