"""Splits hands, and deals the second card to each part."""

from __future__ import annotations

from bj.catalogue import actions as a
from bj.catalogue import events as e

from ..cards.dealing import deal_card
from ..cards.rules_in_force import additions_of
from ..cards.shoe import NO_CARD, why_no_card
from ..cards.speech_and_shown_hands import show_hand
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record_numbers
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from .decisions import is_free
from .settlement import record_part


@engine_function
def keep_one_card(program: Ints, table: Ints, hand: int, card: int) -> None:
    """Make ``card`` the only card in ``hand``, which has not had its turn yet."""
    table[hand + t.HELD] = card
    table[hand + t.CARDS] = 1
    table[hand + t.VALUE] = program[additions_of(table, hand) + program[p.RANK_OF + (card & e.CARD_MASK)]]
    table[hand + t.STATE] = t.IN_PLAY


@engine_function
def split(program: Ints, table: Ints, events: Ints, hand: int, place: int) -> None:
    """Split ``hand``, which is at ``place`` in the order of play. The new hand is played next."""
    owner = table[hand + t.OWNER]
    free = table[hand + t.WAGER] if is_free(program, table, hand, a.SPLIT) else 0
    other = table[t.SPARE_HAND]
    table[t.SPARE_HAND] += t.HAND_SIZE
    for at in range(t.HANDS + table[t.HANDS_IN_PLAY], t.HANDS + place + 1, -1):
        table[at] = table[at - 1]
    table[t.HANDS + place + 1] = other
    table[t.HANDS_IN_PLAY] += 1
    table[t.LIVE] += 1
    table[t.NEEDS_RESET] = 1
    for field in range(t.HAND_SIZE):
        table[other + field] = table[hand + field]
    table[other + t.INITIAL] = 0
    table[other + t.FREE] = free
    table[other + t.INSURANCE_STAKED] = 0
    table[other + t.INSURED] = 0
    table[other + t.INSURANCE_PAID] = 0
    keep_one_card(program, table, other, table[hand + t.HELD + 1])
    keep_one_card(program, table, hand, table[hand + t.HELD])
    parts = table[hand + t.PARTS] + 1
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        if table[table[at] + t.WHOLE] == table[hand + t.WHOLE]:
            table[table[at] + t.PARTS] = parts
    record_numbers(
        events, table[owner + t.EVENT_BASE] + e.SPLITS, table[other + t.WAGER], table[owner + t.BANKROLL]
    )
    if free:
        record_numbers(events, table[owner + t.EVENT_BASE] + e.FREE_WAGER, free, table[owner + t.BANKROLL])


@inlined_function
def awaits_second_card(table: Ints, hand: int) -> bool:
    """Return whether ``hand`` comes from a split and has yet to be dealt its second card."""
    return (
        table[t.NEEDS_RESET] != 0
        and table[hand + t.CARDS] == 1
        and table[hand + t.PARTS] > 1
        and not table[t.RETAKING]
    )


@engine_function
def complete(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Begin the turn of a ``hand`` from a split, and deal its second card."""
    if table[hand + t.STATE] == t.IN_PLAY:
        table[hand + t.STATE] = t.ACTING
        record_part(table, events, hand)
    if deal_card(program, table, events, hand, 0) == NO_CARD:
        return why_no_card(table)
    if program[p.WANTED]:
        show_hand(program, table, events, hand, e.TURN_HAND, e.WANT_TURN)
    return p.GOING_ON
