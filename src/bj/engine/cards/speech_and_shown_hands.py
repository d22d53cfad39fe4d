"""Records speech and whole hands. A whole hand is a list of cards between a start and an end event."""

from __future__ import annotations

from bj.catalogue import events as e

from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record
from ..layout.plain_or_compiled import Ints, engine_function
from .formulas import fetch


@engine_function
def wanted(program: Ints, table: Ints, hand: int, bit: int) -> bool:
    """Return whether the optional event with this ``bit`` must be recorded for ``hand``.

    Players and the dealer have different bits.
    """
    if hand == table[t.DEALER_HAND]:
        bit *= e.WANT_OF_DEALER
    return program[p.WANTED] & bit != 0


@engine_function
def show_hand(program: Ints, table: Ints, events: Ints, hand: int, kind: int, bit: int) -> None:
    """Record ``hand`` as its owner sees it.

    If ``kind`` is TABLE_HAND, record it as everyone else sees it, with its face-down cards hidden.
    """
    if not wanted(program, table, hand, bit):
        return
    base = table[table[hand + t.OWNER] + t.EVENT_BASE]
    total = table[hand + t.VALUE] >> 1
    record(events, base + kind + total)
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        card = table[at]
        if card >= t.FACE_DOWN:
            card = e.HIDDEN_CARD if kind == e.TABLE_HAND else card - t.FACE_DOWN
        record(events, base + e.CARD_IN_LIST + card)
    record(events, base + kind + e.LIST_ENDS + total)


@engine_function
def show_hands(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``show hands`` step: show all hands as everyone at the table sees them."""
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        show_hand(program, table, events, table[at], e.TABLE_HAND, e.WANT_TABLE)
    show_hand(program, table, events, table[t.DEALER_HAND], e.TABLE_HAND, e.WANT_TABLE)
    return p.GOING_ON


@engine_function
def show_players(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``show players`` step: show each player's hand as its owner sees it."""
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        show_hand(program, table, events, table[at], e.OWN_HAND, e.WANT_HAND)
    return p.GOING_ON


@engine_function
def say(program: Ints, table: Ints, events: Ints, words: int, hand: int) -> None:
    """Record that the owner of ``hand`` says ``words``, along with any numbers in them."""
    record(events, table[table[hand + t.OWNER] + t.EVENT_BASE] + program[words])
    at = words + 1
    while program[at]:
        record(events, fetch(table, program[at], hand))
        at += 1
