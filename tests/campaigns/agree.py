"""Play the shipped rulesets that need no person at both speeds, and compare every event.

    python tests/campaigns/agree.py [SEEDS]

All choices of their arguments are played with each of the seeds. The exit code is 0 if they agree.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.session.agreeing import RULESETS, both_speeds, choices_of, game_of

from bj.engine.face.view import Stop
from bj.session.engines import compiled_engine


def main(seeds: int) -> int:
    """Compare this many seeds of everything, and print how many games differ."""
    fast = compiled_engine()
    wrong = 0
    for name in RULESETS:
        games = events = 0
        for choice in choices_of(name):
            for seed in range(seeds):
                plain, compiled = both_speeds(game_of(name, choice, seed), fast)
                games += 1
                events += len(plain.events)
                if plain != compiled or plain.status != Stop.DONE:
                    wrong += 1
                    print(f"{name} {dict(choice)}: seed {seed} differs")
        print(f"{name}: {games:,} games, {events:,} numbers of events")
    print(f"{wrong} games differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
