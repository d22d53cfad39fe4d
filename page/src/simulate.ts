/** The tab with a simulation: its progress, the odds, pictures, and the report. */

import { button, download, el, fill, labelled, svg } from "./dom.ts";
import { failure } from "./failure.ts";
import { Outdated } from "./outdated.ts";
import { percent } from "./play.ts";
import { game, type Shared, type Tab } from "./state.ts";

interface Estimate {
    value: number | null;
    error: number | null;
    low: number | null;
    high: number | null;
}

interface Player {
    name: string;
    strategy: string;
    hands: number;
    edge: Estimate;
    shares: Record<string, Estimate>;
}

interface Purse {
    name: string;
    start: number;
    distribution: [number, number][];
}

interface Simulation {
    hands: number;
    players: Player[];
    games: { games: number; purses: Purse[] } | null;
}

const AMOUNTS: [words: string, unit: string, amount: number][] = [
    ["100,000 hands", "hands", 1e5],
    ["1,000,000 hands", "hands", 1e6],
    ["10,000,000 hands", "hands", 1e7],
    ["1,000 games", "games", 1e3],
    ["10,000 games", "games", 1e4],
];

const LIKELY_WIDTH = 640;
const ROW = 34;
const BINS = 40;

export class SimulateTab implements Tab {
    readonly id = "simulate";
    readonly title = "Simulate";
    readonly hasSettings = true;
    readonly isHeavy = true;
    readonly panel = el("div", { class: "simulate" });
    private output = el("div", { class: "output" });
    private amount = el("select", {}, ...AMOUNTS.map(([words], place) => el("option", { value: place, selected: place === 1 }, words)));

    private outdated = new Outdated();

    constructor(private shared: Shared) {
        const tools = el("div", { class: "tools" }, labelled("amount", this.amount), button("Simulate", () => this.run(), { class: "primary" }));
        this.panel.append(tools, this.outdated.note, this.output);
    }

    update(): void {
        this.shared.remember();
        this.outdated.compare(game(this.shared));
    }

    private run(): void {
        if (!this.shared.facts()) return;
        const { heavy } = this.shared;
        const [, unit, amount] = AMOUNTS[Number(this.amount.value)] as [string, string, number];
        const bar = el("progress", { max: 1, value: 0, "aria-label": "Share of the work done" });
        const said = el("span", { role: "status" }, "Starting …");
        fill(this.output, el("div", { class: "tools" }, bar, said, button("Stop", () => heavy.stop())));
        const parameters = game(this.shared);
        this.outdated.begin(parameters);
        const start = performance.now();
        heavy
            .ask<{ report: string; result: Simulation }>(
                "simulate",
                { ...parameters, unit, amount },
                {
                    progress: (told) => {
                        bar.value = told.share ?? 0;
                        said.textContent = `${(told.hands ?? 0).toLocaleString("en")} hands`;
                    },
                },
            )
            .then((found) => this.show(found.result, found.report, (performance.now() - start) / 1000))
            .catch((error: unknown) => fill(this.output, failure(error)));
    }

    private show(found: Simulation, report: string, seconds: number): void {
        const players = found.players.map((player) => {
            const { value, low, high } = player.edge;
            const known = value !== null && low !== null && high !== null;
            return el(
                "p",
                { class: "result" },
                el("bdi", {}, player.name),
                ` (${player.strategy}) `,
                el("strong", {}, value === null ? "–" : percent(value)),
                known ? ` per initial wager, 95% interval ${percent(low)} to ${percent(high)}` : "",
            );
        });
        const purses = found.games?.purses ?? [];
        fill(
            this.output,
            el("p", { class: "help" }, `${found.hands.toLocaleString("en")} hands in ${seconds.toFixed(1)} s`),
            ...players.slice(0, 8),
            picture(found.players.slice(0, 8)),
            ...purses.slice(0, 4).map(histogram),
            el("details", { open: true }, el("summary", {}, "Report"), el("pre", { class: "report", role: "region", tabindex: 0, "aria-label": "Report" }, report)),
            el("div", { class: "tools" }, button("Save the report", () => download("simulation.txt", report))),
        );
    }
}

/** Bars with the shares of hands won, pushed and lost. */
function picture(players: Player[]): SVGElement | HTMLElement {
    const left = 120;
    const width = LIKELY_WIDTH - left - 10;
    const all = svg("svg", { viewBox: `0 0 ${LIKELY_WIDTH} ${players.length * ROW + 30}`, role: "img", "aria-label": "Shares of hands won, pushed and lost", class: "picture" });
    players.forEach((player, row) => {
        let at = left;
        all.append(svg("text", { x: left - 8, y: row * ROW + 21, "text-anchor": "end" }, player.name.slice(0, 16)));
        for (const kind of ["won", "pushed", "lost"]) {
            const share = player.shares[kind]?.value ?? 0;
            const size = share * width;
            all.append(svg("rect", { x: at, y: row * ROW + 4, width: Math.max(size - 1, 0), height: ROW - 10, class: `bar-${kind}` }));
            if (size > 45) all.append(svg("text", { x: at + size / 2, y: row * ROW + 21, "text-anchor": "middle", class: "on-bar" }, `${(100 * share).toFixed(1)}%`));
            at += size;
        }
    });
    ["won", "pushed", "lost"].forEach((kind, place) => {
        const x = left + place * 110;
        const y = players.length * ROW + 8;
        all.append(svg("rect", { x, y, width: 12, height: 12, class: `bar-${kind}` }), svg("text", { x: x + 18, y: y + 11 }, kind));
    });
    return all;
}

/** A histogram of the bankrolls at the end of games. */
function histogram(purse: Purse): SVGElement {
    const low = Math.min(...purse.distribution.map(([money]) => money));
    const high = Math.max(...purse.distribution.map(([money]) => money));
    const size = Math.max((high - low) / BINS, 1e-9);
    const counts = new Array<number>(BINS).fill(0);
    for (const [money, games] of purse.distribution) counts[Math.min(Math.floor((money - low) / size), BINS - 1)]! += games;
    const most = Math.max(...counts);
    const width = LIKELY_WIDTH / BINS;
    const all = svg("svg", { viewBox: `0 0 ${LIKELY_WIDTH} 170`, role: "img", "aria-label": `Bankrolls of ${purse.name} at the end of games, from ${low} to ${high}`, class: "picture" });
    counts.forEach((count, bin) => all.append(svg("rect", { x: bin * width, y: 140 - (120 * count) / most, width: width - 1, height: (120 * count) / most, class: "bar-won" })));
    const start = ((purse.start - low) / (high - low || 1)) * LIKELY_WIDTH;
    all.append(
        svg("line", { x1: start, x2: start, y1: 10, y2: 140, class: "mark" }),
        svg("text", { x: 0, y: 158 }, String(low)),
        svg("text", { x: LIKELY_WIDTH, y: 158, "text-anchor": "end" }, String(high)),
        svg("text", { x: LIKELY_WIDTH / 2, y: 158, "text-anchor": "middle" }, `bankrolls of ${purse.name.slice(0, 20)} at the end; the line is the start`),
    );
    return all;
}
