"""Exact odds of Double Exposure with an infinite shoe, by recursion over all cards. Shares nothing with `bj`.

    python tests/oracle/exposure_odds.py

Both cards of the dealer are seen, and the dealer hits soft 17; ties are lost, but for those of naturals. Any
two cards may be doubled, after a split even 21.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from tests.oracle.casino_odds import CHANCES, Hand, hand_of


@cache
def ends(dealer: Hand) -> Mapping[int, float]:
    """How probable each total of the dealer's is, 0 for a bust."""
    if dealer.total > 17 or (dealer.total == 17 and not dealer.soft):
        return {dealer.total if dealer.total <= 21 else 0: 1.0}
    found: dict[int, float] = {}
    for worth, chance in CHANCES.items():
        for end, share in ends(limited(dealer.add(worth))).items():
            found[end] = found.get(end, 0.0) + chance * share
    return found


def limited(hand: Hand) -> Hand:
    """The hand with no more cards than make a difference."""
    return Hand(hand.total, hand.soft, min(hand.cards, 3))


@cache
def stand(total: int, dealer: Hand) -> float:
    """What a hand brings that stands, or has bust."""
    if total > 21:
        return -1.0
    return sum(chance * (1 if end < total else -1) for end, chance in ends(dealer).items())


@cache
def options(hand: Hand, dealer: Hand) -> Mapping[str, float]:
    """What can be done with a hand, but to split it, and what that brings."""
    found = {"S": stand(hand.total, dealer)}
    if hand.total > 21:
        return found
    found["H"] = sum(
        chance * max(options(limited(hand.add(worth)), dealer).values()) for worth, chance in CHANCES.items()
    )
    if hand.cards == 2:
        found["D"] = 2 * sum(
            chance * stand(hand.add(worth).total, dealer) for worth, chance in CHANCES.items()
        )
    return found


@cache
def split(worth: int, dealer: Hand) -> float:
    """What a pair brings that is split once; aces get one card each."""
    return 2 * sum(
        chance
        * (
            stand(hand_of(1, drawn).total, dealer)
            if worth == 1
            else max(options(hand_of(worth, drawn), dealer).values())
        )
        for drawn, chance in CHANCES.items()
    )


def deals() -> Iterator[tuple[int, int, float]]:
    """The two cards of a hand, and how probable they are."""
    for one, first in CHANCES.items():
        for two, second in CHANCES.items():
            yield one, two, first * second


def first(one: int, two: int, dealer: Hand) -> dict[str, float]:
    """What can be done with the first two cards, and what that brings."""
    found = dict(options(hand_of(one, two), dealer))
    return {**found, "P": split(one, dealer)} if one == two else found


def value() -> float:
    """What the table brings per initial wager with the best play."""
    total = 0.0
    for up, other, share in deals():
        dealer = hand_of(up, other)
        for one, two, chance in deals():
            is_natural = hand_of(one, two).total == 21
            if dealer.total == 21:
                brings = 0.0 if is_natural else -1.0
            else:
                brings = 1.0 if is_natural else max(first(one, two, dealer).values())
            total += share * chance * brings
    return total


if __name__ == "__main__":
    print(f"double_exposure {100 * value():.7f}%")
