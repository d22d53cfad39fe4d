"""Cards that come into a hand, and who sees them."""

from __future__ import annotations

from .events import DEALT, DEALT_DOWN, END, POSITION, record
from .mode import Ints, engine_function, inlined_function
from .program import ADDITIONS, HAND_FULL
from .shoe import NO_CARD, RANKS, draw
from .table import (
    CARDS,
    COUNT,
    COUNTING,
    FACE_DOWN,
    FAULT,
    FAULT_PERSON,
    HELD,
    HELD_LIMIT,
    PLAYERS,
    SEATS,
    TAGS,
    VALUE,
    VOICE,
)

NOBODY = -1


@engine_function
def see(program: Ints, table: Ints, person: int, card: int) -> None:
    """Let ``person`` see ``card`` and count it, if that is the person's way."""
    tags = table[person + TAGS]
    if tags:
        table[person + COUNT] += program[tags + card % RANKS]


@engine_function
def expose(program: Ints, table: Ints, card: int, knows_it: int) -> None:
    """Let all players see ``card``, but for the one who ``knows_it`` already."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        if table[seat] != knows_it:
            see(program, table, table[seat], card)


@engine_function
def refuse_card(table: Ints, person: int) -> int:
    """Note that a hand of ``person`` has no room for another card: NO_CARD."""
    table[FAULT] = HAND_FULL
    table[FAULT_PERSON] = person
    return NO_CARD


@inlined_function
def deal_card(program: Ints, table: Ints, events: Ints, person: int, hand: int, face_down: int) -> int:
    """Deal ``person`` a card into ``hand``, with FACE_DOWN or 0: the hand's value, or NO_CARD.

    Notes a fault when the hand has no room for it.
    """
    held = table[hand + CARDS]
    if held == HELD_LIMIT:
        return refuse_card(table, person)
    card = draw(program, table)
    if card == NO_CARD:
        return NO_CARD
    table[hand + CARDS] = held + 1
    table[hand + HELD + held] = card + face_down
    value = program[ADDITIONS + table[hand + VALUE] * RANKS + card % RANKS]
    table[hand + VALUE] = value
    position = events[POSITION]
    if position:
        if position > events[END]:
            position = events[END]
        events[position] = table[person + VOICE] + (DEALT_DOWN if face_down else DEALT) + card
        events[POSITION] = position + 1
    if table[COUNTING] and not face_down:
        expose(program, table, card, NOBODY)
    return value


@engine_function
def show_last_card(program: Ints, table: Ints, events: Ints, person: int, hand: int, knows_it: int) -> None:
    """Turn the last card of ``hand`` up: it is announced, and all see it but for the one who knows it."""
    at = hand + HELD + table[hand + CARDS] - 1
    card = table[at] & (FACE_DOWN - 1)
    table[at] = card
    record(events, table[person + VOICE] + DEALT + card)
    if table[COUNTING]:
        expose(program, table, card, knows_it)
