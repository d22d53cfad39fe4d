"""Measures the speed of simulations: on one core compared with C++, on two cores, and in a new process.

    python benchmarks/simulate.py [--rounds N]

Prints the hands per second of a simulation on one core, with all statistics, in the best of several rounds.
Prints the ratio to a C++ program that takes turns with the simulation, and has no statistics. It plays the
classic game or, for casino tables, a table with six packs. A hand of a table with two players counts as two
hands. These rates are per second of processor time, which other load hardly changes. Then prints the speed of
the compiled engine relative to the plain engine, and that of simulations with histories. The other numbers
are elapsed times, for which the machine should be idle: the speed-up by two workers, and the time from the
start of a process to its first result.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from run import build_cpp, run_cpp

from bj.argument_values import fill_arguments
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.session.engines import PLAIN, Engine, compiled_engine
from bj.simulation.blocks import play_block
from bj.simulation.jobs import BLOCK, Job, Unit, make_job
from bj.simulation.simulation import simulate

ODDS = Path(__file__).parents[1] / "rulesets" / "odds"
CPP_HANDS = 1_000_000
HISTORY_HANDS = 4_000_000
LEAST = 0.15
"""The minimum time in seconds of a measurement."""

FIRST = """
from bj.simulation.simulation import simulate
print(simulate("classic", hands=100_000, workers=1).key)
"""


class Game(NamedTuple):
    """A game to simulate."""

    name: str
    ruleset: str | Path
    arguments: Sequence[str]
    unit: Unit = "hands"
    rounds: int = 0
    seats: int = 1
    yardstick: str = "classic"
    """The name of the C++ program to compare with."""

    def job(self) -> Job:
        """The job of a simulation of this game."""
        checked = load_ruleset(find_ruleset(str(self.ruleset)))
        values = fill_arguments(checked.model.command_line, self.arguments, {})
        return make_job(checked, values, self.unit, rounds=self.rounds)


GAMES = [
    Game("classic, simple", "classic", ["10000", "5", "10000", "simple"]),
    Game("classic, counting", "classic", ["10000", "5", "10000", "counting"]),
    Game("trick, simple", "trick", ["10000", "10000", "5", "simple"]),
    Game("tournament", "sos_vs_sc", ["100", "100", "simple", "sc"], "games"),
    Game("tournament, revised", "sos_vs_sc_revised", ["100", "100", "simple", "sc"], "games"),
    Game("vegas, two seats", "vegas", ["safe:A:100", "random:B:100"], "hands", 1000, 2),
    Game("infinite", ODDS / "infinite_best.toml", []),
    Game("infinite, doubling", ODDS / "infinite_double_best.toml", []),
    Game("casino", "casino", ["1000000", "1000000", "basic"], yardstick="six_packs"),
    Game(
        "casino, surrender", "casino/las_vegas_strip", ["1000000", "1000000", "basic"], yardstick="six_packs"
    ),
]


def rate(game: Game, job: Job, engine: Engine, first: int, least: float = LEAST) -> float:
    """The hands per second of processor time, in as many blocks as take ``least`` seconds."""
    size = BLOCK[game.unit] if engine is not PLAIN else BLOCK[game.unit] // 50
    hands, index = 0, first
    begun = time.process_time()
    while time.process_time() < begun + least:
        hands += game.seats * play_block(job, index, size, engine).hands
        index += 1
    return hands / (time.process_time() - begun)


def cpp_seconds(program: Path, out: Path) -> float:
    """The processor time in seconds that the C++ program takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run_cpp(program, CPP_HANDS, "quiet", out)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def two_workers(amount: dict[str, int], arguments: Sequence[str], ruleset: str, rounds: int) -> float:
    """The ratio of the speed of two workers to the speed of one, each in the best of several rounds."""

    def seconds(workers: int) -> float:
        begun = time.perf_counter()
        simulate(ruleset, arguments, workers=workers, engine="compiled", **amount)
        return time.perf_counter() - begun

    pairs = [(seconds(1), seconds(2)) for _ in range(rounds)]
    return min(one for one, _ in pairs) / min(two for _, two in pairs)


def first_result() -> float:
    """The seconds in which a new process loads a ruleset, simulates 100,000 hands and prints the report."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def relative_rate_of_histories(folder: Path, suffix: str) -> float:
    """The speed of a simulation that writes histories, relative to one that does not, on one core."""

    def seconds(histories: Path | None) -> float:
        begun = time.process_time()
        simulate("casino", ["1000000", "1000", "basic"], hands=HISTORY_HANDS, workers=1, histories=histories)
        return time.process_time() - begun

    return seconds(None) / seconds(folder / f"hands.{suffix}")


def best(rounds: int, measure: Callable[[], float]) -> float:
    """The largest of several measurements."""
    return max(measure() for _ in range(rounds))


def main() -> None:
    """Measure, and print rates and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each kind, in turn; the best counts")
    options = parser.parse_args()
    compiled = compiled_engine()
    jobs = {game.name: game.job() for game in GAMES}
    rates = {game.name: 0.0 for game in GAMES}
    yardsticks: dict[str, float] = {}
    for job in jobs.values():  # the first block is not timed
        play_block(job, 0, 1, compiled)
    with tempfile.TemporaryDirectory() as name:
        programs = {each: build_cpp(Path(name), each) for each in ("classic", "six_packs")}
        for number in range(options.rounds):
            for each, program in programs.items():
                if program:
                    measured = CPP_HANDS / cpp_seconds(program, Path(name, "out"))
                    yardsticks[each] = max(yardsticks.get(each, 0.0), measured)
            for game in GAMES:
                measured = rate(game, jobs[game.name], compiled, 1000 * number)
                rates[game.name] = max(rates[game.name], measured)
    print(f"\n{'':22} {'hands/s':>12} {'/ C++':>8}")
    for label, found in yardsticks.items():
        print(f"{f'C++, {label}':22} {found:12,.0f}")
    for game in GAMES:
        found, yardstick = rates[game.name], yardsticks.get(game.yardstick)
        print(f"{game.name:22} {found:12,.0f}" + (f" {found / yardstick:8.2f}" if yardstick else ""))
    print()
    for game in (GAMES[0], GAMES[3]):
        plain = best(options.rounds, lambda game=game: rate(game, jobs[game.name], PLAIN, 0, 0.5))  # type: ignore[misc]
        print(f"{game.name}: compiled / plain {rates[game.name] / plain:.0f}")
    classic = two_workers({"hands": 3_000_000}, GAMES[0].arguments, "classic", 3 * options.rounds)
    print(f"classic: two workers / one {classic:.2f}")
    tournament = two_workers({"games": 5_000}, GAMES[3].arguments, "sos_vs_sc", 3 * options.rounds)
    print(f"tournament: two workers / one {tournament:.2f}")
    with tempfile.TemporaryDirectory() as name:
        for suffix in ("parquet", "arrow"):
            found = best(3, lambda: relative_rate_of_histories(Path(name), suffix))  # noqa: B023
            print(f"casino: histories as {suffix} / silent {found:.2f}")
    first = -best(options.rounds, lambda: -first_result())
    print(f"from the start of a process to the result of 100,000 hands: {first:.2f} s")


if __name__ == "__main__":
    main()
