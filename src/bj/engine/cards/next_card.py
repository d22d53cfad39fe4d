"""Reveals, takes and moves the next card in the shoe, and puts cards back."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import occasions as on

from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record
from ..layout.plain_or_compiled import Ints, engine_function
from ..layout.work_per_hand import count_work
from .random_generators import shoe_below
from .shoe import NO_CARD, given_card, next_place, why_no_card


@engine_function
def order_rest(program: Ints, table: Ints) -> None:
    """Determine the order in which the rest of a uniformly shuffled shoe will be dealt (Fisher-Yates)."""
    if table[t.DRAWING] == p.UNIFORM:
        count_work(table, 2 * table[t.CARDS_LEFT])
        at = next_place(table)
        for left in range(table[t.CARDS_LEFT], 1, -1):
            other = at + shoe_below(program[p.SHUFFLE_GENERATOR], table, left)
            card = table[at]
            table[at] = table[other]
            table[other] = card
            at += 1
        table[t.DRAWING] = p.RIFFLE


@engine_function
def forget_next_card(table: Ints, hand: int) -> None:
    """Forget the next card if someone other than the owner of ``hand`` saw it."""
    if table[t.LOOKER] != table[hand + t.OWNER]:
        table[t.LOOKED_AT] = 0


@engine_function
def ask_for_next_cards(program: Ints, table: Ints, hand: int, occasion: int) -> int:
    """If a driver supplies the cards, ask it for those that powers may need next.

    Return GOING_ON, or the status with which the engine stops.
    """
    if table[t.DRAWING] == p.BY_HAND and occasion <= on.TURN:
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
def has_next_card(table: Ints) -> bool:
    """Return whether the shoe has a next card and, if the driver supplies cards, whether it is known."""
    return table[t.CARDS_LEFT] > 0 and (table[t.DRAWING] != p.BY_HAND or table[t.KNOWN] > 0)


@engine_function
def look_ahead(program: Ints, table: Ints, events: Ints, person: int) -> None:
    """Show the next card in the shoe to ``person``."""
    order_rest(program, table)
    card = table[next_place(table)]
    table[t.NEXT_CARD] = card
    table[t.LOOKED_AT] = table[t.CARDS_LEFT]
    table[t.LOOKER] = person
    record(events, table[person + t.EVENT_BASE] + e.LOOKS_AHEAD + card)


@engine_function
def take_next(program: Ints, table: Ints) -> int:
    """Take the top card from the shoe, and return it."""
    order_rest(program, table)
    card = table[next_place(table)]
    table[t.CARDS_LEFT] -= 1
    if table[t.DRAWING] == p.BY_HAND:
        table[t.KNOWN] -= 1
    return card


@engine_function
def put_back(program: Ints, table: Ints, card: int, below: int) -> None:
    """Put a dealt ``card`` back into the shoe under ``below`` others, or at the bottom if fewer are left.

    The card is swapped with the last card dealt, and then moves down. If it would pass cards that the driver
    has not supplied yet, it stops there, and the driver supplies it again later.
    """
    order_rest(program, table)
    at = next_place(table) - 1
    dealt = at if table[at] == card else table[t.SHOE]
    while dealt < at and table[dealt] != card:
        dealt += 1
    count_work(table, (dealt - table[t.SHOE]) // 8)
    table[dealt] = table[at]
    table[t.CARDS_LEFT] += 1
    last = at + min(max(below, 0), table[t.CARDS_LEFT] - 1)
    if table[t.DRAWING] == p.BY_HAND:
        if last <= at + table[t.KNOWN]:
            table[t.KNOWN] += 1
        else:
            last = at + table[t.KNOWN]
    count_work(table, (last - at) // 8)
    while at < last:
        table[at] = table[at + 1]
        at += 1
    table[at] = card
    table[t.LOOKED_AT] = 0
