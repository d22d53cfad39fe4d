"""Memory: the numbers that reactions set, which may be shared, and the lasting powers that they control."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reaction_targets as c
from bj.catalogue.limits import MOST_REMEMBERED

from ..cards.formulas import evaluate
from ..cards.seats import side_of
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function
from ..layout.work_per_hand import ROWS_AT_ONCE, count_work
from .recomputed_totals import update_targets
from .sides_and_partners import how_many, member

# For each remembered number, AWAITED has two bits: 0, or one of these.
ENDS = 2
BEGINS = 3


@engine_function
def draw_memory(program: Ints, table: Ints) -> int:
    """Draw the random starting values of remembered numbers. Return GOING_ON or FAULTY."""
    at = program[p.RANDOM_STARTS]
    number = 0
    while at and program[at] and not table[t.FAULT]:
        if program[at + 1]:
            number = evaluate(program, table, program[at + 1], table[t.DEALER_HAND])
        table[program[at]] = number
        at += 2
    return p.FAULTY if table[t.FAULT] else p.GOING_ON


@engine_function
def delay_powers(table: Ints) -> None:
    """Hold back the start and end of powers, so that the same rules apply to all hands."""
    table[t.SETTLING] = t.AS_ONE


@engine_function
def apply_delayed_powers(program: Ints, table: Ints, events: Ints) -> None:
    """Start and end the powers that were held back while hands were settled."""
    has_waited = table[t.SETTLING] == t.CHANGES_WAIT
    table[t.SETTLING] = 0
    if has_waited:
        for side in (0, e.DEALER_ROLE):
            for place in range(how_many(table, side)):
                begin_and_end(table, member(table, side, place))
        update_targets(program, table, events)


@engine_function
def begin_and_end(table: Ints, person: int) -> None:
    """Start and end the powers of ``person`` that were held back."""
    awaited = table[person + t.AWAITED]
    table[person + t.AWAITED] = 0
    for cell in range(MOST_REMEMBERED):
        change = awaited >> 2 * cell & BEGINS
        if change:
            table[person + t.MEMORY + cell] = 1 if change == BEGINS else 0


@engine_function
def store_or_hold_back(table: Ints, person: int, cell: int, flags: int, number: int) -> None:
    """Store a number for ``person``. While hands are settled, hold it back if it starts or ends a power."""
    if flags & c.LASTING and table[t.SETTLING]:
        table[t.SETTLING] = t.CHANGES_WAIT
        bits = 2 * (cell - t.MEMORY)
        others = table[person + t.AWAITED] & ~(BEGINS << bits)
        table[person + t.AWAITED] = others | (BEGINS if number else ENDS) << bits
    else:
        table[person + cell] = number


@engine_function
def share(program: Ints, table: Ints, person: int, cell: int, flags: int, number: int) -> None:
    """Store a number for everyone who shares it with ``person``, and update their powers."""
    own = side_of(table, person)
    for side in (0, e.DEALER_ROLE):
        if side == own or flags & c.WITH_TABLE:
            for place in range(how_many(table, side)):
                other = member(table, side, place)
                store_or_hold_back(table, other, cell, flags, number)
                if flags & c.NOTIFYING and other != person:
                    update_powers(program, table, other)


@engine_function
def update_powers(program: Ints, table: Ints, person: int) -> None:
    """Update the lasting powers and targets of ``person`` after someone else has set a shared number."""
    row = table[person + t.REACTIONS]
    while row and program[row + p.REACTION_ON] and not table[t.FAULT]:
        at = program[row + p.REACTION_SETS] if program[row + p.REACTION_ON] == c.NOTIFIED else 0
        while at and program[at]:
            number = evaluate(program, table, program[at + p.SET_FORMULA], table[person + t.FIRST_HAND])
            store_or_hold_back(table, person, program[at + p.SET_CELL], program[at + p.SET_FLAGS], number)
            at += p.SET_SIZE
        row += p.REACTION_SIZE
    count_work(table, (row - table[person + t.REACTIONS]) // (ROWS_AT_ONCE * p.REACTION_SIZE) + ROWS_AT_ONCE)


@engine_function
def set_numbers(program: Ints, table: Ints, events: Ints, hand: int, at: int) -> None:
    """Set the numbers in the list at the index ``at`` for the owner of ``hand``. If ``at`` is 0, do nothing.

    Numbers can be shared with others, or control a power. If such a power has its own target, update the
    targets.
    """
    person = table[hand + t.OWNER]
    while at and program[at] and not table[t.FAULT]:
        number = evaluate(program, table, program[at + p.SET_FORMULA], hand)
        cell, flags = program[at + p.SET_CELL], program[at + p.SET_FLAGS]
        if table[t.FAULT]:
            return
        if flags == 0:
            table[person + cell] = number
        else:
            store_or_hold_back(table, person, cell, flags, number)
            if flags & c.WITH_OTHERS:
                share(program, table, person, cell, flags, number)
            if flags & c.RETARGETING and not table[t.SETTLING]:
                update_targets(program, table, events)
        at += p.SET_SIZE
