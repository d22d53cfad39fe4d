"""Free Bet with an infinite shoe: the recursion meets the known value, and the ruleset plays best."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.oracle import free_bet_odds as odds
from tests.oracle.casino_odds import CHANCES, UPCARDS, Hand, hand_of
from tests.oracle.playing import deed_of
from tests.oracle.test_odds import KNOWN, RULESETS

import bj
from bj.ruleset.load import load_ruleset, shipped_rulesets
from bj.simulation.simulation import has_fast


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
                        hand = Hand(total, soft, cards)
                        if (total, cards) != (20, 2) or soft:
                            look(hand, upcard, odds.options(hand, upcard, own), own)
        for worth in CHANCES:
            hand, rank = hand_of(worth, worth), 11 if worth == 1 else worth
            first = odds.first(worth, worth, upcard)
            look(hand, upcard, first, 1, rank)
            for own in (0, 1) if max(first, key=lambda each: first[each]) == "P" else ():
                look(hand, upcard, {**odds.options(hand, upcard, own), "P": 9.0}, own, rank)
    assert worse == []


@pytest.mark.skipif(not has_fast(), reason="takes minutes without the compiled engine")
@pytest.mark.usefixtures("exact_values_are_compiled")
def test_the_engine_finds_the_same_value() -> None:
    """The exact value of the ruleset is that of the best play, to the last digits."""
    (player,) = bj.analyze(RULESETS / "variants" / "free_bet.toml").players
    assert player.edge == pytest.approx(odds.value(), abs=1e-12)
