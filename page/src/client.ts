/** A client of a worker. It starts the worker for the first request, and again after a failure or a stop. */

export interface Refusal {
    message: string;
    remedy: string;
}

/** bj has refused a request, with a message and a remedy. */
export class RefusedError extends Error {
    constructor(readonly refusal: Refusal) {
        super(refusal.message);
    }
}

/** A request was stopped by the user or by its time limit. */
export class StoppedError extends Error {}

/** The worker has failed because of a bug in bj. It is started again. */
export class BrokenError extends Error {}

export interface Progress {
    hands?: number;
    share?: number;
    calls?: number;
}

interface Pending {
    resolve: (result: unknown) => void;
    reject: (error: Error) => void;
    progress?: (told: Progress) => void;
    timer?: number;
}

interface Message {
    id?: number;
    answer?: string;
    progress?: Progress;
    stage?: string;
    broken?: string;
}

declare const VERSION: string;

export class Client {
    private worker?: Worker;
    private pending = new Map<number, Pending>();
    private last = 0;
    private isReady = false;

    /** `stage` is called with each stage of the start, and with an empty string at its end. */
    constructor(private stage: (words: string) => void = () => {}) {}

    get isBusy(): boolean {
        return this.pending.size > 0;
    }

    /** Start the worker before the first request. */
    begin(): void {
        this.worker ??= this.start();
    }

    /** Call a method and return its result. The time limit begins when the worker is ready. */
    ask<T>(
        method: string,
        parameters: object,
        options: { seconds?: number; progress?: (told: Progress) => void } = {},
    ): Promise<T> {
        const worker = (this.worker ??= this.start());
        const id = ++this.last;
        return new Promise<T>((resolve, reject) => {
            const pending: Pending = { resolve: resolve as (result: unknown) => void, reject };
            if (options.progress) pending.progress = options.progress;
            this.pending.set(id, pending);
            const limit = (): void => {
                if (options.seconds && this.pending.has(id))
                    pending.timer = window.setTimeout(
                        () => this.stop(`Stopped: bj took more than ${options.seconds} s.`),
                        1000 * options.seconds,
                    );
            };
            if (this.isReady) limit();
            else this.whenReady.push(limit);
            worker.postMessage({ id, request: JSON.stringify({ method, parameters }) });
        });
    }

    /** Stop all requests and end the worker. The next request starts it again. */
    stop(why = "Stopped."): void {
        this.end(new StoppedError(why));
    }

    private whenReady: (() => void)[] = [];

    private start(): Worker {
        const worker = new Worker(new URL(`worker.js?v=${VERSION}`, import.meta.url), { type: "module" });
        this.isReady = false;
        worker.onmessage = (event: MessageEvent<Message>) => this.take(event.data);
        worker.onerror = (event) => this.end(new BrokenError(event.message || "the worker could not start"));
        return worker;
    }

    private take(message: Message): void {
        if (message.stage !== undefined) {
            this.stage(message.stage);
            if (!message.stage) {
                this.isReady = true;
                this.whenReady.splice(0).forEach((each) => each());
            }
        }
        if (message.broken) this.end(new BrokenError(message.broken));
        const pending = message.id === undefined ? undefined : this.pending.get(message.id);
        if (!pending) return;
        if (message.progress) pending.progress?.(message.progress);
        if (message.answer === undefined) return;
        this.pending.delete(message.id as number);
        clearTimeout(pending.timer);
        const answer = JSON.parse(message.answer) as { result?: unknown; error?: Refusal };
        if (answer.error) pending.reject(new RefusedError(answer.error));
        else pending.resolve(answer.result);
    }

    private end(error: Error): void {
        this.worker?.terminate();
        delete this.worker;
        this.isReady = false;
        this.whenReady = [];
        const lost = [...this.pending.values()];
        this.pending.clear();
        for (const each of lost) {
            clearTimeout(each.timer);
            each.reject(error);
        }
        this.stage("");
    }
}
