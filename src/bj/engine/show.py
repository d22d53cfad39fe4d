"""Showing whole hands: a list of cards, between an event that begins it and one that ends it."""

from __future__ import annotations

from .events import CARD_IN_LIST, HIDDEN_CARD, LIST_ENDS, OWN_HAND, TABLE_HAND, record
from .mode import Ints, engine_function
from .program import GOING_ON
from .table import CARDS, DEALER, FACE_DOWN, FIRST_HAND, HELD, PLAYERS, SEATS, VALUE, VOICE


@engine_function
def show_hand(table: Ints, events: Ints, person: int, hand: int, kind: int) -> None:
    """Show ``hand`` as its owner sees it, or with TABLE_HAND as the table does: without face-down cards."""
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
def show_hands(table: Ints, events: Ints) -> int:
    """Play the step ``show hands``: all hands as the table sees them."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        show_hand(table, events, table[seat], table[seat] + FIRST_HAND, TABLE_HAND)
    dealer = table[DEALER]
    show_hand(table, events, dealer, dealer + FIRST_HAND, TABLE_HAND)
    return GOING_ON


@engine_function
def show_players(table: Ints, events: Ints) -> int:
    """Play the step ``show players``: every player's hand as its owner sees it."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        show_hand(table, events, table[seat], table[seat] + FIRST_HAND, OWN_HAND)
    return GOING_ON
