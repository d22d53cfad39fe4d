"""Showing whole hands: a list of cards, between an event that begins it and one that ends it."""

from __future__ import annotations

from bj.catalogue import events as e

from . import program as p
from . import table as t
from .events import record
from .mode import Ints, engine_function


@engine_function
def wanted(program: Ints, table: Ints, person: int, bit: int) -> bool:
    """Whether somebody says an event that is recorded only then, for a player or for the dealer."""
    if table[person + t.VOICE] & e.DEALER_ROLE:
        bit *= e.WANT_OF_DEALER
    return program[p.WANTED] & bit != 0


@engine_function
def show_hand(program: Ints, table: Ints, events: Ints, person: int, hand: int, kind: int, bit: int) -> None:
    """Show ``hand`` as its owner sees it, or with TABLE_HAND as the table does: without face-down cards."""
    if not wanted(program, table, person, bit):
        return
    voice = table[person + t.VOICE]
    total = table[hand + t.VALUE] >> 1
    record(events, voice + kind + total)
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        card = table[at]
        if card >= t.FACE_DOWN:
            card = e.HIDDEN_CARD if kind == e.TABLE_HAND else card - t.FACE_DOWN
        record(events, voice + e.CARD_IN_LIST + card)
    record(events, voice + kind + e.LIST_ENDS + total)


@engine_function
def show_hands(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``show hands``: all hands as the table sees them."""
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        player = table[seat]
        show_hand(program, table, events, player, player + t.FIRST_HAND, e.TABLE_HAND, e.WANT_TABLE)
    dealer = table[t.DEALER]
    show_hand(program, table, events, dealer, dealer + t.FIRST_HAND, e.TABLE_HAND, e.WANT_TABLE)
    return p.GOING_ON


@engine_function
def show_players(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``show players``: every player's hand as its owner sees it."""
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        player = table[seat]
        show_hand(program, table, events, player, player + t.FIRST_HAND, e.OWN_HAND, e.WANT_HAND)
    return p.GOING_ON
