"""Exact odds of Free Bet with an infinite shoe, by recursion over all cards. Shares nothing with `bj`.

    python tests/oracle/free_bet_odds.py

The dealer hits soft 17 and pushes with 22. What the house has put up for a hard 9 to 11, or for the second
hand of a split, can be won and cannot be lost: a hand is known by how much of its wager is the player's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.oracle.casino_odds import CHANCES, PUSHING, UPCARDS, Hand, Table, hand_of

HOUSE = Table(hits_soft_17=True, pushes_22=True)
"""How the dealer plays."""
MOST_HANDS = 4


@cache
def stand(total: int, upcard: int, wager: int, own: int) -> float:
    """What a hand brings that stands, or has bust, of whose ``wager`` so much is the player's ``own``."""
    if total > 21:
        return -own
    value = 0.0
    for end, chance in HOUSE.against(upcard).items():
        if end != PUSHING:
            value += chance * (wager if end < total else -own if end > total else 0)
    return value


@cache
def options(hand: Hand, upcard: int, own: int) -> Mapping[str, float]:
    """What can be done with a hand, but to split it, and what that brings."""
    found = {"S": stand(hand.total, upcard, 1, own)}
    if hand.total > 21:
        return found
    after = {worth: hand.add(worth) for worth in CHANCES}
    found["H"] = sum(
        CHANCES[worth] * max(options(Hand(more.total, more.soft, 3), upcard, own).values())
        for worth, more in after.items()
    )
    if hand.cards == 2:
        is_free = not hand.soft and 9 <= hand.total <= 11
        both = own if is_free else own + 1
        found["D"] = sum(CHANCES[worth] * stand(more.total, upcard, 2, both) for worth, more in after.items())
    return found


def completed(worth: int, drawn: int, upcard: int, own: int) -> float:
    """What one hand of a split brings with its second card."""
    hand = hand_of(worth, drawn)
    if worth == 1:
        return stand(hand.total, upcard, 1, own)
    return max(options(hand, upcard, own).values())


@cache
def split(worth: int, upcard: int) -> float:
    """What a pair brings that is split, into up to four hands."""
    added = 1 if worth == 10 else 0

    @cache
    def waiting(owns: tuple[int, ...], hands: int) -> float:
        """What hands bring that wait for their second card, by what is the player's own of each."""
        if not owns:
            return 0.0
        own, *others = owns
        rest, value = waiting(tuple(others), hands), 0.0
        for drawn, chance in CHANCES.items():
            best = completed(worth, drawn, upcard, own) + rest
            if drawn == worth and hands < MOST_HANDS:
                best = max(best, waiting((own, added, *others), hands + 1))
            value += chance * best
        return value

    return waiting((1, added), 2)


def first(one: int, two: int, upcard: int) -> dict[str, float]:
    """What can be done with the first two cards, and what that brings."""
    found = dict(options(hand_of(one, two), upcard, 1))
    return {**found, "P": split(one, upcard)} if one == two else found


def value() -> float:
    """What the table brings per initial wager with the best play."""
    total = 0.0
    for upcard in UPCARDS:
        natural = HOUSE.dealer_natural(upcard)
        for one, share in CHANCES.items():
            for two, chance in CHANCES.items():
                brings = 1.5 * (1 - natural)
                if hand_of(one, two).total != 21:
                    brings = (1 - natural) * max(first(one, two, upcard).values()) - natural
                total += CHANCES[upcard] * share * chance * brings
    return total


if __name__ == "__main__":
    print(f"free_bet {100 * value():.7f}%")
