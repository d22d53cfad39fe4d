"""Deals the first cards to every hand."""

from __future__ import annotations

from bj.catalogue import events as e

from ..cards.dealing import deal_card, note_upcard
from ..cards.shoe import NO_CARD, why_no_card
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function


@engine_function
def dealers_first_card_up(table: Ints) -> int:
    """Return the dealer's first face-up card, or NO_CARD if all are face down."""
    hand = table[t.DEALER_HAND]
    at = hand + t.HELD
    if table[at] < t.FACE_DOWN:
        return table[at]
    end = at + table[hand + t.CARDS]
    while at < end and table[at] >= t.FACE_DOWN:
        at += 1
    return table[at] if at < end else NO_CARD


@inlined_function
def deal(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``deal`` step: deal the first cards in the order that the ruleset gives."""
    spot = table[t.INNER_CURSOR]
    place = table[t.CURSOR]
    while spot < program[p.DEALING_ENTRIES]:
        entry = program[p.DEALING + spot]
        to_dealer = entry & p.DEAL_TO_DEALER
        hand = table[t.DEALER_HAND] if to_dealer else table[t.HANDS + place]
        if deal_card(program, table, events, hand, entry & t.FACE_DOWN) == NO_CARD:
            table[t.INNER_CURSOR] = spot
            table[t.CURSOR] = place
            return why_no_card(table)
        place += 1
        if to_dealer or place == table[t.HANDS_IN_PLAY]:
            place = 0
            spot += 1
    upcard = dealers_first_card_up(table)
    if upcard != NO_CARD:
        note_upcard(program, table, upcard)
        if program[p.WANTED] & e.WANT_OF_DEALER * e.WANT_UPCARD:
            record(events, table[table[t.DEALER] + t.EVENT_BASE] + e.UPCARD_SHOWN + upcard)
    table[t.INNER_CURSOR] = 0
    table[t.CURSOR] = 0
    return p.GOING_ON
