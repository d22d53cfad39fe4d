"""The dealer's hole card: peeking at it, and turning it up."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import house_rules as h

from ..cards.dealing import turn_up
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record
from ..layout.plain_or_compiled import Ints, engine_function
from .decisions import is_allowed
from .settlement import class_of, settle_insurance


@engine_function
def turn_hole_card(program: Ints, table: Ints, events: Ints) -> None:
    """Turn up the dealer's face-down cards."""
    hand = table[t.DEALER_HAND]
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if table[at] >= t.FACE_DOWN:
            record(events, table[table[t.DEALER] + t.EVENT_BASE] + e.HOLE_CARD + turn_up(program, table, at))


@engine_function
def peek(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``peek`` step: if the dealer has a natural, all hands stand."""
    if not is_allowed(program, table, h.PEEK, table[t.HANDS]):
        return p.FAULTY if table[t.FAULT] else p.GOING_ON
    if class_of(program, table, table[t.DEALER_HAND]) == p.NATURAL:
        turn_hole_card(program, table, events)
        for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
            if table[table[at] + t.STATE] <= t.ACTING:
                table[table[at] + t.STATE] = t.STOOD
    else:
        table[t.PEEKED] = 1
        record(events, table[table[t.DEALER] + t.EVENT_BASE] + e.PEEKS)
    if table[t.NEEDS_RESET]:
        settle_insurance(program, table, events)
    return p.FAULTY if table[t.FAULT] else p.GOING_ON
