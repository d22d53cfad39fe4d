"""Free Bet with an infinite shoe: the recursion meets the known value, and the ruleset plays best."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.oracle import free_bet_odds as odds
from tests.oracle.casino_odds import CHANCES, UPCARDS, Hand, hand_of
from tests.oracle.playing import deed_of
from tests.oracle.test_odds import KNOWN

from bj.ruleset.load import load_ruleset, shipped_rulesets


def test_recursion_meets_the_known_value() -> None:
    """The recursion finds the known value, to all the digits that are given."""
    assert odds.value() == pytest.approx(KNOWN["variants/free_bet"], abs=5.1e-9)


def test_the_ruleset_plays_every_hand_best() -> None:
    """What the ruleset does with any hand, whoever has put its wager up, is what brings the most."""
    checked = load_ruleset(shipped_rulesets()["variants/free_bet"])
    worse = []

    def look(hand: Hand, upcard: int, options: Mapping[str, float], own: int, first: int = 0) -> None:
        facts = {
            **{"total": hand.total, "soft": hand.soft, "cards": hand.cards},
            **{"pair": first > 0, "first": first, "free_wager": 1 - own},
            "upcard": 11 if upcard == 1 else upcard,
        }
        deed = deed_of(checked, "basic", facts, options)
        if options[deed] < max(options.values()) - 1e-12:
            worse.append((facts, deed, options))

    for upcard in UPCARDS:
        for own in (0, 1):
            for cards in (2, 3):
                for total in range(5 if cards == 2 else 6, 21):
                    for soft in (False, True) if total > 12 else (False,):
                        if (total, cards) != (20, 2) or soft:
                            look(
                                Hand(total, soft, cards),
                                upcard,
                                odds.options(Hand(total, soft, cards), upcard, own),
                                own,
                            )
        for worth in CHANCES:
            look(
                hand_of(worth, worth),
                upcard,
                odds.first(worth, worth, upcard),
                1,
                11 if worth == 1 else worth,
            )
    assert worse == []
