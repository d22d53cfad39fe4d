"""Turns up the hole card and plays the dealer's hand, if an open bet depends on them."""

from __future__ import annotations

from bj.catalogue import house_rules as h

from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from .hole_card import turn_hole_card
from .playing_hands import play_by_chart, play_freely, plays_by_chart
from .side_bets import need_dealer


@engine_function
def open_bets_need_dealer(program: Ints, table: Ints) -> bool:
    """Return whether an open bet cannot be settled until the dealer has played.

    The bet can be insurance, a side bet or, if the dealer always plays, the wager on an open hand.
    """
    always = program[p.HOUSE_RULES] & h.DEALER_ALWAYS
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        if table[hand + t.INSURED] or (always and table[hand + t.STATE] != t.SETTLED):
            return True
    return program[p.SIDE_BETS] != 0 and need_dealer(program, table)


@inlined_function
def dealer_is_needed(program: Ints, table: Ints) -> bool:
    """Return whether the dealer must play so that a hand or a bet can be settled."""
    if table[t.LIVE]:
        return True
    may_be = table[t.NEEDS_RESET] or program[p.HOUSE_RULES] & h.DEALER_ALWAYS
    return may_be != 0 and open_bets_need_dealer(program, table)


@inlined_function
def reveal_hole_card(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``reveal hole card`` step, if the dealer is needed."""
    if dealer_is_needed(program, table):
        turn_hole_card(program, table, events)
    return p.GOING_ON


@inlined_function
def dealer_acts(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``dealer acts`` step, if the dealer is needed."""
    if not dealer_is_needed(program, table):
        return p.GOING_ON
    hand = table[t.DEALER_HAND]
    if plays_by_chart(table, hand):
        return play_by_chart(program, table, events, hand)
    return play_freely(program, table, events, hand)
