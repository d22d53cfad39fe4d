"""The order of the shoe: its next card seen, and cards put back into it."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x

from ..layout import program as p
from ..layout import table as t
from ..layout.budget import charge
from ..layout.events import record
from ..layout.mode import Ints, engine_function
from .generators import shoe_below
from .hand_facts import is_known
from .shoe import NO_CARD, given_card, next_place, why_no_card


@engine_function
def order_rest(program: Ints, table: Ints) -> None:
    """Put the rest of a uniformly shuffled shoe into the order in which it will be dealt (Fisher-Yates)."""
    if table[t.DRAWING] == p.UNIFORM:
        charge(table, 2 * table[t.CARDS_LEFT], 0)
        at = next_place(table)
        for left in range(table[t.CARDS_LEFT], 1, -1):
            other = at + shoe_below(program[p.SHUFFLE_GENERATOR], table, left)
            card = table[at]
            table[at] = table[other]
            table[other] = card
            at += 1
        table[t.DRAWING] = p.RIFFLE


@engine_function
def know_next_cards(program: Ints, table: Ints, hand: int, occasion: int) -> int:
    """Ask for the cards of the shoe at which somebody may look, where cards are given: GOING_ON or a stop.

    What somebody else has looked at is not known any more.
    """
    if table[t.LOOKER] != table[hand + t.OWNER]:
        table[t.LOOKED_AT] = 0
    if table[t.DRAWING] == p.BY_HAND and occasion <= x.TURN:
        while table[t.KNOWN] < min(program[p.LOOKS_AHEAD + occasion], table[t.CARDS_LEFT]):
            left = table[t.CARDS_LEFT]
            card = given_card(table, hand, 0)
            if card == NO_CARD:
                return why_no_card(table)
            table[t.CARDS_LEFT] = left
            table[next_place(table) + table[t.KNOWN]] = card
            table[t.KNOWN] += 1
    return p.GOING_ON


@engine_function
def can_look_ahead(table: Ints, does: int) -> bool:
    """Whether there is a next card to be seen, or one that was seen and can be put back."""
    if table[t.DRAWING] == p.BY_HAND and table[t.KNOWN] == 0:
        return False
    if does == x.LOOK_AHEAD:
        return table[t.CARDS_LEFT] > 0
    return is_known(table) and table[t.CARDS_LEFT] > 1


@engine_function
def look_ahead(program: Ints, table: Ints, events: Ints, person: int) -> None:
    """Let ``person`` look at the next card."""
    order_rest(program, table)
    card = table[next_place(table)]
    table[t.NEXT_CARD] = card
    table[t.LOOKED_AT] = table[t.CARDS_LEFT]
    table[t.LOOKER] = person
    record(events, table[person + t.VOICE] + e.LOOKS_AHEAD + card)


@engine_function
def sink(table: Ints, below: int) -> None:
    """Move the next card below some cards of the shoe, below all of them if there are fewer.

    Below cards that are still to be given it is given again when it comes.
    """
    at = next_place(table)
    card = table[at]
    last = at + min(max(below, 0), table[t.CARDS_LEFT] - 1)
    if table[t.DRAWING] == p.BY_HAND and last >= at + table[t.KNOWN]:
        table[t.KNOWN] -= 1
        last = at + table[t.KNOWN]
    charge(table, (last - at) // 8, 0)
    while at < last:
        table[at] = table[at + 1]
        at += 1
    table[at] = card
    table[t.LOOKED_AT] = 0


@engine_function
def put_back(table: Ints, events: Ints, person: int, below: int) -> None:
    """Put the next card back into the shoe, below one card at least."""
    record(events, table[person + t.VOICE] + e.PUTS_BACK + table[next_place(table)])
    sink(table, max(below, 1))


@engine_function
def return_card(program: Ints, table: Ints, card: int, below: int) -> None:
    """Put a dealt ``card`` back into the shoe, on its top or below some cards.

    In the shoe it changes places with the card that was dealt last.
    """
    order_rest(program, table)
    at = next_place(table) - 1
    dealt = table[t.SHOE]
    while dealt < at and table[dealt] != card:
        dealt += 1
    charge(table, (dealt - table[t.SHOE]) // 8, 0)
    table[dealt] = table[at]
    table[at] = card
    table[t.CARDS_LEFT] += 1
    if table[t.DRAWING] == p.BY_HAND:
        table[t.KNOWN] += 1
    sink(table, below)
