/** The page as a person uses it, in Chromium and without a network. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { FAULTY, PYTHON, open, serve } from "./serving.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HOSTILE = `[ruleset]
title = "<img src=x onerror='window.hacked = 1'>"
extends = "vegas"
format = 1

[dealer]
name = "<script>window.hacked = 2</script>"

[output]
player_bets = "<b onclick='window.hacked = 3'>{name}</b>"
`;
let served, browser, strangers, visit, page;

before(async () => {
    served = await serve();
    ({ browser, strangers, visit } = await open(served.url));
});

after(async () => {
    await browser.close();
    served.server.close();
});

async function write(page, text) {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
}

const shown = (page, words) => page.locator(words).first().waitFor({ state: "visible" });

/** Take a proposed word as a person does: the editor ignores an Enter while its list is new or waits for words. */
async function take(page, word) {
    await shown(page, `.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) li[aria-selected] >> text=${word}`);
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
}

async function choose(page, name) {
    await page.locator(".picker select").selectOption(name);
    await page.waitForTimeout(300);
    await shown(page, ".problems .good");
}

/** Seeds whose first hand of `casino` may be split, and may be doubled but not split. */
const SEEDS = `
import json, bj
states = {seed: bj.State("casino", bankroll=1000, hands=10, seed=seed).apply("10") for seed in range(80)}
names = {seed: {state.action_name(each) for each in state.legal_actions()} for seed, state in states.items()}
split = next(seed for seed in names if "split" in names[seed])
double = next(seed for seed in names if "double" in names[seed] and "split" not in names[seed])
print(json.dumps({"split": split, "double": double}))
`;

async function check(page) {
    await page.evaluate(AXE);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    const grave = found.violations.filter((each) => ["serious", "critical"].includes(each.impact));
    return grave.map((each) => `${each.id}: ${each.nodes[0].html.slice(0, 120)}`);
}

test("a fault is marked, and its remedy is one click", async () => {
    const start = performance.now();
    page = await visit("#ruleset=classic");
    await page.locator(".cm-content").waitFor();
    console.log(`# editor after ${Math.round(performance.now() - start)} ms`);
    await write(page, FAULTY);
    await shown(page, ".problems li.error");
    console.log(`# first fault after ${Math.round(performance.now() - start)} ms`);
    assert.match(await page.locator(".problems li.error").innerText(), /7:31 BJ402 unknown field `wagr`/);
    await shown(page, ".cm-lintRange-error");
    await page.locator(".problems .remedy").click();
    await shown(page, ".problems .good");
    assert.match(await page.locator(".cm-content").innerText(), /\{name\} stakes \{wager\}/);
    await shown(page, "pre.transcript:has-text('Player stakes 5')");
});

test("a long file is checked quickly", async () => {
    await choose(page, "classic");
    await page.locator(".cm-content").click();
    for (let number = 0; number < 5; number++) {
        await page.keyboard.insertText(" ");
        await page.waitForTimeout(400);
    }
    const times = await page.evaluate(() => performance.getEntriesByName("check").map((each) => Math.round(each.duration)));
    console.log(`# checks of classic.toml: ${times.join(", ")} ms`);
    assert.ok(times.length > 3);
});

test("words are proposed and explained", async () => {
    await write(page, '[ruleset]\ntitle = "x"\nextends = "casino"\nformat = 1\n\n');
    await shown(page, ".problems .good");
    await page.keyboard.type("[rul");
    await shown(page, ".cm-completionInfo >> text=The rules of the table");
    await take(page, "/^rules$/");
    await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.keyboard.type("surr");
    await take(page, "/^surrender$/");
    await shown(page, ".cm-tooltip-autocomplete >> text=/^late$/");
    await page.keyboard.type('"late"');
    await shown(page, ".problems .good");
    assert.match(await page.locator(".cm-content").innerText(), /\[rules\]\nsurrender = "late"$/);
    await page.keyboard.press("Escape");
    await page.locator(".cm-line >> text=extends").hover();
    await shown(page, ".cm-tooltip-hover .markdown >> text=The ruleset that this one changes");
});

