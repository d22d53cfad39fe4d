"""The partners, cards and shared memories of reactions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from bj.catalogue.layout import fit
from bj.catalogue.limits import MOST_SEATS
from bj.catalogue.occasions import WATCHING

PARTNERS: Mapping[str, tuple[int, str]] = {
    "them": (-1, "the person to whom the occasion happens"),
    "opponent": (-5, "the dealer for a player, the first player for the dealer"),
    "next mate": (-2, "the mate in the next seat, or the next to enter"),
    "poorest mate": (-3, "the mate with the least money"),
    "richest mate": (-4, "the mate with the most money"),
}
"""Maps each partner of a reaction, other than team members, to a number below 0 and a phrase."""

THEM, OPPONENT_OF, NEXT_MATE, POOREST_MATE, _ = (number for number, _ in PARTNERS.values())

SEAT = "seat"
"""The prefix for another player at the table; a number from 1 follows."""


def seat_of(partner: str) -> int:
    """The number of the seat that names a partner; 0 for other partners.

    >>> seat_of("seat 2"), seat_of("them")
    (2, 0)
    """
    word, _, number = partner.partition(" ")
    return int(number) if word == SEAT and number else 0


BY_SEAT = 1024
"""A number added to the index of a formula that gives the seat of a partner."""

fit(MOST_SEATS + 1, BY_SEAT)

CARDS: Mapping[str, int] = {"last": 0, "first": 1, "lowest": 2, "highest": 3}
"""Maps card selectors, other than names of cards, to numbers."""

LAST_CARD, FIRST_CARD, LOWEST_CARD, HIGHEST_CARD = CARDS.values()
AT_PLACE = len(CARDS)
"""The card at the place in the hand that a formula gives."""

OF_KIND = AT_PLACE + 1
"""The last card of a rank, a suit or both, given by a formula: the rank plus PER_SUIT times the suit."""

ANY_KIND = 63
"""The number for any rank, or for any suit."""

PER_SUIT = 64
"""A factor larger than any rank and than ANY_KIND."""

NAMED = OF_KIND + 1
"""A number added to a card, a rank or a suit; the sum selects the last card of that kind."""

PLACES = 256
"""A number added to a place in the hand, from 0."""

BY_WORTH = 256
"""A number added to a card that gets a number as its value instead of a different rank."""

BY_FORMULA = 512
"""A factor for the index of a formula; the product is added to a card that the formula selects."""

_BY_WORD_OR_NUMBER = (("partner", "seat"), ("card", "place", "rank", "suit"))
_TOGETHER = ("rank", "suit")

TWICE = tuple(pair for keys in _BY_WORD_OR_NUMBER for pair in combinations(keys, 2) if pair != _TOGETHER)
"""Pairs of keys with the same purpose: to choose the partner, or the card."""

SHARED: Mapping[str, int] = {"team": 1, "table": 2}
"""The groups that may share memory: the person's side of the table, or both sides."""

WITH_TABLE = SHARED["table"]
WITH_OTHERS = sum(SHARED.values())
"""The bits of all groups."""
AIMING = 4
"""A number added if a condition decides how long a power with its own target lasts."""
TELLING = 8
"""A number added if others must check their powers again when the number is also set for them."""
LASTING = 16
"""A number added if a condition decides how long a power lasts."""
TOLD = 3 * WATCHING
"""The occasion on which others check their powers again."""
