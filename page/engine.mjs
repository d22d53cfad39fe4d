/**
 * The compiled engine as WebAssembly: `python -m bj.compiled FOLDER wasm` makes the file.
 *
 * A game is three buffers of 64-bit integers: its program, its table, and a record of events; see
 * docs/design.md. Everything is a BigInt here, because a number of JavaScript has only 53 bits.
 */

const PAGE = 65536;
const SPARE = 64; // spare numbers after the end of a buffer, see bj/engine/layout/compiled_buffers.py
const UNLIMITED = 1n << 62n; // the budget for the work of a call
const ONE_GAME = 0n;
const NEXT_GAME = 1n;

/** The engine was stopped before it read or wrote outside its memory: a bug in bj. Load the engine again afterwards. */
export class OutOfBoundsError extends Error {}

/** A buffer of numbers in the memory of the engine. */
export class Buffer {
    constructor(engine, address, size) {
        Object.assign(this, { engine, address, size });
    }

    /** The numbers, to read and write. They move when the engine takes more memory, so get them again after a call. */
    get numbers() {
        return new BigInt64Array(this.engine.memory.buffer, this.address, this.size);
    }
}

export class Engine {
    /** Compile the engine from the bytes of its file. */
    static async load(bytes) {
        const { instance } = await WebAssembly.instantiate(bytes, {});
        return new Engine(instance.exports);
    }

    constructor(functions) {
        this.functions = functions;
        this.memory = functions.memory;
        this.end = (functions.__heap_base.value + 7) & ~7;
        this.scratch = this.buffer(new BigInt64Array(64));
    }

    /** Copy numbers into the memory of the engine. */
    buffer(numbers) {
        const address = this.end;
        this.end += 8 * (numbers.length + SPARE);
        const missing = this.end - this.memory.buffer.byteLength;
        if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
        const made = new Buffer(this, address, numbers.length);
        made.numbers.set(numbers);
        return made;
    }

    /** Free the memory of all buffers. */
    clear() {
        this.end = this.scratch.address + 8 * (this.scratch.size + SPARE);
    }

    /** Play until the engine needs something from outside. Returns the status, a number of `Stop`. */
    advance(program, table, events) {
        return this.call("bj_play", [program, table, events], ONE_GAME, UNLIMITED);
    }

    /** Play one game after another, with a program for tallied games. Returns the status. */
    playGames(program, table, events) {
        return this.call("bj_play", [program, table, events], NEXT_GAME, UNLIMITED);
    }

    /** Seed the random generators of a table. */
    seedGenerators(table, generator, seed) {
        this.call("bj_seed_generators", [table], BigInt(generator), BigInt.asIntN(64, BigInt(seed)));
    }

    /** Call an entry with buffers and three numbers. Returns its result. */
    call(name, buffers, first = 0n, second = 0n, third = 0n) {
        const places = buffers.flatMap((each) => [BigInt(each.address), BigInt(each.size + SPARE)]);
        this.scratch.numbers.set([0n, first, second, third, ...places]); // see bj/engine/layout/library_call_layout.py
        let status;
        try {
            status = this.functions[name](this.scratch.address);
        } catch (error) {
            if (error instanceof WebAssembly.RuntimeError) throw new OutOfBoundsError(error.message);
            throw error;
        }
        if (status) throw new OutOfBoundsError("a buffer is too short");
        return Number(this.scratch.numbers[0]);
    }
}
