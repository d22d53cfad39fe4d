"""The cards and cuts that can come next, each with a weight, for drivers that supply them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..cards.shoe import EQUAL_RANKS, next_place
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints
from .driving import answer


def weigh_cards(program: Sequence[int], table: Ints) -> Mapping[int, int]:
    """Map each possible next card to its number of copies in the shoe.

    For an infinite shoe, these are the copies in the pack.
    """
    if program[p.SHUFFLE_METHOD] == p.INFINITE:
        first, cards = int(program[p.FIRST_ENDLESS_CARD]), int(program[p.ENDLESS_CARDS])
        return Counter(map(int, program[first : first + cards] if cards else range(EQUAL_RANKS)))
    return Counter(_rest_of_shoe(table))


def weigh_cuts(program: Sequence[int], table: Ints) -> Mapping[int, int]:
    """Map each possible next cut to its weight, which is the same for all cuts.

    If an argument specifies the cut, no other cut is possible.
    """
    if table[t.SHUFFLES] == 0 and program[p.SET_CUTS]:
        return {int(program[program[p.FIRST_SET_CUT] + table[t.CURSOR] - 1]): 1}
    least = int(program[p.LEAST_CUT])
    return dict.fromkeys(range(least, least + int(program[p.CUT_SPREAD])), 1)


def give_card(program: Sequence[int], table: Ints, card: int) -> None:
    """Supply ``card`` to the engine, and remove it from the shoe. Raises ValueError if it is not there."""
    if program[p.SHUFFLE_METHOD] != p.INFINITE:
        at = _next_unknown(table)
        other = at + _rest_of_shoe(table).index(card)
        table[other], table[at] = table[at], card
    answer(table, card)


def _rest_of_shoe(table: Ints) -> list[int]:
    """Return the cards in the shoe that have not been supplied yet."""
    return list(map(int, table[_next_unknown(table) : table[t.SHOE] + table[t.SHOE_SIZE]]))


def _next_unknown(table: Ints) -> int:
    """Return the index of the next card in the shoe that has not been supplied yet."""
    return next_place(table) + int(table[t.KNOWN])
