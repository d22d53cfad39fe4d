"""Play random tables of casinos by the engine and by a slow statement of the rules, and compare bankrolls.

    python tests/campaigns/casino.py [TABLES] [FIRST]

Plays this many tables, up to 50 rounds each, from the seed FIRST on. The exit code is 0 if every bankroll is
the same after every round.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.oracle.casino_games import compare

ROUNDS = 50
"""Of a table at most."""


def main(tables: int, first: int) -> int:
    """Play this many tables, and print how many rounds there were and which tables differ."""
    rounds, wrong = 0, []
    for seed in range(first, first + tables):
        try:
            rounds += compare(seed, ROUNDS)
        except AssertionError:
            wrong.append(seed)
    print(f"{rounds:,} rounds at {tables:,} tables; different: {wrong or 'none'}")
    return int(bool(wrong))


if __name__ == "__main__":
    amount, start = [*map(int, sys.argv[1:]), *[300, 0][len(sys.argv) - 1 :]]
    sys.exit(main(amount, start))
