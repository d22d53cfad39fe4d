// The Python in which bj is installed: the first of several candidates that can serve an editor.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A Python, and the reason to ask it. */
export interface Candidate {
  python: string;
  from: string;
}

/** What the search for a Python has found: one that can serve, or words about what is missing. */
export type Found = { python: string } | { missing: string; remedy: string };

/** The candidates in their order: what the user has set is the only one. */
export function candidates(setting: string, interpreter: string, folders: readonly string[]): Candidate[] {
  if (setting) {
    return [{ python: setting, from: "the setting `bj.python`" }];
  }
  const environment = process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
  const own = folders.map((folder) => join(folder, ".venv", ...environment)).filter((path) => existsSync(path));
  return [
    ...(interpreter ? [{ python: interpreter, from: "the Python extension" }] : []),
    ...own.map((python) => ({ python, from: "the folder" })),
    { python: "python3", from: "the path" },
    { python: "python", from: "the path" },
  ];
}

/** The first candidate that has bj with its extra for editors. */
export async function findPython(all: readonly Candidate[]): Promise<Found> {
  let best: Found | undefined;
  for (const { python, from } of all) {
    const state = await ask(python);
    if (state === "serves") {
      return { python };
    }
    if (state === "lacks pygls") {
      best ??= {
        missing: `bj is installed in ${python}, but not the package that serves editors.`,
        remedy: `${quote(python)} -m pip install "pygls>=2.1,<3"`,
      };
    } else if (state === "lacks bj" && from !== "the path") {
      best ??= { missing: `bj is not installed in ${python}, from ${from}.`, remedy: "" };
    }
  }
  return best ?? { missing: "bj was not found in any Python.", remedy: "" };
}

/** Whether a Python can serve editors. */
function ask(python: string): Promise<"serves" | "lacks pygls" | "lacks bj" | "fails"> {
  const questions = "import importlib.util as u; print(u.find_spec('bj') is not None, u.find_spec('pygls') is not None)";
  return new Promise((resolve) => {
    execFile(python, ["-c", questions], { timeout: 10_000 }, (error, output) => {
      const [bj, pygls] = output.trim().split(" ");
      resolve(error ? "fails" : bj !== "True" ? "lacks bj" : pygls !== "True" ? "lacks pygls" : "serves");
    });
  });
}

/** A word of a command line. */
export function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : process.platform === "win32" ? `& "${word}"` : `'${word.replace(/'/g, "'\\''")}'`;
}

/** The arguments of Python for a command of bj. */
export function commandFor(name: "server" | "run" | "show" | "solve" | "simulate", ...files: string[]): string[] {
  return ["-m", "bj", name, ...files];
}

/** A page with the output of a command. */
export function page(title: string, text: string): string {
  const escape = (words: string) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>pre { font-family: var(--vscode-editor-font-family); white-space: pre-wrap }</style>
<title>${escape(title)}</title></head><body><pre>${escape(text)}</pre></body></html>`;
}
