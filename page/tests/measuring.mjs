/**
 * Times of the built page, next to its bare parts in the same browser: `npm run measure`, or with a number of rounds.
 *
 * Each start is cold, in a new browser. On a busy machine compare the processor times, which are in brackets.
 */

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { DIST, FAULTY, PYTHON, ROOT, open, serve } from "./serving.mjs";

const ROUNDS = Number(process.argv[2]) || 3;
const LONG = "variants/palio"; // the longest shipped ruleset
/** bj as it is installed: its sources and the shipped rulesets, as a wheel has them. */
const WHEEL = `
import sys, zipfile
from pathlib import Path
with zipfile.ZipFile(sys.stdout.buffer, "w", zipfile.ZIP_DEFLATED) as archive:
    for folder, inside in (("src/bj", "bj"), ("rulesets", "bj/rulesets")):
        for file in sorted(Path(folder).rglob("*")):
            if file.suffix in (".py", ".toml", ".txt"):
                archive.write(file, f"{inside}/{file.relative_to(folder)}")
`;
/** Python, the packages and bj in a worker, without a page. */
const BARE = `
const marks = [performance.now()];
const mark = () => marks.push(performance.now());
const { loadPyodide } = await import("./pyodide/pyodide.mjs");
const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
mark();
for (const wheel of WHEELS) python.unpackArchive(await (await fetch(wheel)).arrayBuffer(), "wheel");
mark();
python.runPython("import bj; from bj.ruleset.load import load_ruleset");
mark();
python.globals.set("text", TEXT);
python.runPython("str(bj.validate(text))");
mark();
postMessage(marks.slice(1).map((each, place) => each - marks[place]));
`;
const PARTS = ["Pyodide", "packages", "import", "first validation"];

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
const median = (numbers) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1];

function filesIn(folder) {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    return found.map((each) => join(each.parentPath, each.name));
}

/** Serve the bare parts next to the page. */
function addBareParts(files) {
    const wheels = filesIn(join(ROOT, "page", "build")).filter((file) => file.endsWith(".whl"));
    const contents = [...wheels.map((file) => readFileSync(file)), execFileSync(PYTHON, ["-c", WHEEL], { cwd: ROOT, maxBuffer: 1 << 26 })];
    const names = contents.map((content, place) => {
        files.set(`/wheels/${place}.whl`, ["application/octet-stream", content]);
        return `wheels/${place}.whl`;
    });
    files.set("/bare.html", ["text/html", "<!doctype html><title>bare</title>"]);
    files.set("/bare.js", ["text/javascript", BARE.replace("WHEELS", JSON.stringify(names)).replace("TEXT", JSON.stringify(FAULTY))]);
}

/** What `act` finds in a page of a new browser, and the processor time of the page with its workers until then. */
async function cold(url, hash, act) {
    const { browser, visit } = await open(url);
    const page = await visit(hash);
    const found = await act(page, url);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const { metrics } = await session.send("Performance.getMetrics");
    await browser.close();
    return { ...found, used: 1000 * metrics.find(({ name }) => name === "ProcessTime").value };
}

const bare = async (page) => ({
    parts: await page.evaluate(() => new Promise((done) => (new Worker("bare.js", { type: "module" }).onmessage = ({ data }) => done(data)))),
});

const first = async (page) => {
    await page.locator(".problems li.error").waitFor();
    return page.evaluate(() => {
        const [check] = performance.getEntriesByName("check"); // begins when the editor is there
        return { editor: check.startTime, fault: check.startTime + check.duration };
    });
};

/** Checks of a long file and a million hands, with warm workers. */
const warm = async (page, url) => {
    await page.locator(".problems .good").waitFor();
    await page.locator(".cm-content").click();
    for (let number = 0; number < 6; number++) {
        const count = await page.evaluate(() => performance.getEntriesByName("check").length);
        await page.waitForTimeout(600); // the transcript follows a check
        await page.keyboard.insertText(" ");
        await page.waitForFunction((count) => performance.getEntriesByName("check").length > count, count);
    }
    const checks = await page.evaluate(() => performance.getEntriesByName("check").slice(1).map((each) => each.duration));
    await page.goto("about:blank");
    await page.goto(`${url}#ruleset=casino&tab=simulate`);
    await page.locator("[name=player]").waitFor();
    const simulations = [];
    for (let number = 0; number < 3; number++) {
        await page.locator(".simulate button.primary").click();
        await page.locator("svg.picture").first().waitFor();
        simulations.push(await page.locator(".simulate .help").first().innerText());
        await page.locator(".simulate .output").evaluate((output) => output.replaceChildren());
    }
    return { checks, simulations };
};

const { server, files, url } = await serve();
addBareParts(files);
const fault = `#text=${deflateRawSync(FAULTY).toString("base64url")}`;
const [bares, firsts] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
    bares.push(await cold(url, "bare.html", bare));
    firsts.push(await cold(url, fault, first));
}
const whole = bares.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
const used = (all) => `(${seconds(median(all.map((each) => each.used)))})`;
const parts = PARTS.map((name, place) => `${name} ${seconds(median(bares.map((each) => each.parts[place])))}`);
console.log(`bare parts: ${seconds(median(whole))} ${used(bares)}: ${parts.join(", ")}`);
console.log(`usable editor: ${seconds(median(firsts.map((each) => each.editor)))}`);
console.log(`first fault marked: ${seconds(median(firsts.map((each) => each.fault)))} ${used(firsts)}`);
const long = await cold(url, `#ruleset=${LONG}`, warm);
const lines = readFileSync(join(ROOT, "rulesets", `${LONG}.toml`), "utf8").split("\n").length - 1;
console.log(`check of ${lines} lines, warm: ${long.checks.map((each) => `${Math.round(each)} ms`).join(", ")}`);
console.log(`casino: ${long.simulations.join("; ")}; the first one starts a worker`);
const squeezed = filesIn(DIST).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
console.log(`size, compressed: ${(squeezed / 1e6).toFixed(1)} MB`);
server.close();
