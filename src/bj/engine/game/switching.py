"""Switching: exchanging the second cards of two hands that belong to the same player."""

from __future__ import annotations

from bj.catalogue import events as e

from ..cards.dealing import update_value
from ..cards.seats import number_of
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record_number
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from .decisions import UNDECIDED, accepts, row_of
from .settlement import class_of, record_which_hand


@engine_function
def exchange_second_cards(program: Ints, table: Ints, hand: int, other: int) -> None:
    """Exchange the second cards of two hands."""
    mine, theirs = hand + t.HELD + 1, other + t.HELD + 1
    table[mine], table[theirs] = table[theirs], table[mine]
    update_value(program, table, hand)
    update_value(program, table, other)


@engine_function
def worth_of(program: Ints, table: Ints, hand: int) -> int:
    """Return how much ``hand`` is worth according to its owner's strategy."""
    values = table[table[hand + t.OWNER] + t.SWITCH]
    row = p.NATURAL_ROW if class_of(program, table, hand) == p.NATURAL else row_of(program, table, hand)
    return program[values + row * p.RANKS + table[t.UPCARD]]


@inlined_function
def wants_switch(program: Ints, table: Ints, hand: int, other: int) -> int:
    """Return 1 if a player switches the second cards of two hands, 0 if not, or UNDECIDED if unanswered."""
    if not table[table[hand + t.OWNER] + t.SWITCH]:
        return accepts(program, table, hand, 0, p.ASK_SWITCH)
    before = worth_of(program, table, hand) + worth_of(program, table, other)
    values = table[hand + t.VALUE], table[other + t.VALUE]
    table[hand + t.SWITCHED] = table[other + t.SWITCHED] = 1
    exchange_second_cards(program, table, hand, other)
    after = worth_of(program, table, hand) + worth_of(program, table, other)
    exchange_second_cards(program, table, hand, other)
    table[hand + t.VALUE], table[other + t.VALUE] = values
    table[hand + t.SWITCHED] = table[other + t.SWITCHED] = 0
    return 1 if after > before else 0


@engine_function
def may_switch(table: Ints, place: int) -> bool:
    """Return whether the hand at ``place`` and the next one are unplayed hands of the same player."""
    hand, other = table[t.HANDS + place], table[t.HANDS + place + 1]
    return (
        table[hand + t.OWNER] == table[other + t.OWNER]
        and table[hand + t.STATE] <= t.ACTING
        and table[other + t.STATE] <= t.ACTING
        and table[hand + t.CARDS] >= 2
    )


@engine_function
def offer_switch(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``offer switch`` step.

    Players may switch cards between their first and second hands, third and fourth hands, and so on.
    """
    place = table[t.CURSOR]
    while place + 1 < table[t.HANDS_IN_PLAY]:
        table[t.CURSOR] = place
        if not may_switch(table, place):
            place += 1
            continue
        hand, other = table[t.HANDS + place], table[t.HANDS + place + 1]
        reply = wants_switch(program, table, hand, other)
        if reply == UNDECIDED:
            return p.DECISION
        if reply:
            exchange_second_cards(program, table, hand, other)
            table[hand + t.SWITCHED] = table[other + t.SWITCHED] = 1
            table[t.NEEDS_RESET] = 1
            base = table[table[hand + t.OWNER] + t.EVENT_BASE]
            partner = number_of(table, table[hand + t.OWNER])
            for each in range(place, place + 2):
                got = table[t.HANDS + each]
                record_which_hand(table, events, got)
                card = table[got + t.HELD + 1] & e.CARD_MASK
                record_number(events, base + e.EXCHANGES + card, partner)
        place += 2
    table[t.CURSOR] = 0
    return p.GOING_ON
