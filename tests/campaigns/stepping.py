"""Random games of all shipped rulesets: `bj.State` against sessions, seeds against cards applied one by one.

    python tests/campaigns/stepping.py [GAMES]

The record of a stepped game is that of a session with the same answers, and that of a game to which every
card and cut is applied; the probabilities of chance outcomes sum to 1. The exit code is 0 if nothing differs.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.session.test_speeds import values_of
from tests.session.test_state import agrees_with_session, deal_again, play

import bj
from bj.errors import UsageError
from bj.ruleset.files import shipped_rulesets


def main(games: int) -> int:
    """Play, and compare."""
    names, different, dealt = sorted(shipped_rulesets()), 0, 0
    checked = {name: bj.load_ruleset(name) for name in names}
    for seed in range(games):
        name = names[seed % len(names)]
        told = play(bj.State(checked[name], values_of(name), seed=seed), seed)
        is_same = agrees_with_session(told)
        try:
            again = bj.State(checked[name], values_of(name), seed=seed, explicit_chance=True)
        except UsageError:  # cards are put back, and not equally likely
            pass
        else:
            dealt += 1
            is_same = is_same and deal_again(told, again).events[: len(told.events)] == told.events
            play(again, seed, len(again.actions) + 5)  # which sums up probabilities
        if not is_same:
            different += 1
            print(f"{name}, seed {seed}: differs")
    print(f"{games:,} games, {dealt:,} of them with cards applied, {different} with a difference")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10_000))