test("a hand is played by mouse to its end", async () => {
    await choose(page, "infinite");
    await page.locator("#tab-play").click();
    await page.locator(".wager button").click();
    await shown(page, ".hand.asked");
    assert.equal(await page.locator(".dealer .card.back").count(), 1);
    while ((await page.locator(".hand.asked").count()) && (await page.locator(".controls button:has-text('stand')").count())) {
        await page.locator(".controls button:has-text('stand')").click();
        await page.locator(".controls button:disabled").first().waitFor({ state: "detached" });
    }
    assert.match(await page.locator(".log").innerText(), /Round 2/);
    assert.equal(await page.locator(".wager").count(), 1);
    assert.ok((await page.locator(".dealer .card").count()) > 1); // the hand lies on the table until the next wager
    assert.equal(await page.locator(".card.back").count(), 0);
    assert.match(await page.locator(".paid").innerText(), /won|lost|push/);
});

test("a hand is played by keys, and taken back", async () => {
    await page.locator(".wager input").press("Enter");
    await shown(page, ".hand.asked");
    const before = await page.locator(".log").innerText();
    await page.keyboard.press("s");
    await shown(page, ".wager");
    await page.locator(".facts").click();
    await page.keyboard.press("u");
    await shown(page, ".hand.asked");
    assert.equal(await page.locator(".log").innerText(), before);
});

test("keys that are pressed before the next question mean nothing", async () => {
    const other = await visit("#ruleset=casino&seed=4&tab=play");
    await other.locator(".wager button").click();
    await shown(other, ".hand.asked");
    await other.evaluate(() => {
        document.activeElement.blur();
        for (let times = 0; times < 5; times++) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
    });
    await other.waitForURL(/actions=10,hit/);
    await other.waitForTimeout(500);
    assert.equal(await other.locator(".failure").count(), 0);
    assert.match(other.url(), /actions=10,hit&/);
    await other.context().close();
});

test("hands are split and doubled at a casino table, with a hint", async () => {
    const seeds = JSON.parse(execFileSync(PYTHON, ["-c", SEEDS], { encoding: "utf8" }));
    for (const [action, seed] of Object.entries(seeds)) {
        const table = await visit(`#ruleset=casino&arguments=1000+10+human&seed=${seed}&actions=10&tab=play`);
        await shown(table, `.controls button:has-text('${action}')`);
        if (action === "split") {
            await table.locator(".tools button:has-text('Hint')").click();
            await shown(table, ".advice table.values");
            assert.match(await table.locator(".advice tr.best").innerText(), /[+-]\d+\.\d\d%/);
        } else assert.match(await table.locator(".refused").innerText(), /split\s+only when the hand is a pair/);
        await table.locator(`.controls button:has-text('${action}')`).click();
        if (action === "split") await shown(table, ".person:not(.dealer) .hand >> nth=1");
        await shown(table, action === "split" ? ".log:has-text('split')" : ".log:has-text('double')");
        await table.context().close();
    }
});

test("the address opens the same game in another browser", async () => {
    await write(page, FAULTY.replace("wagr", "wager").replace("Friday", "Freitag ♠"));
    await page.locator("#tab-transcript").click();
    await page.locator("[name=hands]").fill("2");
    await page.locator("[name=hands]").press("Tab");
    await shown(page, "pre.transcript:has-text('Hand 2')");
    await page.waitForTimeout(600);
    const transcript = await page.locator("pre.transcript").first().innerText();
    const other = await visit(new URL(page.url()).hash);
    await shown(other, "pre.transcript:has-text('Hand 2')");
    assert.equal(await other.locator("pre.transcript").first().innerText(), transcript);
    assert.match(await other.locator(".cm-content").innerText(), /Freitag ♠/);
    await other.context().close();
    const damaged = await visit("#text=%25%25");
    await shown(damaged, ".problems .good");
    await shown(damaged, ".failure:has-text('The address is damaged')");
    await damaged.context().close();
    const unknown = await visit("#ruleset=no%2Fsuch");
    await shown(unknown, ".failure:has-text('No shipped ruleset is called no/such.')");
    await unknown.context().close();
    await choose(page, "casino");
    await page.locator(".picker select").selectOption({ label: "my changed text" });
    await shown(page, ".cm-line:has-text('Freitag ♠')");
});

