"""The people and cards that a reaction can affect, and the people who can share a remembered number."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from bj.catalogue.layout import fit
from bj.catalogue.limits import MOST_SEATS
from bj.catalogue.occasions import WATCHING

PARTNERS: Mapping[str, tuple[int, str]] = {
    "them": (-1, "the person to whom this happens"),
    "opponent": (-5, "the dealer for a player, the first player for the dealer"),
    "next mate": (-2, "the teammate in the next seat, or the next one to enter"),
    "poorest mate": (-3, "the mate with the least money"),
    "richest mate": (-4, "the mate with the most money"),
}
"""Maps each word for a partner to a negative number and a description. Team members have names instead."""

THEM, OPPONENT_OF, NEXT_MATE, POOREST_MATE, _ = (number for number, _ in PARTNERS.values())

SEAT = "seat"
"""The word for a partner who is identified by seat. The seat number follows it."""


def seat_of(partner: str) -> int:
    """Return the seat number in a partner such as ``seat 2``, or 0 for any other kind of partner.

    >>> seat_of("seat 2"), seat_of("them")
    (2, 0)
    """
    word, _, number = partner.partition(" ")
    return int(number) if word == SEAT and number else 0


BY_SEAT = 1024
"""The offset added to the index of a formula, to mark that it computes the partner's seat."""

fit(MOST_SEATS + 1, BY_SEAT)

CARDS: Mapping[str, int] = {"last": 0, "first": 1, "lowest": 2, "highest": 3}
"""Maps each word for a card in a hand to a number. The names of cards have numbers of their own."""

LAST_CARD, FIRST_CARD, LOWEST_CARD, HIGHEST_CARD = CARDS.values()
AT_PLACE = len(CARDS)
"""Selects a card by its position in the hand, which a formula computes."""

OF_KIND = AT_PLACE + 1
"""Selects the last card of the kind that a formula computes: the rank plus PER_SUIT times the suit."""

ANY_KIND = 63
"""In a computed kind of card, the number that matches any rank or any suit."""

PER_SUIT = 64
"""The factor for the suit in a computed kind of card. It is greater than ANY_KIND and every rank."""

NAMED = OF_KIND + 1
"""The offset added to the number of a named card, rank or suit, to select the last such card."""

PLACES = 256
"""The offset added to a position in the hand, to select the card there. Positions start at 0."""

_BY_WORD_OR_NUMBER = (("partner", "seat"), ("card", "place", "rank", "suit"))
_TOGETHER = ("rank", "suit")

TWICE = tuple(pair for keys in _BY_WORD_OR_NUMBER for pair in combinations(keys, 2) if pair != _TOGETHER)
"""Pairs of keys that both select the partner, or both select the card.

A reaction can have only one key from each pair.
"""

SHARED: Mapping[str, int] = {"team": 1, "table": 2}
"""Maps each word for the people who share a remembered number (a team, or the whole table) to a flag."""

WITH_TABLE = SHARED["table"]
WITH_OTHERS = sum(SHARED.values())
"""A bit mask of all flags in SHARED."""
RETARGETING = 4
"""A flag for a number that controls a power with its own target or drawing rule."""
NOTIFYING = 8
"""A flag for a shared number that controls powers.

When the number changes, other people check their powers.
"""
LASTING = 16
"""A flag for a number that says whether a power is in force."""
NOTIFIED = 3 * WATCHING
"""The occasion on which people check their powers because another person changed a number flagged NOTIFYING.
"""
