// The extension: starts `bj server`, and runs commands of bj about the ruleset that is being edited.

import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { candidates, commandFor, findPython, page, quote } from "./finding";

let client: LanguageClient | undefined;
let python: string | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const register = (name: string, act: () => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, act));
  register("bj.restart", start);
  register("bj.play", play);
  register("bj.ruleCard", () => show("Rule card", "show"));
  register("bj.chart", () => show("Best play", "solve"));
  register("bj.simulate", () => show("Simulation", "simulate"));
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => (event.affectsConfiguration("bj") ? start() : undefined)),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** Start the server, or say what is missing. */
async function start(): Promise<void> {
  await client?.stop();
  client = undefined;
  const setting = vscode.workspace.getConfiguration("bj").get("python", "");
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const found = await findPython(candidates(setting, await interpreter(), folders));
  if (!("python" in found)) {
    python = undefined;
    await complain(found.missing, found.remedy);
    return;
  }
  python = found.python;
  client = new LanguageClient(
    "bj",
    "bj rulesets",
    { command: python, args: commandFor("server") },
    {
      documentSelector: [
        { language: "toml", scheme: "file" },
        { language: "toml", scheme: "untitled" },
      ],
    },
  );
  await client.start();
}

/** The interpreter that is chosen in the Python extension, if that is installed. */
async function interpreter(): Promise<string> {
  const extension = vscode.extensions.getExtension("ms-python.python");
  const api = extension && (await extension.activate());
  return api?.environments?.getActiveEnvironmentPath?.()?.path ?? "";
}

/** Say what is missing, with what can be done about it. */
async function complain(missing: string, remedy: string): Promise<void> {
  const choices = [...(remedy ? ["Install It"] : []), "Choose a Python"];
  const choice = await vscode.window.showWarningMessage(missing, ...choices);
  if (choice === "Install It") {
    const terminal = vscode.window.createTerminal("bj");
    terminal.show();
    terminal.sendText(remedy);
  } else if (choice === "Choose a Python") {
    await vscode.commands.executeCommand("workbench.action.openSettings", "bj.python");
  }
}

/** The saved file of the ruleset that is being edited. */
async function currentFile(): Promise<string | undefined> {
  if (!python) {
    await start(); // bj may have been installed meanwhile; else it says what is missing
  }
  if (!python) {
    return undefined;
  }
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "toml" || document.isUntitled) {
    await vscode.window.showInformationMessage("Open and save a ruleset first.");
    return undefined;
  }
  await document.save();
  return document.fileName;
}

/** Play a game in a terminal. */
async function play(): Promise<void> {
  const file = await currentFile();
  if (file && python) {
    const terminal = vscode.window.createTerminal({ name: "bj", shellPath: python, shellArgs: commandFor("run", file) });
    terminal.show();
  }
}

/** Show the output of a command in a panel next to the text. */
async function show(title: string, command: "show" | "solve" | "simulate"): Promise<void> {
  const file = await currentFile();
  if (!file || !python) {
    return;
  }
  const panel = vscode.window.createWebviewPanel("bj", title, vscode.ViewColumn.Beside);
  panel.webview.html = page(title, "…");
  let isOpen = true;
  const running = execFile(python, commandFor(command, file), { maxBuffer: 2 ** 24 }, (_, output, errors) => {
    if (isOpen) {
      panel.webview.html = page(title, output || errors);
    }
  });
  panel.onDidDispose(() => {
    isOpen = false;
    running.kill();
  });
}
