"""Exact odds of games that others have also computed. Shares nothing with `bj`.

    python tests/oracle/odds.py

prints what every game of ``GAMES`` brings the player per initial wager.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.oracle.recursion import PACK, WITHOUT_TENS, Hand, Table


def like_the_dealer(hand: Hand, _: int) -> float:
    """The player draws like the dealer."""
    return float(hand.total < 17)


def simple(hand: Hand, upcard: int) -> float:
    """The course's Simple player."""
    total = hand.total
    if hand.soft:
        return float(total <= 17 or (total == 18 and upcard not in (2, 7, 8)))
    if total <= 11:
        return 1.0
    if total == 12:
        return float(upcard not in (4, 5, 6))
    return float(total <= 16 and upcard not in (2, 3, 4, 5, 6))


def at_random(hand: Hand, _: int) -> float:
    """The course's Random player."""
    total = hand.total
    return 1.0 if total <= 9 else 0.8 if total <= 12 else 0.7 if total <= 15 else 0.5 if total <= 18 else 0.0


S17 = Table()
H17 = Table(hits_soft_17=True)
CLASSIC = Table(dealer_natural=False, peeks=False)

INFINITE_DECK: Mapping[str, Table] = {
    "infinite_best": Table(hands=1, doubles=None),
    "infinite_double_best": Table(hands=1, peeks=False),
    "infinite_double_original_bets": Table(hands=1),
}
"""Rulesets whose charts are the best play with an infinite deck and no splits."""

CASINOS: Mapping[str, Table] = {
    "s17": S17,
    "h17": H17,
    "s17_unlimited_resplits": replace(S17, hands=0),
    "s17_unlimited_resplits_of_aces": replace(S17, hands=0, ace_hands=0),
    "s17_late_surrender": replace(S17, late_surrender=True),
    "h17_late_surrender": replace(H17, late_surrender=True),
    "s17_no_das_split_once": replace(S17, double_after_split=False, hands=2),
    "s17_never_split": replace(S17, hands=1),
    "s17_resplit_aces": replace(S17, ace_hands=4),
    "s17_hit_split_aces": replace(S17, hit_split_aces=True),
    "s17_double_9_to_11": replace(
        S17, doubles=lambda hand: hand.cards == 2 and not hand.soft and 9 <= hand.total <= 11
    ),
    "s17_never_double": replace(S17, doubles=None),
    "s17_double_any_number": replace(S17, doubles=lambda _: True),
    "s17_no_hole_card": replace(S17, peeks=False),
    "s17_early_surrender": replace(S17, early_surrender=True),
    "s17_naturals_6_to_5": replace(S17, natural=1.2),
    "s17_push_22": replace(S17, pushes_22=True),
    "s17_five_cards": replace(S17, charlie=5),
    "s17_lost_ties_of_17": replace(S17, lost_ties=frozenset({17})),
}
"""The tables of casinos by name."""

GAMES: Mapping[str, Table] = {
    **INFINITE_DECK,
    **{f"casino/{name}": table for name, table in CASINOS.items()},
    "casino/s17_spanish_pack": replace(S17, deck=WITHOUT_TENS),
    "infinite_like_dealer": Table(draws_as=like_the_dealer),
    "simple_infinite": replace(CLASSIC, draws_as=simple),
    "simple_fresh_pack": replace(CLASSIC, draws_as=simple, deck=PACK),
    "random_infinite": replace(CLASSIC, draws_as=at_random, natural=None, lost_ties=frozenset(range(22))),
    "fresh_pack_like_dealer": Table(draws_as=like_the_dealer, deck=PACK, peeks=False),
}
"""All games by the names of their rulesets."""


if __name__ == "__main__":
    for name, table in GAMES.items():
        print(f"{name:40} {100 * table.value:.7f}%")
