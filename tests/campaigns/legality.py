"""Try every action, and invalid numbers, at every decision of random games at both speeds.

    python tests/campaigns/legality.py [GAMES]

The legal actions by the rules of the file must be those that a question offers and those that the engines
accept. The exit code is 0 if this holds in all games.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.engine.legality import all_ask, judge
from tests.engine.variants import Variant, ruleset

from bj.catalogue.actions import ACTIONS
from bj.compiler.compile import compile_ruleset
from bj.session.engines import PLAIN, compiled_engine

SEEDS = 20
"""With how many seeds each ruleset is played."""


def main(games: int) -> int:
    """Judge this many games, and print how often each action was legal."""
    engines = (PLAIN, compiled_engine())
    found: Counter[int] = Counter()
    wrong = 0
    for number in range(-(-games // SEEDS)):
        variant: Variant = all_ask(ruleset(number))
        checked = variant.load()
        for seed in range(SEEDS):
            try:
                found += judge(variant, compile_ruleset(checked, variant.values, seed), seed, engines)
            except AssertionError:
                wrong += 1
                print(f"ruleset {number}: seed {seed} differs")
    counts = ", ".join(f"{name} {found[row.number]:,}" for name, row in ACTIONS.items())
    print(f"legal at decisions of {games:,} games: {counts}; {wrong} games differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
