"""Double Exposure with an infinite shoe: the recursion meets the known value, and the ruleset plays best."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.oracle import exposure_odds as odds
from tests.oracle.casino_odds import Hand, hand_of
from tests.oracle.playing import deed_of
from tests.oracle.test_odds import KNOWN

from bj.ruleset.load import load_ruleset, shipped_rulesets


def test_recursion_meets_the_known_value() -> None:
    """The recursion finds the known value, to all the digits that are given."""
    assert odds.value() == pytest.approx(KNOWN["variants/double_exposure"], abs=5.1e-9)


def test_the_ruleset_plays_every_hand_best() -> None:
    """What the ruleset does with any hand against any two cards of the dealer is what brings the most."""
    checked = load_ruleset(shipped_rulesets()["variants/double_exposure"])
    worse = []
    for up, other, _ in odds.deals():
        dealer = hand_of(up, other)

        def look(hand: Hand, options: Mapping[str, float], first: int, dealer: Hand = dealer) -> None:
            facts = {
                **{"total": hand.total, "soft": hand.soft, "cards": hand.cards},
                **{"pair": first > 0, "first": first},
                **{"dealer_total": dealer.total, "dealer_soft": dealer.soft},
            }
            deed = deed_of(checked, "basic", facts, options)
            if options[deed] < max(options.values()) - 1e-12:
                worse.append((facts, deed, options))

        hands = [Hand(total, soft, 3) for soft in (False, True) for total in range(13 if soft else 6, 22)]
        for hand in [*hands, hand_of(1, 10)] if dealer.total < 21 else ():
            look(hand, odds.options(hand, dealer), 0)
        for one, two, _ in odds.deals() if dealer.total < 21 else ():
            hand = hand_of(one, two)
            if hand.total < 21:
                pair = (11 if one == 1 else one) if one == two else 0
                look(hand, odds.first(one, two, dealer), pair)
                look(hand, odds.options(hand, dealer), pair)
    assert worse == []
