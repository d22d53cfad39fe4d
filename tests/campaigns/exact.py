"""Analyse every ruleset with a known value, including all casino rules, and compare to the last digit.

    python tests/campaigns/exact.py [GAME]…

The exit code is 1 if a value differs. Needs the compiled engine.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.oracle.test_odds import KNOWN, RULESETS

import bj

UNKNOWN = ("variants/spanish_21", "variants/spanish_21_redoubled")
"""Games that cannot be analysed, because too many facts of a hand matter."""

DIGITS = 5.1e-9
"""The largest difference from a known value with this many digits."""

EIGHT_HANDS = 2e-7
"""The largest difference if the known value allows any number of splits, and the ruleset eight hands."""


def main(games: list[str]) -> int:
    """Analyse the games, and print the number that differ."""
    wrong = []
    for game in games:
        value = bj.analyze(RULESETS / f"{game}.toml").players[0].edge
        bound = EIGHT_HANDS if "unlimited" in game else DIGITS
        if abs(value - KNOWN[game]) > bound:
            wrong.append(game)
        print(f"{game:40} {100 * KNOWN[game]:.6f}% {100 * value:.10f}%", flush=True)
    print(f"{len(games)} games; different: {', '.join(wrong) or 'none'}")
    return int(bool(wrong))


if __name__ == "__main__":
    exact = [game for game in KNOWN if game not in UNKNOWN and not game.startswith("fresh/")]
    sys.exit(main(sys.argv[1:] or exact))