test("the address also has what differs from the example by its absence", async () => {
    const first = await visit("#ruleset=vegas&rounds=2");
    await first.locator("[name=players]").fill("");
    await first.locator("[name=players]").press("Tab");
    await first.locator(".settings [max='1000']").fill("0");
    await first.locator(".settings [max='1000']").press("Tab");
    await shown(first, "pre.transcript:has-text('How many players')");
    await first.waitForURL(/arguments=&.*rounds=0/);
    const other = await visit(new URL(first.url()).hash);
    await shown(other, "pre.transcript:has-text('How many players')");
    await first.context().close();
    await other.context().close();
});

test("names of players in the address keep their spaces and apostrophes", async () => {
    const words = `"safe:O'Neil:100" safe:'Ann Lee':50`;
    const other = await visit(`#ruleset=vegas&arguments=${encodeURIComponent(words)}`);
    await shown(other, "pre.transcript:has-text('Ann Lee bets')");
    assert.match(await other.locator("pre.transcript").first().innerText(), /O'Neil bets/);
    assert.equal(await other.locator("[name=players]").inputValue(), `"safe:O'Neil:100" 'safe:Ann Lee:50'`);
    await other.context().close();
});

test("a long name and one from right to left leave the table as it is", async () => {
    const words = `human:${"W".repeat(40)}:100 safe:${"ש".repeat(8)}:50`;
    const other = await visit(`#ruleset=vegas&tab=play&arguments=${encodeURIComponent(words)}`);
    await shown(other, ".wager");
    assert.ok(await other.locator("#panel-play").evaluate((panel) => panel.scrollWidth <= panel.clientWidth));
    const last = other.locator(".person h2").last();
    const [name, money] = await Promise.all(["bdi", ".money"].map((part) => last.locator(part).boundingBox()));
    assert.ok(money.x >= name.x + name.width - 1);
    await other.context().close();
});

test("the address of an empty text opens an empty text", async () => {
    const other = await visit("#ruleset=classic");
    await shown(other, ".problems .good");
    await write(other, " ");
    await other.keyboard.press("Backspace");
    await shown(other, ".problems .error");
    await other.waitForURL(/text=/);
    await other.reload();
    await shown(other, ".problems .error");
    assert.equal((await other.locator(".cm-content").innerText()).trim(), "");
    await other.context().close();
});

test("an emptied number has its default", async () => {
    const other = await visit("#ruleset=classic&arguments=200+10+3+simple");
    await other.locator("[name=minimum]").fill("");
    await other.locator("[name=minimum]").press("Tab");
    await shown(other, "pre.transcript:has-text('Player bets 5')");
    await other.waitForURL(/arguments=200\+5\+3\+simple/);
    assert.equal(await other.locator("[name=minimum]").getAttribute("placeholder"), "5");
    await other.context().close();
});

test("the name of the person is asked where several play", async () => {
    const seat = (name) => `[[players]]\nname = "${name}"\nbankroll = 500\nstrategy = "human"\n\n`;
    await write(page, `[ruleset]\ntitle = "Two"\nextends = "casino"\nformat = 1\n\n${seat("Ann")}${seat("Ben")}`);
    await shown(page, ".problems >> text=/^2 warnings$/"); // the arguments that no seat uses any more
    await page.locator("#tab-play").click();
    await shown(page, ".question >> text=/^Ann: Your wager/");
    await page.locator(".wager button").click();
    await shown(page, ".question >> text=/^Ben: Your wager/");
    await page.locator(".wager button").click();
    await shown(page, ".question >> text=/^Ann has/");
});

test("a phone has room for proposals and rules", async () => {
    const phone = await visit("#ruleset=casino", { viewport: { width: 393, height: 760 } });
    await shown(phone, "pre.transcript:has-text('Hand 1')");
    await phone.locator("#tab-transcript").focus();
    await phone.keyboard.press("ArrowLeft");
    assert.equal(await phone.locator(":focus").innerText(), "Ruleset");
    await write(phone, '[ruleset]\ntitle = "x"\nextends = "casino"\nformat = 1\n\n[rules]\n');
    await phone.keyboard.type("s");
    await shown(phone, ".cm-completionInfo");
    const list = await phone.locator(".cm-tooltip-autocomplete > ul").boundingBox();
    const info = await phone.locator(".cm-completionInfo").boundingBox();
    assert.ok(info.y >= list.y + list.height - 2 || info.y + info.height <= list.y + 2, "the explanation covers proposals");
    assert.ok(info.x >= 0 && info.x + info.width <= 393);
    await phone.keyboard.press("Escape");
    await phone.keyboard.press("Backspace");
    await shown(phone, ".problems .good");
    await phone.locator("#tab-rules").click();
    await shown(phone, ".rules h3:has-text('Outcome')");
    const wide = await phone.locator(".rules > section pre").evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth && !each.textContent.includes("against  ")).map((each) => each.textContent),
    );
    assert.deepEqual(wide, []); // only a chart is wider than a phone
    await phone.context().close();
});

