"""Compares the speeds of the plain engine, the compiled engine and a small C++ program of the same game.

    python benchmarks/run.py [--hands N] [--rounds N]

Plays the classic ruleset without a transcript, with a bankroll that never runs out. The plain engine and the
C++ program also write a transcript to a file. The programs take turns for several rounds. Prints the hands
per second of the best round, and the ratios. The times exclude start-up. The C++ program is compiled with
``g++ -O2``, and left out if there is no compiler.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bj.compiler.compile import compile_ruleset
from bj.engine.face.driving import no_record
from bj.errors import UsageError
from bj.record.transcript_lines import Script
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.session.engines import PLAIN, Engine, compiled_engine
from bj.session.game import Game

HERE = Path(__file__).parent
BANKROLL = 10**12


def play(checked: Checked, engine: Engine, hands: int, transcript: Path | None) -> tuple[float, int]:
    """Play ``hands`` hands. Return the time in seconds, and the final bankroll as a check."""
    values = {"bankroll": BANKROLL, "minimum": 5, "hands": hands, "player": "simple"}
    compiled = compile_ruleset(checked, values, 0)
    game = Game(compiled, Script(checked, compiled), engine)
    if transcript is None:
        silence = engine.ints(no_record())
        start = time.perf_counter()
        engine.play(game.program, game.table, silence)
        seconds = time.perf_counter() - start
    else:
        with transcript.open("wb") as out:
            start = time.perf_counter()
            for text in game.transcript():
                out.write(text)
            out.flush()
            seconds = time.perf_counter() - start
    return seconds, game.view.bankroll(0)


def build_cpp(folder: Path, name: str = "classic") -> Path | None:
    """Compile the C++ program called ``name`` into ``folder``. Without a compiler, say so and return None."""
    compiler = shutil.which("g++")
    if compiler is None:
        print(f"no g++ on this machine: the C++ program {name} is left out")
        return None
    program = folder / name
    source = str(HERE / f"{name}.cpp")
    subprocess.run([compiler, "-O2", "-std=c++17", "-o", str(program), source], check=True)
    return program


def run_cpp(program: Path, hands: int, mode: str, transcript: Path) -> tuple[float, int]:
    """Play with the C++ program. Return the time in seconds that it measures, and its final bankroll."""
    with transcript.open("wb") as out:
        ran = subprocess.run(
            [str(program), str(hands), mode], check=True, stdout=out, stderr=subprocess.PIPE, text=True
        )
    seconds, bankroll = ran.stderr.split()
    return float(seconds), int(bankroll)


def main() -> None:
    """Measure, and print hands per second and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hands", type=int, default=20_000, help="hands of a plain round; others play more")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each kind, in turn; the best counts")
    options = parser.parse_args()
    checked = load_ruleset(find_ruleset("classic"))
    engines = [PLAIN]
    try:
        engines.append(compiled_engine())
    except UsageError as error:
        print(f"{error.message}: left out")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out = folder / "transcript.txt"
        cpp = build_cpp(folder)
        sizes = {"plain": options.hands, "compiled": 25 * options.hands, "C++": 25 * options.hands}
        best: dict[tuple[str, str], float] = {}
        results: dict[tuple[str, int], set[int]] = {}

        def note(kind: str, mode: str, measured: tuple[float, int]) -> None:
            rate = sizes[kind] / measured[0]
            best[kind, mode] = max(rate, best.get((kind, mode), 0.0))
            results.setdefault((mode, sizes[kind]), set()).add(measured[1])

        for engine in engines:  # the first call of the compiled engine compiles
            start = time.perf_counter()
            play(checked, engine, 10, None)
            print(f"{engine.name}: first ten hands after {time.perf_counter() - start:.2f} s")
        for _ in range(options.rounds):
            for engine in engines:
                note(engine.name, "silent", play(checked, engine, sizes[engine.name], None))
                if engine is PLAIN:
                    note(engine.name, "transcript", play(checked, engine, sizes[engine.name], out))
            if cpp:
                for mode in ("quiet", "endl"):
                    note("C++", mode, run_cpp(cpp, sizes["C++"], mode, out))
        report(best)
        if any(len(bankrolls) > 1 for bankrolls in results.values()):
            sys.exit("the programs do not agree on the final bankroll")


def report(best: dict[tuple[str, str], float]) -> None:
    """Print the rates, and the ratios to the C++ program of the same run."""
    print(f"\n{'':10} {'':12} {'hands/s':>12}")
    for (kind, mode), rate in best.items():
        print(f"{kind:10} {mode:12} {rate:12,.0f}")
    print()
    for kind, mode, yardstick in (
        ("plain", "silent", "quiet"),
        ("compiled", "silent", "quiet"),
        ("plain", "transcript", "endl"),
    ):
        if (kind, mode) in best and ("C++", yardstick) in best:
            ratio = best[kind, mode] / best["C++", yardstick]
            print(f"{kind} {mode} / C++ {yardstick}: {ratio:.4f}")


if __name__ == "__main__":
    main()
