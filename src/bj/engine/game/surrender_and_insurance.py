"""Surrender, either early or late, and insurance."""

from __future__ import annotations

from bj.catalogue import actions as a
from bj.catalogue import events as e
from bj.catalogue import house_rules as h

from ..cards.payments_and_stakes import free_money, insurance_stake
from ..cards.rules_in_force import highest_of, house_outcome
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record_numbers
from ..layout.plain_or_compiled import Ints, engine_function
from .decisions import UNDECIDED, accepts, is_allowed, preference_of, take_reply
from .settlement import record_which_hand, settle_hand


@engine_function
def surrender(table: Ints, events: Ints, hand: int) -> None:
    """Mark ``hand`` as surrendered, and record this."""
    owner = table[hand + t.OWNER]
    table[hand + t.STATE] = t.GIVEN_UP
    table[t.NEEDS_RESET] = 1
    code = table[owner + t.EVENT_BASE] + e.SURRENDERS + (table[hand + t.VALUE] >> 1)
    record_numbers(events, code, table[hand + t.WAGER], table[owner + t.BANKROLL])


@engine_function
def offer_surrender(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``offer surrender`` step: players who surrender lose part of the wager immediately.

    A hand whose first cards exceed the target cannot be surrendered.
    """
    table[t.OFFERING] = 1
    for place in range(table[t.CURSOR], table[t.HANDS_IN_PLAY]):
        table[t.CURSOR] = place
        hand = table[t.HANDS + place]
        highest = highest_of(program, table, hand)
        if table[hand + t.STATE] > t.ACTING or table[hand + t.VALUE] > highest:
            continue
        if not is_allowed(program, table, h.EARLY_SURRENDER, hand):
            continue
        preference = preference_of(program, table, hand)
        if preference == UNDECIDED:
            reply = take_reply(table, hand, p.ASK_SURRENDER)
            if reply == UNDECIDED:
                return p.DECISION
        else:
            reply = 1 if preference & p.ACTION_MASK == a.SURRENDER else 0
        if reply and not table[t.FAULT]:
            record_which_hand(table, events, hand)
            surrender(table, events, hand)
            table[t.LIVE] -= 1
            outcome = house_outcome(program, p.SURRENDERED_EARLY, p.TOTALS)
            settle_hand(program, table, events, hand, outcome, False)
        if table[t.FAULT]:
            return p.FAULTY
    table[t.CURSOR] = 0
    table[t.OFFERING] = 0
    return p.GOING_ON


@engine_function
def offer_insurance(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``offer insurance`` step, one hand after another."""
    for place in range(table[t.CURSOR], table[t.HANDS_IN_PLAY]):
        table[t.CURSOR] = place
        hand = table[t.HANDS + place]
        owner = table[hand + t.OWNER]
        stake = insurance_stake(table, hand)
        if table[hand + t.STATE] > t.ACTING or stake == 0:
            continue
        if not is_allowed(program, table, h.INSURANCE, hand):
            continue
        if not table[t.CREDIT] and free_money(table, owner) < stake:
            continue
        reply = accepts(program, table, hand, table[table[hand + t.OWNER] + t.INSURANCE], p.ASK_INSURANCE)
        if reply == UNDECIDED:
            return p.DECISION
        if table[t.FAULT]:
            return p.FAULTY
        if reply:
            table[hand + t.INSURANCE_STAKED] = table[hand + t.INSURED] = stake
            table[t.NEEDS_RESET] = 1
            record_which_hand(table, events, hand)
            record_numbers(events, table[owner + t.EVENT_BASE] + e.INSURES, stake, table[owner + t.BANKROLL])
    table[t.CURSOR] = 0
    return p.GOING_ON
