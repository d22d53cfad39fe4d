/** A page in Debian's Chromium, served from `dist`, with nothing else to reach. */

import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const DIST = join(ROOT, "page", "dist");
/** Python with bj. */
export const PYTHON = process.env.BJ_PYTHON ?? [join(ROOT, ".venv", "bin", "python")].find((file) => existsSync(file)) ?? "python3";
/** A ruleset with one fault, which has a remedy. */
export const FAULTY = `[ruleset]
title = "Friday night"
extends = "classic"
format = 1

[output]
player_bets = "{name} stakes {wagr}"
`;
const TYPES = { html: "text/html", js: "text/javascript", mjs: "text/javascript", css: "text/css", json: "application/json", wasm: "application/wasm", txt: "text/plain" };
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A server of the folder, as `python -m http.server` is one; `files` adds others by their paths: type and text. */
export async function serve() {
    const files = new Map();
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
        const more = files.get(path);
        if (more) {
            response.writeHead(200, { "content-type": more[0] }).end(more[1]);
            return;
        }
        const file = join(DIST, path.endsWith("/") ? `${path}index.html` : path);
        try {
            const content = await readFile(file);
            response.writeHead(200, { "content-type": TYPES[file.split(".").pop()] ?? "application/octet-stream" }).end(content);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, files, url: `http://127.0.0.1:${server.address().port}/` };
}

/** A browser; `strangers` collects every address that a page asks for elsewhere, and what goes wrong in it. */
export async function open(url) {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET });
    const strangers = [];
    const visit = async (hash = "", options = {}) => {
        const context = await browser.newContext({ viewport: { width: 1300, height: 820 }, ...options });
        await context.route(
            (address) => !address.href.startsWith(url),
            (route) => (strangers.push(route.request().url()), route.abort()),
        );
        const page = await context.newPage();
        page.setDefaultTimeout(Number(process.env.BJ_PATIENCE ?? 60) * 1000);
        page.on("pageerror", (error) => strangers.push(`error: ${error.message}`));
        page.on("dialog", (dialog) => (strangers.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
        await page.goto(url + hash);
        return page;
    };
    return { browser, strangers, visit };
}

/** Ask the protocol of bj in a worker of the page: the answers to some requests, in order. */
export async function ask(page, requests) {
    return page.evaluate(async (requests) => {
        const source = document.querySelector("script[src]").getAttribute("src").replace("main.js", "worker.js");
        const worker = (window.tested ??= new Worker(source, { type: "module" }));
        return new Promise((resolve, reject) => {
            const found = [];
            worker.onmessage = ({ data }) => {
                if (data.broken) reject(new Error(data.broken));
                if (data.answer === undefined) return;
                found[data.id] = JSON.parse(data.answer);
                if (data.id === requests.length - 1) resolve(found);
            };
            requests.forEach(([method, parameters], id) => worker.postMessage({ id, request: JSON.stringify({ method, parameters }) }));
        });
    }, requests);
}
