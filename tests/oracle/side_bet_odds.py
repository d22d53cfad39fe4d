"""Exact values of side bets, by counting the ways in which their cards can be dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

Card = tuple[int, str]
"""A rank, from 2 to 14 for an ace, and a suit."""

DECK: list[Card] = [(rank, suit) for suit in "SHCD" for rank in range(2, 15)]
LADY: Card = (12, "H")


def ways(count: int, packs: int, gone: Sequence[Card] = ()) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every set of this many cards, and the number of ways to deal it when some cards are gone."""
    left = {card: packs - gone.count(card) for card in DECK}
    for cards in combinations_with_replacement(DECK, count):
        yield cards, prod(comb(left[card], cards.count(card)) for card in set(cards))


def value(pays: Callable[[Sequence[Card]], Fraction], count: int, packs: int) -> Fraction:
    """The value of a bet on the first cards per unit staked."""
    brought = sum((number * pays(cards) for cards, number in ways(count, packs)), start=Fraction(0))
    return brought / comb(52 * packs, count)


def is_straight(ranks: Sequence[int]) -> bool:
    """Whether three ranks are consecutive; an ace can also be 1."""
    kinds = (sorted(ranks), sorted(1 if rank == 14 else rank for rank in ranks))
    return any(high == middle + 1 == low + 2 for low, middle, high in kinds)


def three_cards(cards: Sequence[Card]) -> Fraction:
    """9:1 for a flush, a straight or three of a kind."""
    ranks, suits = zip(*cards, strict=True)
    return Fraction(9 if len(set(suits)) == 1 or len(set(ranks)) == 1 or is_straight(ranks) else -1)


def pairs(cards: Sequence[Card]) -> Fraction:
    """25:1, 12:1 or 6:1 for a pair."""
    (rank, suit), (other, another) = cards
    if rank != other:
        return Fraction(-1)
    return Fraction(25 if suit == another else 12 if {suit, another} in ({"S", "C"}, {"H", "D"}) else 6)


def match(cards: Sequence[Card]) -> Fraction:
    """25:1 for a king and a queen of one suit, 5:2 for any other two cards of one suit."""
    (rank, suit), (other, another) = cards
    if suit != another:
        return Fraction(-1)
    return Fraction(25) if {rank, other} == {12, 13} else Fraction(5, 2)


def twenties(cards: Sequence[Card]) -> Fraction:
    """125:1, 19:1, 9:1 or 4:1 for cards that make 20, against any cards of the dealer."""
    first, second = cards
    worths = sorted(11 if rank == 14 else min(rank, 10) for rank, _ in cards)
    if worths not in ([9, 11], [10, 10]):
        return Fraction(-1)
    if first == second:
        return Fraction(125 if first == LADY else 19)
    return Fraction(9 if first[1] == second[1] else 4)


def natural(packs: int, gone: Sequence[Card]) -> Fraction:
    """The probability of a dealer's natural when some cards are gone."""
    aces = 4 * packs - sum(rank == 14 for rank, _ in gone)
    tens = 16 * packs - sum(10 <= rank <= 13 for rank, _ in gone)
    return Fraction(aces * tens, comb(52 * packs - len(gone), 2))


def ladies(packs: int) -> Fraction:
    """The value of a bet on 20 that pays 1000:1 for two queens of hearts against a natural."""
    both = Fraction(comb(packs, 2), comb(52 * packs, 2))
    return value(twenties, 2, packs) + both * natural(packs, [LADY, LADY]) * (1000 - 125)
