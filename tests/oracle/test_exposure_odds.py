"""Double Exposure with an infinite shoe: the recursion meets the known value, and the ruleset plays best."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.oracle import exposure_odds as odds
from tests.oracle.casino_odds import Hand, hand_of
from tests.oracle.playing import deed_of
from tests.oracle.test_odds import KNOWN, RULESETS

import bj
from bj.ruleset.load import load_ruleset, shipped_rulesets
from bj.simulation.simulation import has_fast


def test_recursion_meets_the_known_value() -> None:
    """The recursion finds the known value, to all the digits that are given."""
    assert odds.value() == pytest.approx(KNOWN["variants/double_exposure"], abs=5.1e-9)


def test_the_ruleset_plays_every_hand_best() -> None:
    """What the ruleset does with any hand against any two cards of the dealer is what brings the most."""
    checked = load_ruleset(shipped_rulesets()["variants/double_exposure"])
    worse = []
    pairs = [(one, two) for one, two, _ in odds.deals() if one <= two]
    hands = [Hand(total, soft, 3) for soft in (False, True) for total in range(13 if soft else 6, 22)]

    def look(hand: Hand, dealer: Hand, options: Mapping[str, float], first: int = 0) -> None:
        facts = {
            **{"total": hand.total, "soft": hand.soft, "cards": hand.cards},
            **{"pair": first > 0, "first": first},
            **{"dealer_total": dealer.total, "dealer_soft": dealer.soft},
        }
        deed = deed_of(checked, "basic", facts, options)
        if options[deed] < max(options.values()) - 1e-12:
            worse.append((facts, deed, options))

    for dealer in {hand_of(*pair) for pair in pairs} - {hand_of(1, 10)}:
        for hand in [*hands, hand_of(1, 10)]:
            look(hand, dealer, odds.options(hand, dealer))
        for one, two in pairs:
            if hand_of(one, two).total < 21:
                pair = (11 if one == 1 else one) if one == two else 0
                look(hand_of(one, two), dealer, odds.first(one, two, dealer), pair)
                look(hand_of(one, two), dealer, odds.options(hand_of(one, two), dealer), pair)
    assert worse == []


@pytest.mark.skipif(not has_fast(), reason="takes minutes without the compiled engine")
@pytest.mark.usefixtures("exact_values_are_compiled")
def test_the_engine_finds_the_same_value() -> None:
    """The exact value of the ruleset is that of the best play, to the last digits."""
    (player,) = bj.analyze(RULESETS / "variants" / "double_exposure.toml").players
    assert player.edge == pytest.approx(odds.value(), abs=1e-12)
