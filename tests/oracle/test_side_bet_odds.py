"""Side bets: counting reproduces the known values, and the rulesets pay the counted ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest
from tests.engine.hand_facts import facts_of, holds
from tests.oracle.side_bet_odds import DECK, Card, ladies, match, pairs, three_cards, twenties, value
from tests.session.games import shipped

from bj.cards import card_number

THREE = "twenty_one_plus_three"
KNOWN = {
    (THREE, 4): -4.243920,
    (THREE, 6): -3.238572,
    (THREE, 8): -2.736028,
    ("perfect_pairs", 6): -6.109325,
    ("perfect_pairs", 8): -4.096386,
    ("lucky_ladies", 1): -38.159879,
    ("lucky_ladies", 2): -30.045392,
    ("lucky_ladies", 6): -24.708906,
    ("lucky_ladies", 8): -24.046003,
    ("royal_match", 1): -10.859729,
    ("royal_match", 6): -6.665842,
}
"""Values in percent of the stake, by bet and number of packs."""

PAYS: dict[str, Callable[[Sequence[Card]], Fraction]] = {
    THREE: three_cards,
    "perfect_pairs": pairs,
    "lucky_ladies": twenties,
    "royal_match": match,
}
NOT_DEALT = 0


@pytest.mark.parametrize(("bet", "packs"), KNOWN)
def test_counting_meets_the_known_value(bet: str, packs: int) -> None:
    """The value of a bet equals the known one in all published digits."""
    found = ladies(packs) if bet == "lucky_ladies" else value(PAYS[bet], 3 if bet == THREE else 2, packs)
    assert float(100 * found) == pytest.approx(KNOWN[bet, packs], abs=5.1e-7)


@pytest.mark.parametrize("bet", PAYS)
def test_the_ruleset_pays_what_was_counted(bet: str) -> None:
    """For all cards, the pay table of a ruleset pays what was counted; the dealer shows a five."""
    table = shipped(f"side_bets/{bet}").model.side_bets[bet].pay_table
    thirds = [[(2, "S")], [(14, "H")], [(9, "D")]] if bet == THREE else [[]]
    for first, second, third in product(DECK[::3], DECK, thirds):
        cards = [first, second, *third]
        numbers = [card_number(rank - 2, "SHCD".index(suit)) for rank, suit in cards]
        facts = facts_of({"rules": {"target": 21}}, numbers, NOT_DEALT, [3], 10)
        row = next((row for row in table if holds(row.when, facts)), None)
        found = Fraction(*map(int, row.pays.split(":"))) if row else Fraction(-1)
        assert found == PAYS[bet](cards), cards
