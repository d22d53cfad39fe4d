"""Kill simulations with a checkpoint at random moments, and check that each ends with the same numbers.

    python tests/campaigns/kill_simulation.py [COUNT]

Each simulation is killed by ``kill -9`` and restarted with the same command, until it ends or has been killed
five times and may finish; COUNT is the number of kills. Its numbers must be those of an undisturbed
simulation. All hands that it reported as played before a kill must be in the file, and everything in the file
must stay there. The exit code is 0 if all of this holds.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

SCRIPT = """
import sys
from bj.simulation.simulation import simulate
if __name__ == "__main__":
    engine, workers, file, ruleset, kind, amount, rounds, *arguments = sys.argv[1:]
    found = simulate(
        ruleset, arguments, engine=engine, workers=int(workers), rounds=int(rounds), checkpoint=file or None,
        progress=lambda hands, share: print(hands, flush=True), **{kind: int(amount)},
    )
    print("key", found.key, flush=True)
"""

SIMULATIONS = [
    ["compiled", "2", "classic", "hands", "8000000", "0", "1000", "5", "1000", "counting"],
    ["compiled", "1", "sos_vs_sc", "games", "40000", "0", "simple", "sc"],
    ["plain", "2", "vegas", "games", "3000", "5", "safe:A:100", "random:B:60"],
    ["plain", "1", "classic", "hands", "300000", "0", "60", "5", "50", "simple"],
]


MOST = 5
"""How often one simulation is killed."""


class Ended(NamedTuple):
    """How a simulation ended."""

    told: list[int]
    """The number of hands that it reported as played, at any time."""
    key: str
    """Its results, or nothing if it was killed."""
    seconds: float


def run(file: Path | None, words: list[str], folder: Path, seconds: float | None = None) -> Ended:
    """Run a simulation with a checkpoint, and kill it after some seconds."""
    script, printed = folder / "script.py", folder / "printed"
    script.write_text(SCRIPT, "utf-8")
    engine, workers, *rest = words
    begun = time.monotonic()
    with printed.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, str(script), engine, workers, str(file or ""), *rest], stdout=out
        )
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    lines = [line for line in printed.read_text("utf-8").split("\n")[:-1] if line]
    key = lines.pop().removeprefix("key ") if lines and lines[-1].startswith("key ") else ""
    return Ended([int(line) for line in lines], key, time.monotonic() - begun)


def whole_lines(file: Path) -> bytes:
    """The lines of a checkpoint that are whole."""
    content = file.read_bytes() if file.exists() else b""
    return content[: content.rfind(b"\n") + 1]


def kill_one(
    words: list[str], whole: Ended, folder: Path, chance: random.Random, most: int
) -> tuple[int, int, str]:
    """Kill one simulation until it ends: how often, after how many blocks in all, and what was wrong."""
    file = folder / "checkpoint"
    file.unlink(missing_ok=True)
    killed = blocks = 0
    before = b""
    while killed < most:
        ended = run(file, words, folder, whole.seconds * chance.random())
        after = whole_lines(file)
        if not after.startswith(before):
            return killed, blocks, "what was in the file has changed"
        if ended.key:
            break
        killed += 1
        kept = after.count(b"\n") - 1
        blocks += max(0, kept)
        told = max(ended.told, default=0)
        if told > hands_in(after):
            return killed, blocks, f"{told} hands were reported, and {hands_in(after)} are in the file"
        before = after
    ended = run(file, words, folder)
    wrong = "" if ended.key == whole.key else f"the numbers differ: {ended.key} and not {whole.key}"
    return killed, blocks, wrong


def hands_in(lines: bytes) -> int:
    """The hands that whole lines of a checkpoint have."""
    return sum(json.loads(line[9:])["tally"]["hands"] for line in lines.splitlines()[1:])


def main(count: int) -> int:
    """Kill simulations this many times in the middle, and print how many went wrong."""
    chance = random.Random()  # noqa: S311  # moments to kill a simulation are no secret
    killed = blocks = ended = wrong = number = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wholes = [run(None, words, folder) for words in SIMULATIONS]
        while killed < count:
            words, whole = SIMULATIONS[number % len(SIMULATIONS)], wholes[number % len(SIMULATIONS)]
            kills, kept, problem = kill_one(words, whole, folder, chance, min(MOST, count - killed))
            killed, blocks, ended, number = killed + kills, blocks + kept, ended + 1, number + 1
            if problem:
                wrong += 1
                print(f"{' '.join(words)}: {problem}")
    print(f"{ended} simulations killed {killed} times with {blocks} blocks in their files, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
