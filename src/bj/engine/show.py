"""Showing whole hands: a list of cards, between an event that begins it and one that ends it."""

from __future__ import annotations

from .events import (
    CARD_IN_LIST,
    DEALER_ROLE,
    HIDDEN_CARD,
    LIST_ENDS,
    OWN_HAND,
    TABLE_HAND,
    record,
)
from .mode import Ints, engine_function
from .program import GOING_ON, WANT_HAND, WANT_OF_DEALER, WANT_TABLE, WANTED
from .table import CARDS, DEALER, FACE_DOWN, FIRST_HAND, HELD, PLAYERS, SEATS, VALUE, VOICE


@engine_function
def wanted(program: Ints, table: Ints, person: int, bit: int) -> bool:
    """Whether somebody says an event that is recorded only then, for a player or for the dealer."""
    if table[person + VOICE] & DEALER_ROLE:
        bit *= WANT_OF_DEALER
    return program[WANTED] & bit != 0


@engine_function
def show_hand(program: Ints, table: Ints, events: Ints, person: int, hand: int, kind: int, bit: int) -> None:
    """Show ``hand`` as its owner sees it, or with TABLE_HAND as the table does: without face-down cards."""
    if not wanted(program, table, person, bit):
        return
    voice = table[person + VOICE]
    total = table[hand + VALUE] >> 1
    record(events, voice + kind + total)
    for at in range(hand + HELD, hand + HELD + table[hand + CARDS]):
        card = table[at]
        if card >= FACE_DOWN:
            card = HIDDEN_CARD if kind == TABLE_HAND else card - FACE_DOWN
        record(events, voice + CARD_IN_LIST + card)
    record(events, voice + kind + LIST_ENDS + total)


@engine_function
def show_hands(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``show hands``: all hands as the table sees them."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        show_hand(program, table, events, player, player + FIRST_HAND, TABLE_HAND, WANT_TABLE)
    dealer = table[DEALER]
    show_hand(program, table, events, dealer, dealer + FIRST_HAND, TABLE_HAND, WANT_TABLE)
    return GOING_ON


@engine_function
def show_players(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``show players``: every player's hand as its owner sees it."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        show_hand(program, table, events, player, player + FIRST_HAND, OWN_HAND, WANT_HAND)
    return GOING_ON
