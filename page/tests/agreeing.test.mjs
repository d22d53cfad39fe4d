/** The page has the same transcripts and findings as the commands, byte for byte. */

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { PYTHON, ROOT, ask, open, serve } from "./serving.mjs";

const ANSWERS = ["10", "s", "n", "h", "s", "5", "d", "s", "s", "10", "p", "s", "s", "s"];
let served, browser, visit, page, folder;

before(async () => {
    served = await serve();
    ({ browser, visit } = await open(served.url));
    page = await visit();
    folder = mkdtempSync(join(tmpdir(), "bj-page-"));
});

after(async () => {
    await browser.close();
    served.server.close();
    rmSync(folder, { recursive: true });
});

async function inTurn(all, act, width = 2) {
    const found = [];
    let next = 0;
    const work = async () => {
        for (let at = next++; at < all.length; at = next++) found[at] = await act(all[at]);
    };
    await Promise.all(Array.from({ length: width }, work));
    return found;
}

test("transcripts of all shipped rulesets are those of bj run", async () => {
    const [{ result: shelf }] = await ask(page, [["shelf", {}]]);
    const checks = await ask(page, shelf.map(({ text }) => ["check", { text }]));
    const words = checks.map(({ result }) => result.ruleset.example.arguments);
    const games = shelf.map(({ text }, at) => ["transcript", { text, arguments: words[at], seed: 5, answers: ANSWERS }]);
    const found = (await ask(page, games)).map(({ result }) => result.transcript);
    const answers = join(folder, "answers");
    writeFileSync(answers, ANSWERS.map((each) => `${each}\n`).join(""));
    const run = promisify(execFile);
    const wanted = await inTurn(shelf, async ({ name }) => {
        const command = ["-m", "bj", "run", name, ...words[shelf.findIndex((each) => each.name === name)].split(" ").filter(Boolean)];
        const done = await run(PYTHON, [...command, "--seed", "5", "--answers", answers, "--echo"], { maxBuffer: 1 << 26 }).catch((error) => error);
        return done.stdout;
    });
    assert.ok(shelf.length > 40);
    shelf.forEach(({ name }, at) => assert.equal(found[at], wanted[at], name));
});

test("findings of all bad rulesets are those of bj validate", async () => {
    const bad = join(ROOT, "tests", "bad");
    const names = readdirSync(bad).filter((name) => name.endsWith(".toml"));
    const texts = names.map((name) => new TextDecoder("utf-8", { ignoreBOM: false }).decode(readFileSync(join(bad, name))));
    const DEEP = ["expressions_deep.toml", "nested_brackets.toml", "nested_keys.toml"]; // the stack of a browser is smaller
    const kept = names.map((name, at) => [name, texts[at]]).filter(([name, text]) => !/[\r\ufffd]/.test(text) && !DEEP.includes(name) && !/extends *= *".*(\.toml|\/|\\)/.test(text));
    const command = ["-m", "bj", "validate", "--format", "json"];
    let printed;
    try {
        printed = execFileSync(PYTHON, [...command, ...kept.map(([name]) => join(bad, name))], { encoding: "utf8", maxBuffer: 1 << 26 });
    } catch (error) {
        printed = error.stdout;
    }
    const plain = ({ code, severity, message, remedy, line, column, end_column, edits }) => ({
        ...{ code, severity, message, remedy, line, column, end_column },
        edits: edits.map(({ range, ...edit }) => edit),
    });
    const wanted = JSON.parse(printed).findings;
    const found = await ask(page, kept.map(([, text]) => ["check", { text }]));
    assert.ok(kept.length > 50);
    kept.forEach(([name], at) => {
        const own = wanted.filter((each) => each.file.endsWith(`/${name}`)).map(plain);
        assert.deepEqual(found[at].result.findings.filter((each) => each.file === "ruleset.toml").map(plain), own, name);
    });
});
