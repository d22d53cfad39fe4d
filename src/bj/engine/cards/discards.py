"""The discards: cards that were dealt since the last shuffle, and that no hand holds."""

from __future__ import annotations

from bj.cards import MOST_CARDS
from bj.catalogue import events as e
from bj.catalogue import reactions as x

from ..layout import program as p
from ..layout import table as t
from ..layout.budget import charge
from ..layout.mode import Ints, engine_function
from .formulas import is_named
from .shoe import next_place

NO_PLACE = 0  # where no card is


@engine_function
def is_better(program: Ints, table: Ints, which: int, found: int, at: int) -> bool:
    """Whether the card at the index ``at`` of the table is meant rather than the one ``found`` before it."""
    card = table[at] & e.CARD_MASK
    if which >= x.NAMED:
        return is_named(program, card, which - x.NAMED)
    if found == NO_PLACE or which == x.LAST_CARD:
        return True
    other = table[found] & e.CARD_MASK
    more = program[p.WORTHS + program[p.RANK_OF + card]] - program[p.WORTHS + program[p.RANK_OF + other]]
    return (which == x.LOWEST_CARD and more < 0) or (which == x.HIGHEST_CARD and more > 0)


@engine_function
def copies_held(table: Ints, card: int) -> int:
    """How many of a ``card`` the hands hold."""
    held = 0
    charge(table, 4 * (table[t.HANDS_IN_PLAY] + 1), 0)
    for place in range(table[t.HANDS_IN_PLAY] + 1):
        hand = table[t.HANDS + place] if place < table[t.HANDS_IN_PLAY] else table[t.DEALER_HAND]
        for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
            held += table[at] & e.CARD_MASK == card
    return held


@engine_function
def copies_dealt(table: Ints, card: int, after: int) -> int:
    """How many of a ``card`` were dealt since the last shuffle, from an index of the shoe on."""
    dealt = 0
    charge(table, (next_place(table) - after) // 8, 0)
    for at in range(after, next_place(table)):
        dealt += table[at] == card
    return dealt


@engine_function
def find_discard(program: Ints, table: Ints, which: int) -> int:
    """The index in the shoe of the discard that is meant, NO_PLACE if there is none.

    Of equal cards, those that were dealt last are the ones that are held.
    """
    found = NO_PLACE
    dealt = table[t.SHOE_SIZE] - table[t.CARDS_LEFT]
    for place in range(dealt):
        if charge(table, 1, 0):
            return NO_PLACE
        at = table[t.SHOE] + (place if which == x.FIRST_CARD else dealt - 1 - place)
        card = table[at]
        if is_better(program, table, which, found, at) and copies_dealt(table, card, at + 1) >= copies_held(
            table, card
        ):
            found = at
            if which not in (x.LOWEST_CARD, x.HIGHEST_CARD):
                return found
    return found


@engine_function
def is_of_shoe(table: Ints, card: int) -> bool:
    """Whether a ``card`` that a hand holds was dealt, and is not one that a power has changed into it."""
    return copies_dealt(table, card, table[t.SHOE]) >= copies_held(table, card)


@engine_function
def named_card(program: Ints, rank: int, suit: int) -> int:
    """The card of a ``rank`` and a ``suit``."""
    for card in range(MOST_CARDS):
        if program[p.RANK_OF + card] == rank and program[p.SUIT_OF + card] == suit:
            return card
    return 0  # there is one of each
