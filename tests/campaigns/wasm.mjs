// Play games on the engine as WebAssembly: `node wasm.mjs ENGINE GAMES RESULTS`; see wasm.py for the files.

import { readFileSync, writeFileSync } from "node:fs";
import { Engine } from "../../page/engine.mjs";

const [engineFile, gamesFile, resultsFile] = process.argv.slice(2);
const engine = await Engine.load(readFileSync(engineFile));
const bytes = readFileSync(gamesFile);
const words = new BigInt64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
const results = [];
let seconds = 0;
for (let at = 0; at < words.length; ) {
    const [tallied, ...sizes] = [...words.subarray(at, at + 4)].map(Number);
    at += 4;
    engine.clear();
    const buffers = sizes.map((size) => engine.buffer(words.subarray(at, (at += size))));
    const start = performance.now();
    const status = tallied ? engine.playGames(...buffers) : engine.advance(...buffers);
    seconds += (performance.now() - start) / 1000;
    results.push(BigInt64Array.of(BigInt(status)), ...buffers.slice(1).map((each) => each.numbers.slice()));
}
writeFileSync(resultsFile, Buffer.concat(results.map((each) => new Uint8Array(each.buffer))));
console.log(seconds);
