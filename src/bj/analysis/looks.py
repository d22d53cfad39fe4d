"""What rules look at of a hand, by its value and its number of cards: sums of bits, one for each number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from bj.analysis.asked import CARDS_READ, names_of
from bj.catalogue.limits import HIGHEST_TOTAL, MOST_HELD
from bj.compiler.folding import fold
from bj.ruleset.expressions.tree import Expression

Bits: TypeAlias = Sequence[int]
"""For every value of a hand, twice its total plus 1 if it is soft, the numbers of cards as bits."""

EVERY: Bits = (~0,) * (2 * (HIGHEST_TOTAL + 1))


class Looks(NamedTuple):
    """What rules look at of hands as they were dealt, or from splits."""

    waiting: Bits = EVERY
    """Where they look at each card now, while it can get more."""
    closed: Bits = EVERY
    """The same of a hand whose turn is over."""
    number: Bits = EVERY
    """Where they tell a hand whose turn is over from one of the same value with a card less."""


def looks_of(asked: Sequence[Expression], paid: Sequence[Expression], from_split: int, always: int) -> Looks:
    """What expressions look at that are ``asked`` of hands, some of them when hands are ``paid``.

    Some numbers of cards are ``always`` told from those below, as bits.
    """
    known = {"from_split": from_split}
    asked, paid = ([fold(each, known, 1) for each in of] for of in (asked, paid))
    return Looks(
        _look([each for each in asked if CARDS_READ & names_of(each)]),
        _look([each for each in paid if CARDS_READ & names_of(each)]),
        [always | bits for bits in _changes([each for each in paid if "cards" in names_of(each)])],
    )


def _look(reading: Sequence[Expression]) -> Bits:
    """Where expressions look at each card."""
    bits = [0] * len(EVERY)
    for cards in range(1, MOST_HELD + 1):
        for each in _with(reading, cards=cards):
            if CARDS_READ & names_of(each):
                for value in range(len(EVERY)):
                    if CARDS_READ & names_of(fold(each, {"total": value >> 1, "soft": value & 1}, 1)):
                        bits[value] |= 1 << cards
    return bits


def _changes(reading: Sequence[Expression]) -> Bits:
    """Where expressions say something else with a card more."""
    bits = [0] * len(EVERY)
    before: list[Expression] = []
    for cards in range(MOST_HELD + 1):
        after = _with(reading, cards=cards)
        for one, other in zip(before, after, strict=bool(before)):
            if one != other:
                for value in range(len(EVERY)):
                    known = {"total": value >> 1, "soft": value & 1}
                    if fold(one, known, 1) != fold(other, known, 1):
                        bits[value] |= 1 << cards
        before = after
    return bits


def _with(expressions: Iterable[Expression], **known: int) -> list[Expression]:
    """The expressions with some values known."""
    return [fold(each, known, 1) for each in expressions]
