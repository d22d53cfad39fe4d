/**
 * Build the page: `npm run build` writes `dist`, a folder that any web server can serve.
 *
 * Everything is pinned: packages of npm in package-lock.json, packages of Python in requirements.txt. Python on this
 * machine (BJ_PYTHON, the environment of the checkout, or python3) downloads the packages and makes the compiled engine;
 * without numba or wasm-ld, the page has only the plain engine.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { loadPyodide } from "pyodide";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const WORK = join(HERE, "build");
const DIST = join(HERE, "dist");
const PYODIDE = join(HERE, "node_modules", "pyodide");
const PYTHON =
    process.env.BJ_PYTHON ?? [join(ROOT, ".venv", "bin", "python")].find((file) => existsSync(file)) ?? "python3";
const LEFT_OUT = ["cli", "language_server", "grading", "authoring"]; // rooms that the page does not use

function python(...words) {
    const environment = { ...process.env, PYTHONPATH: join(ROOT, "src") };
    return execFileSync(PYTHON, words, { encoding: "utf8", env: environment, stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** The files in a folder and its subfolders, as sorted paths. */
function filesIn(folder, names = /./) {
    const found = readdirSync(folder, { recursive: true }).filter((path) => names.test(path));
    return found.filter((path) => statSync(join(folder, path)).isFile()).sort();
}

/** The wheels of the Python packages, downloaded once. */
function downloadWheels() {
    const wanted = join(HERE, "requirements.txt");
    const folder = join(WORK, createHash("sha256").update(readFileSync(wanted)).digest("hex").slice(0, 16));
    if (!existsSync(folder)) {
        const platforms = ["--platform", "pyemscripten_2026_0_wasm32", "--platform", "any"];
        const tags = ["--implementation", "cp", "--abi", "cp314", "--abi", "none", "--python-version", "3.14"];
        const how = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--quiet"];
        python("-m", "pip", "download", ...how, ...platforms, ...tags, "-r", wanted, "-d", `${folder}.part`);
        cpSync(`${folder}.part`, folder, { recursive: true });
        rmSync(`${folder}.part`, { recursive: true });
    }
    return readdirSync(folder).map((name) => join(folder, name));
}

/** The library of the compiled engine, made again only if its sources change; nothing if it cannot be made. */
function makeEngine() {
    const script = "from pathlib import Path; from bj.native.library import fingerprint as f; import bj; print(f(Path(bj.__file__).parent))";
    const file = join(WORK, `engine-${python("-c", script)}.so`);
    if (!existsSync(file)) {
        try {
            python("-P", "-m", "bj.compiled", WORK, "pyodide");
        } catch (error) {
            console.warn(`the page has no compiled engine: ${String(error.stderr ?? error).trim().split("\n").pop()}`);
            return [];
        }
    }
    return [file];
}

/** The files of bj that the page needs, as paths in the package. */
function filesOfBj(engine) {
    const source = join(ROOT, "src", "bj");
    const files = filesIn(source, /\.(py|toml)$/).filter((path) => !LEFT_OUT.includes(path.split("/")[0]));
    const rulesets = filesIn(join(ROOT, "rulesets"), /\.(toml|txt)$/);
    return [
        ...files.map((path) => [`bj/${path}`, join(source, path)]),
        ...rulesets.map((path) => [`bj/rulesets/${path}`, join(ROOT, "rulesets", path)]),
        ...engine.map((file) => [`bj/native/${relative(WORK, file)}`, file]),
    ];
}

/** Compile all Python files in Pyodide, put them into one file, and ask for the shipped rulesets. */
async function packPython(wheels, files) {
    const runtime = await loadPyodide({ indexURL: PYODIDE });
    for (const wheel of wheels) runtime.unpackArchive(new Uint8Array(readFileSync(wheel)), "zip", { extractDir: "/site" });
    for (const [path, file] of files) {
        runtime.FS.mkdirTree(`/site/${dirname(path)}`);
        runtime.FS.writeFile(`/site/${path}`, new Uint8Array(readFileSync(file)));
    }
    const licences = runtime.runPython(readFileSync(join(HERE, "pack.py"), "utf8"));
    const shelf = runtime.runPython("shelf");
    return { site: gzipSync(runtime.FS.readFile("/site.bin"), { level: 9 }), shelf, licences };
}

/** The licences of the packages in the bundles, and of everything that is copied. */
function collectLicences(metafile, ofPython) {
    const folders = new Set(["node_modules/pyodide"]);
    for (const path of Object.keys(metafile.inputs)) {
        const match = /^node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path);
        if (match) folders.add(match[0]);
    }
    const parts = [["bj", readFileSync(join(ROOT, "LICENSE"), "utf8")]];
    for (const folder of [...folders].sort()) {
        const about = JSON.parse(readFileSync(join(HERE, folder, "package.json"), "utf8"));
        const file = readdirSync(join(HERE, folder)).find((name) => /^licen[cs]e/i.test(name));
        const text = file ? readFileSync(join(HERE, folder, file), "utf8") : `${about.license}; ${about.homepage ?? ""}`;
        parts.push([`${about.name} ${about.version} (${about.license})`, text]);
    }
    const all = [...parts, ...JSON.parse(ofPython)];
    return all.map(([name, text]) => `${name}\n${"=".repeat(name.length)}\n\n${text.trim()}\n`).join("\n\n");
}

async function bundle(entry, more = {}) {
    return esbuild.build({
        entryPoints: [join(HERE, "src", entry)],
        outdir: DIST,
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2022",
        absWorkingDir: HERE,
        metafile: true,
        legalComments: "none",
        ...more,
    });
}

mkdirSync(WORK, { recursive: true });
rmSync(DIST, { recursive: true, force: true });
mkdirSync(join(DIST, "pyodide"), { recursive: true });
const packed = await packPython(downloadWheels(), filesOfBj(makeEngine()));
writeFileSync(join(DIST, "site.bin"), packed.site);
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"])
    cpSync(join(PYODIDE, name), join(DIST, "pyodide", name));
const lock = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf8"));
writeFileSync(join(DIST, "pyodide", "pyodide-lock.json"), JSON.stringify({ ...lock, packages: {} }));
const version = createHash("sha256").update(packed.site).digest("hex").slice(0, 12);
const define = { VERSION: JSON.stringify(version), SHELF: packed.shelf };
const page = await bundle("main.ts", { define });
await bundle("worker.ts", { define });
const stamp = createHash("sha256").update(readFileSync(join(DIST, "main.js"))).update(readFileSync(join(DIST, "worker.js")));
const style = readFileSync(join(HERE, "src", "style.css"));
writeFileSync(join(DIST, "style.css"), (await esbuild.transform(style, { loader: "css", minify: true })).code);
const html = readFileSync(join(HERE, "src", "index.html"), "utf8");
writeFileSync(join(DIST, "index.html"), html.replaceAll("VERSION", stamp.update(style).digest("hex").slice(0, 12)));
writeFileSync(join(DIST, "licences.txt"), collectLicences(page.metafile, packed.licences));

const contents = filesIn(DIST).map((path) => readFileSync(join(DIST, path)));
const whole = contents.reduce((sum, content) => sum + content.length, 0);
const squeezed = contents.reduce((sum, content) => sum + gzipSync(content).length, 0);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${relative(process.cwd(), DIST)}: ${megabytes(whole)}, ${megabytes(squeezed)} compressed`);
