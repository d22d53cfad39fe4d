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
"""Maps each partner of a reaction, other than team members, to a negative number and a phrase."""

THEM, OPPONENT_OF, NEXT_MATE, POOREST_MATE, _ = (number for number, _ in PARTNERS.values())

SEAT = "seat"
"""The first word of a partner that is a player at the table. The number of the seat follows."""


def seat_of(partner: str) -> int:
    """The number of the seat that names a partner, or 0 for other partners.

    >>> seat_of("seat 2"), seat_of("them")
    (2, 0)
    """
    word, _, number = partner.partition(" ")
    return int(number) if word == SEAT and number else 0


BY_SEAT = 1024
"""If a formula gives the seat of a partner, this number is added to the index of the formula."""

fit(MOST_SEATS + 1, BY_SEAT)

CARDS: Mapping[str, int] = {"last": 0, "first": 1, "lowest": 2, "highest": 3}
"""Maps card selectors, other than names of cards, to numbers."""

LAST_CARD, FIRST_CARD, LOWEST_CARD, HIGHEST_CARD = CARDS.values()
AT_PLACE = len(CARDS)
"""Selects the card at the place in the hand that a formula gives."""

OF_KIND = AT_PLACE + 1
"""Selects the last card of the kind that a formula gives: the rank plus PER_SUIT times the suit."""

ANY_KIND = 63
"""The number for any rank or any suit in the value of a formula for OF_KIND."""

PER_SUIT = 64
"""The factor of the suit in the value of a formula for OF_KIND. It is larger than any rank and ANY_KIND."""

NAMED = OF_KIND + 1
"""To select the last card of a kind, this number is added to the card, the rank or the suit."""

PLACES = 256
"""To select the card at a place in the hand, this number is added to the place, from 0."""

BY_WORTH = 256
"""If a card gets a new value instead of a new rank, this number is added to the card."""

BY_FORMULA = 512
"""If a formula selects the card, the index of the formula times this number is added to the card."""

_BY_WORD_OR_NUMBER = (("partner", "seat"), ("card", "place", "rank", "suit"))
_TOGETHER = ("rank", "suit")

TWICE = tuple(pair for keys in _BY_WORD_OR_NUMBER for pair in combinations(keys, 2) if pair != _TOGETHER)
"""Pairs of keys with the same purpose, which is to choose the partner or the card."""

SHARED: Mapping[str, int] = {"team": 1, "table": 2}
"""The groups that may share memory: the person's side of the table, or both sides."""

WITH_TABLE = SHARED["table"]
WITH_OTHERS = sum(SHARED.values())
"""All groups in SHARED, as a bit mask."""
AIMING = 4
"""A flag of a remembered number that decides how long a power with its own target lasts."""
TELLING = 8
"""A flag of a remembered number. When the number changes for others, they check their powers again."""
LASTING = 16
"""A flag of a remembered number that decides how long a power lasts."""
TOLD = 3 * WATCHING
"""The occasion on which others check their powers again."""
