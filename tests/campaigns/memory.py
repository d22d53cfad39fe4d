"""Play games whose numbers are damaged between protected pages, and count how they end.

    python tests/campaigns/memory.py [TRIALS] [FIRST]

A trial puts wrong numbers into the program, the table or the record of a random game, or into the buffers of
a search, and calls the compiled engine. The call must end as usual, with a fault, or with an
OutOfBoundsError; it may be endless. The exit code is 1 if a process crashed, or a number next to a buffer was
written.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from pydantic import ValidationError  # noqa: E402  # the folder of the tests has to be known first
from tests.engine.damage import Game, play, search, try_apart  # noqa: E402  # the same
from tests.engine.extremes import any_order, extreme  # noqa: E402  # the same

from bj.compiler.compile import compile_ruleset  # noqa: E402  # the same
from bj.errors import BjError  # noqa: E402  # the same
from bj.ruleset.check import check  # noqa: E402  # the same
from bj.ruleset.model import Ruleset  # noqa: E402  # the same
from bj.session.engines import compiled_engine  # noqa: E402  # the same

TRIALS_OF_A_GAME = 10
SEARCHES = 10
"""One in this many trials is a search."""

RULESET = ROOT / "rulesets" / "infinite.toml"
HARMLESS = {"played", "stopped", "refused", "endless"}


def games(first: int) -> Iterator[Game]:
    """Random games with extremes, recorded and tallied in turn."""
    for seed in range(first, sys.maxsize):
        variant = extreme(seed)
        try:
            with any_order():
                checked, _ = check(Ruleset.model_validate(variant.data))
                if checked is not None:
                    is_tallied = seed % 2 == 0
                    compiled = compile_ruleset(checked, variant.values, seed, tallied=is_tallied)
                    yield Game(compiled, is_tallied)
        except (BjError, ValidationError):
            continue


def run(trials: int, first: int) -> Counter[str]:
    """Run this many trials; return the number of trials for each outcome."""
    compiled_engine()  # made once, for all processes

    ends: Counter[str] = Counter()
    some, chance = games(first), Random(first)  # noqa: S311  # a campaign that can be repeated
    game = next(some)
    for number in range(trials):
        if number % TRIALS_OF_A_GAME == 0:
            game = next(some)
        seed, damages = first + number, chance.choice([1, 3, 30])
        if number % SEARCHES == SEARCHES - 1:
            end = try_apart(partial(search, RULESET, damages), seed)
        else:
            end = try_apart(partial(play, game, damages), seed)
        ends[end if end in HARMLESS else f"WRONG: {end}"] += 1
        if end not in HARMLESS:
            print(f"trial {number} from seed {first}: {end}", flush=True)
    return ends


def main(trials: int, first: int) -> int:
    """Run this many trials, and print their outcomes."""
    ends = run(trials, first)
    for words, number in sorted(ends.items()):
        print(f"{number:>8,}  {words}")
    return int(any(words.startswith("WRONG") for words in ends))


if __name__ == "__main__":
    amount, start = [*map(int, sys.argv[1:]), *[2_000, 0][len(sys.argv) - 1 :]]
    sys.exit(main(amount, start))
