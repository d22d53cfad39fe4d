// The part of the extension that needs no VS Code: finding Python, and starting the server that it finds.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as rpc from "vscode-jsonrpc/node";
import { candidates, commandFor, findPython, page } from "../src/finding.ts";

const PYTHON = process.env.BJ_PYTHON ?? "python3";

test("a setting is the only candidate", () => {
  assert.deepEqual(candidates("/opt/python", "/usr/bin/python3", []), [
    { python: "/opt/python", from: "the setting `bj.python`" },
  ]);
});

test("the chosen interpreter comes first", () => {
  assert.deepEqual(
    candidates("", "/chosen", []).map((each) => each.python),
    ["/chosen", "python3", "python"],
  );
});

test("a Python without bj is not taken, and the reason is said", async () => {
  const found = await findPython([{ python: join(tmpdir(), "no python"), from: "the path" }]);
  assert.deepEqual(found, { missing: "bj was not found in any Python.", remedy: "" });
});

test("the output of a command is no markup", () => {
  assert.match(page("<b>", "a < b && c"), /<pre>a &#60; b &#38;&#38; c<\/pre>/);
});

test("the server that is found publishes diagnostics", { timeout: 180_000 }, async (context) => {
  const found = await findPython([
    { python: "no such python", from: "the path" },
    { python: PYTHON, from: "the path" },
  ]);
  assert.ok("python" in found, JSON.stringify(found));
  const server = spawn(found.python, commandFor("server"), { cwd: mkdtempSync(join(tmpdir(), "bj-")) });
  context.after(() => server.kill());
  const connection = rpc.createMessageConnection(server.stdout, server.stdin);
  const published = new Promise<{ diagnostics: { code: string }[] }>((resolve) => {
    connection.onNotification("textDocument/publishDiagnostics", resolve);
  });
  connection.listen();
  const { capabilities } = await connection.sendRequest<{ capabilities: Record<string, unknown> }>("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  for (const name of ["completionProvider", "hoverProvider", "renameProvider", "inlayHintProvider"]) {
    assert.ok(capabilities[name], name);
  }
  await connection.sendNotification("initialized", {});
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri: "untitled:a.toml", languageId: "toml", version: 1, text: '[ruleset]\ntitel = "x"\nextends = "classic"\n' },
  });
  assert.deepEqual(
    (await published).diagnostics.map((each) => each.code),
    ["BJ201"],
  );
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  connection.dispose();
});