test("a million hands are simulated, and a simulation is stopped", async () => {
    await choose(page, "casino");
    await page.locator("#tab-simulate").click();
    const simulate = page.locator("button:has-text('Simulate')").last();
    await simulate.click();
    await shown(page, "svg.picture");
    console.log(`# ${await page.locator(".simulate .output .help").first().innerText()}, with the start of a worker`);
    await simulate.click();
    await shown(page, "pre.report:has-text('1,000,000 hands at the table')");
    await page.locator("svg.picture").first().waitFor();
    console.log(`# ${await page.locator(".simulate .output .help").first().innerText()}`);
    await page.locator(".simulate select").selectOption("2");
    await simulate.click();
    await page.locator(".simulate button:has-text('Stop')").click();
    await shown(page, ".simulate .failure:has-text('stopped')");
});

test("the best play of infinite is found, with the values of a cell", async () => {
    await choose(page, "infinite");
    await page.locator("#tab-chart").click();
    await page.locator("button:has-text('Find the best play')").click();
    await shown(page, "table.best");
    assert.match(await page.locator(".chart strong").innerText(), /-2\.42\d\d%/);
    await page.locator("[aria-label^='hard 16 against T']").click();
    await shown(page, ".chart table.values");
    assert.match(await page.locator(".chart table.values").innerText(), /-57\.52%/);
});

test("a search goes on behind another tab, and is marked once the rules change", async () => {
    const other = await visit("#ruleset=variants/pontoon&tab=chart");
    await shown(other, ".problems .good");
    await other.locator("button:has-text('Find the best play')").click();
    await shown(other, ".chart button:has-text('Stop')");
    await other.locator("#tab-rules").click();
    await other.locator("#tab-chart").click();
    await other.waitForTimeout(200);
    assert.equal(await other.locator(".chart .help:visible").count(), 0);
    await choose(other, "casino");
    await shown(other, ".chart .help:has-text('have changed since')");
    await other.locator(".chart button:has-text('Stop')").click();
    await shown(other, ".chart .failure:has-text('Stopped')");
    await other.context().close();
});

