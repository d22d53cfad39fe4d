"""Deals cards to hands, and shows them to players who count cards."""

from __future__ import annotations

from bj.cards import LOWEST_SUIT
from bj.catalogue import events as e
from bj.catalogue.limits import MOST_HELD

from ..layout import event_record as r
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from .rules_in_force import add_card, additions_of
from .seats import banker_of
from .seen_cards import note_seen
from .shoe import NO_CARD, draw


@inlined_function
def see(program: Ints, table: Ints, person: int, card: int) -> None:
    """Show ``card`` to ``person``, who counts it if they are a card counter or the observer."""
    tags = table[person + t.TAGS]
    if tags:
        table[person + t.COUNT] += program[tags + program[p.RANK_OF + (card & e.CARD_MASK)]]
    if person == table[t.OBSERVER]:
        note_seen(program, table, card)


@inlined_function
def expose(program: Ints, table: Ints, card: int, knows_it: int) -> None:
    """Show ``card`` to every player and the banker, except ``knows_it``, who has already seen it."""
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        if table[seat] != knows_it:
            see(program, table, table[seat], card)
    banker = banker_of(table)
    if banker:
        see(program, table, banker, card)


@inlined_function
def note_upcard(program: Ints, table: Ints, card: int) -> None:
    """Make ``card`` the upcard."""
    table[t.UPCARD] = program[p.RANK_OF + (card & e.CARD_MASK)]
    table[t.UPCARD_SUIT] = LOWEST_SUIT + program[p.SUIT_OF + (card & e.CARD_MASK)]


@engine_function
def turn_up(program: Ints, table: Ints, at: int) -> int:
    """Turn up the card at the index ``at`` in the table, so that everyone sees it, and return it."""
    card = table[at]
    if card >= t.FACE_DOWN:
        card -= t.FACE_DOWN
        table[at] = card
        if table[t.COUNTING]:
            expose(program, table, card, t.NOBODY)
    return card


@inlined_function
def look_again(program: Ints, table: Ints, hand: int, before: int, value: int, card: int) -> int:
    """Update counts after ``card`` has been dealt to ``hand``, and let powers change the value of the hand.

    ``before`` is the value of the hand without the card, and ``value`` its value with the card if no power
    applies. Return the value that applies.
    """
    if card < t.FACE_DOWN:
        expose(program, table, card, t.NOBODY)
    if table[t.COUNTING] & t.OVERRIDES:
        value = add_card(program, table, hand, before, program[p.RANK_OF + (card & e.CARD_MASK)])
        table[hand + t.VALUE] = value
    return value


@inlined_function
def deal_card(program: Ints, table: Ints, events: Ints, hand: int, face_down: int) -> int:
    """Deal a card to ``hand``, and return the new value of the hand, or NO_CARD if no card could be drawn.

    ``face_down`` is FACE_DOWN or 0. If the hand is full, record a fault.
    """
    held = table[hand + t.CARDS]
    if held >= MOST_HELD:
        table[t.FAULT] = p.HAND_FULL
        table[t.FAULT_PERSON] = table[hand + t.OWNER]
        return NO_CARD
    card = draw(program, table, hand, face_down)
    if card == NO_CARD:
        return NO_CARD
    table[hand + t.CARDS] = held + 1
    table[hand + t.HELD + held] = card + face_down
    before = table[hand + t.VALUE]
    value = program[p.ADDITIONS + before * p.RANKS + program[p.RANK_OF + (card & e.CARD_MASK)]]
    table[hand + t.VALUE] = value
    if events[r.POSITION]:
        base = table[table[hand + t.OWNER] + t.EVENT_BASE]
        record(events, base + (e.DEALT_DOWN if face_down else e.DEALT) + card)
    if table[t.COUNTING]:
        return look_again(program, table, hand, before, value, card + face_down)
    return value


@engine_function
def show_last_card(program: Ints, table: Ints, events: Ints, hand: int, knows_it: int) -> None:
    """Turn up the last card in ``hand``, record it, and show it to everyone except ``knows_it``."""
    at = hand + t.HELD + table[hand + t.CARDS] - 1
    card = table[at] & (t.FACE_DOWN - 1)
    table[at] = card
    record(events, table[table[hand + t.OWNER] + t.EVENT_BASE] + e.DEALT + card)
    if table[t.COUNTING]:
        expose(program, table, card, knows_it)


@engine_function
def update_value(program: Ints, table: Ints, hand: int) -> None:
    """Recompute the value of ``hand`` from its cards."""
    value = 0
    additions = additions_of(table, hand)
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        rank = program[p.RANK_OF + (table[at] & e.CARD_MASK)]
        value = program[additions + value * p.RANKS + rank]
    table[hand + t.VALUE] = value
