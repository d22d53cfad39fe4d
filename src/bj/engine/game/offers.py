"""Offers other than hit and stand (split, surrender, insurance), and the dealer's peek."""

from __future__ import annotations

from bj.catalogue import actions as a
from bj.catalogue import events as e
from bj.catalogue import rules as h

from ..cards.hands import deal_card, turn_up
from ..cards.overrides import additions_of, highest_of
from ..cards.shoe import NO_CARD, why_no_card
from ..cards.show import show_hand
from ..cards.stakes import free_money, insurance_stake
from ..layout import program as p
from ..layout import table as t
from ..layout.events import record, record_numbers
from ..layout.mode import Ints, engine_function, inlined_function
from .decisions import UNDECIDED, accepts, is_allowed, is_free, preference_of, take_reply
from .money import class_of, outcome_of, record_part, record_which_hand, settle_hand, settle_insurance


@engine_function
def keep_one_card(program: Ints, table: Ints, hand: int, card: int) -> None:
    """Make ``card`` the only card of ``hand``, before its turn."""
    table[hand + t.HELD] = card
    table[hand + t.CARDS] = 1
    table[hand + t.VALUE] = program[additions_of(table, hand) + program[p.RANK_OF + (card & e.CARD_MASK)]]
    table[hand + t.STATE] = t.IN_PLAY


@engine_function
def split(program: Ints, table: Ints, events: Ints, hand: int, place: int) -> None:
    """Split ``hand``, which is at ``place`` in the order of play; the new hand plays next."""
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
def lacks_card(table: Ints, hand: int) -> bool:
    """Whether ``hand`` comes from a split and waits for its second card."""
    return (
        table[t.NEEDS_RESET] != 0
        and table[hand + t.CARDS] == 1
        and table[hand + t.PARTS] > 1
        and not table[t.RETAKING]
    )


@engine_function
def complete(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Start the turn of a ``hand`` from a split with its second card."""
    if table[hand + t.STATE] == t.IN_PLAY:
        table[hand + t.STATE] = t.ACTING
        record_part(table, events, hand)
    if deal_card(program, table, events, hand, 0) == NO_CARD:
        return why_no_card(table)
    if program[p.WANTED]:
        show_hand(program, table, events, hand, e.TURN_HAND, e.WANT_TURN)
    return p.GOING_ON


@engine_function
def surrender(table: Ints, events: Ints, hand: int) -> None:
    """Surrender ``hand``."""
    owner = table[hand + t.OWNER]
    table[hand + t.STATE] = t.GIVEN_UP
    table[t.NEEDS_RESET] = 1
    code = table[owner + t.EVENT_BASE] + e.SURRENDERS + (table[hand + t.VALUE] >> 1)
    record_numbers(events, code, table[hand + t.WAGER], table[owner + t.BANKROLL])


@engine_function
def offer_surrender(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``offer surrender``: a player who surrenders loses part of the wager immediately.

    A hand that exceeds the target after the deal cannot be surrendered.
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
            outcome = outcome_of(program, p.SURRENDERED_EARLY, p.TOTALS)
            settle_hand(program, table, events, hand, outcome, False)
        if table[t.FAULT]:
            return p.FAULTY
    table[t.CURSOR] = 0
    table[t.OFFERING] = 0
    return p.GOING_ON


@engine_function
def offer_insurance(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``offer insurance``, one hand after another."""
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


@engine_function
def turn_hole_card(program: Ints, table: Ints, events: Ints) -> None:
    """Turn up the dealer's face-down cards."""
    hand = table[t.DEALER_HAND]
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if table[at] >= t.FACE_DOWN:
            record(events, table[table[t.DEALER] + t.EVENT_BASE] + e.HOLE_CARD + turn_up(program, table, at))


@engine_function
def peek(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``peek``: if the dealer has a natural, all hands stand."""
    if not is_allowed(program, table, h.PEEK, table[t.HANDS]):
        return p.FAULTY if table[t.FAULT] else p.GOING_ON
    if class_of(program, table, table[t.DEALER_HAND]) == p.NATURAL:
        turn_hole_card(program, table, events)
        for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
            if table[table[at] + t.STATE] <= t.ACTING:
                table[table[at] + t.STATE] = t.STOOD
    else:
        table[t.PEEKED] = 1
        record(events, table[table[t.DEALER] + t.EVENT_BASE] + e.PEEKS)
    if table[t.NEEDS_RESET]:
        settle_insurance(program, table, events)
    return p.FAULTY if table[t.FAULT] else p.GOING_ON
