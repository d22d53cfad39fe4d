"""Turn every line of the shipped rulesets' transcripts back into its event.

    python tests/campaigns/inverse.py [GAMES]

Plays this many games of each ruleset, with all its arguments in turn and with people. The exit code is 0 if
every single line gives its event, and no event that would not make this line.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.record.backwards import Judge, games
from tests.session.games import shipped

from bj.ruleset.files import shipped_rulesets


def turn_back(name: str, count: int) -> int:
    """Turn back the lines of this many games; return the numbers of lines and of wrong games."""
    wrong = lines = shared = 0
    for number, (compiled, events) in enumerate(games(name, count)):
        judge = Judge(compiled, shipped(name))
        try:
            judge.judge_game(events)
        except AssertionError as error:
            wrong += 1
            print(f"{name}: game {number}: {error}")
        lines += judge.lines
        shared += judge.shared
    print(f"{name}: {count:,} games, {lines:,} lines, {shared:,} of them of two events or more", flush=True)
    return wrong


def main(count: int) -> int:
    """Turn back this many games of each ruleset."""
    wrong = sum(turn_back(name, count) for name in sorted(shipped_rulesets()))
    print(f"{wrong} games went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