test("the rule card and the cases are shown", async () => {
    await choose(page, "classic");
    await page.locator("#tab-rules").click();
    await shown(page, ".rules h3:has-text('Outcome')");
    await page.locator("#tab-cases").click();
    await page.locator(".cases textarea").waitFor();
    await page.waitForTimeout(500);
    await page.locator("button:has-text('Run the cases')").click();
    await shown(page, ".results .passed");
    assert.equal(await page.locator(".results .failed").count(), 0);
});

test("cases survive a change of ruleset, and their results are marked as outdated", async () => {
    const input = page.locator(".cases textarea");
    await input.fill(`${await input.inputValue()}# mine`);
    await choose(page, "infinite");
    await shown(page, ".cases .help:has-text('have changed since')");
    assert.doesNotMatch(await input.inputValue(), /# mine/);
    await choose(page, "classic");
    assert.match(await input.inputValue(), /# mine/);
    assert.equal(await page.locator(".cases .help:visible").count(), 0);
});

test("a wrong transcript gets its finding below the line", async () => {
    await choose(page, "classic");
    await page.locator("#tab-verify").click();
    await page.locator("button:has-text('Insert a correct one')").click();
    const input = page.locator(".verify textarea");
    while (!(await input.inputValue())) await page.waitForTimeout(100);
    await input.fill((await input.inputValue()).replaceAll("bets 5", "bets 6"));
    await page.locator(".verify button:has-text('Verify')").click();
    await shown(page, ".verdict.wrong");
    assert.match(await page.locator("tr.differs + tr.finding").first().innerText(), /output\.player_bets/);
    const lines = (await input.inputValue()).replaceAll("bets 6", "bets 5").split("\n");
    await input.fill(`${lines.slice(0, 12).join("\n")}\n`);
    await page.locator(".verify button:has-text('Verify')").click();
    await shown(page, "tr.differs:has-text('13') + tr.finding");
});

test("nothing serious hinders people with a screen reader or a keyboard", async () => {
    const found = [];
    await page.emulateMedia({ reducedMotion: "reduce" }); // a card that is being dealt is pale
    for (const tab of ["transcript", "play", "rules", "chart", "simulate", "cases", "verify"]) {
        await page.locator(`#tab-${tab}`).click();
        found.push(...(await check(page)).map((each) => `${tab}: ${each}`));
    }
    await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
    found.push(...(await check(page)).map((each) => `dark: ${each}`));
    assert.deepEqual(found, []);
});

test("a hostile ruleset does no harm", async () => {
    await page.locator("#tab-transcript").click();
    await write(page, HOSTILE);
    await page.locator("[name=players]").waitFor();
    await page.locator("[name=players]").fill("'safe:<i onmouseover=hacked=4>:50'");
    await page.locator("[name=players]").press("Tab");
    for (const tab of ["transcript", "play", "rules", "simulate"]) {
        await page.locator(`#tab-${tab}`).click();
        await page.waitForTimeout(300);
    }
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("main img, main script, main b").count(), 0);
    await page.evaluate(() => (location.hash = "")); // the next text comes from the draft
    await write(page, "x".repeat(1_000_000));
    await shown(page, ".problems :text('larger than')");
    await write(page, FAULTY);
    await shown(page, ".problems li.error");
});

test("an endless game is stopped, and the page goes on", async () => {
    await choose(page, "classic");
    await page.locator("#tab-transcript").click();
    await page.locator("[name=bankroll]").fill("10000");
    await page.locator("[name=minimum]").fill("1");
    await page.locator("[name=hands]").fill("10000");
    await page.locator("[name=hands]").press("Tab");
    await shown(page, "#panel-transcript .failure, pre.transcript:has-text('Hand 900')");
    await choose(page, "infinite");
    await shown(page, "pre.transcript:has-text('dollars')");
});

test("nothing was asked for elsewhere, and nothing went wrong", () => {
    assert.deepEqual(strangers, []);
});
