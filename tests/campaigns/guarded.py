"""Play random extreme rulesets on guarded memory and compiled, and compare everything.

    python tests/campaigns/guarded.py [COUNT] [FIRST]

Hands of other rulesets are searched on guarded sequences, for their value or the best play.

Plays COUNT rulesets, from the seed FIRST on, in separate processes on every core. The exit code is 0 if
nothing was read or written outside its block, and both engines ended in the same way.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

BATCH = 250
"""The number of rulesets that one process plays, because it must first import the engine twice."""

SEARCHED = 20
"""A hand is searched once for this many rulesets."""


def play(first: int, count: int) -> Counter[str]:
    """Play rulesets in this process; return the number of games for each outcome."""
    from tests.engine.extremes import compare
    from tests.engine.guarded_search import look_through

    from bj.session.engines import compiled_engine

    gc.set_threshold(100_000, 20, 20)  # few objects refer to each other
    fast = compiled_engine()
    ends: Counter[str] = Counter()
    for seed in range(first, first + count):
        try:
            ends[compare(seed, fast)] += 1
            if seed % SEARCHED == 0:
                ends[look_through(seed // SEARCHED, fast=True)] += 1
        except Exception as error:  # any error needs its seed
            ends[f"WRONG: seed {seed}: {type(error).__name__}: {str(error)[:200]}"] += 1
    return ends


def play_apart(first: int) -> Counter[str]:
    """Play a batch in a separate process, which may crash."""
    command = [sys.executable, "-X", "faulthandler", __file__, "--batch", str(first)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        return Counter({f"WRONG: the process of seeds {first} to {first + BATCH - 1} died: {done.stderr}": 1})
    return Counter({line.split("\t")[1]: int(line.split("\t")[0]) for line in done.stdout.splitlines()})


def main(count: int, first: int) -> int:
    """Play this many rulesets, or as many as the time allows, and print the results."""
    ends: Counter[str] = Counter()
    with ThreadPoolExecutor(os.cpu_count()) as crew:
        batches = crew.map(play_apart, range(first, first + count, BATCH))
        try:
            for batch in batches:
                ends.update(batch)
        except KeyboardInterrupt:
            crew.shutdown(wait=False, cancel_futures=True)
    print(f"{ends.total():>8,}  rulesets and searches")
    for words, number in sorted(ends.items()):
        print(f"{number:>8,}  {words}")
    return int(any(words.startswith("WRONG") for words in ends))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--batch"]:
        for words, number in play(int(sys.argv[2]), BATCH).items():
            print(f"{number}\t{' '.join(words.split())}")
    else:
        amount, start = [*map(int, sys.argv[1:]), *[5_000, 0][len(sys.argv) - 1 :]]
        sys.exit(main(amount, start))
