"""Deal recorded games again by hand, card by card and cut by cut, at both speeds.

    python tests/campaigns/by_hand.py [GAMES]

Half of them are games of the shipped rulesets, the others of random ones. The exit code is 0 if every event
and every question of every game is the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.engine.by_hand import compare
from tests.engine.variants import asking
from tests.session.agreeing import choices_of, game_of

from bj.compiler.compile import Compiled
from bj.ruleset.files import shipped_rulesets
from bj.session.engines import PLAIN, compiled_engine


def shipped_games() -> Iterator[tuple[str, Compiled]]:
    """Games of all shipped rulesets with all choices of their arguments, again and again."""
    for seed in count():
        for name in shipped_rulesets():
            for choice in choices_of(name):
                yield f"{name} {dict(choice)}, seed {seed}", game_of(name, choice, seed)


def random_games() -> Iterator[tuple[str, Compiled]]:
    """Games of random rulesets."""
    for seed in count():
        yield f"random ruleset {seed}", asking(seed).compile(seed)


def main(games: int) -> int:
    """Deal this many games again, and print how many differ."""
    engines = (PLAIN, compiled_engine())
    wrong = given = 0
    for what, game in chain(islice(shipped_games(), games // 2), islice(random_games(), games - games // 2)):
        try:
            given += len(compare(game, engines).given)
        except AssertionError:
            wrong += 1
            print(f"{what} differs")
    print(f"{games:,} games with {given:,} cards and cuts: {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
