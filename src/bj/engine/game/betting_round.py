"""A betting round: each hand in turn checks, raises, calls or folds, until no hand owes anything."""

from __future__ import annotations

from bj.catalogue import events as e

from ..cards.payments_and_stakes import most_raised
from ..cards.rules_in_force import house_outcome
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record, record_numbers
from ..layout.plain_or_compiled import Ints, engine_function, outlined_function
from .decisions import UNDECIDED, accepts
from .settlement import record_which_hand, settle_hand


@engine_function
def is_in(table: Ints, hand: int) -> bool:
    """Return whether ``hand`` is still in the betting round."""
    return table[hand + t.STATE] <= t.STOOD


@engine_function
def price_of_call(table: Ints, hand: int) -> int:
    """Return the amount that calling adds to the wager on ``hand``.

    This is the amount that the hand owes, or less if its owner cannot pay in full.
    """
    return most_raised(table, hand, table[t.BET_LEVEL] - table[hand + t.BET])


@engine_function
def may_raise(program: Ints, table: Ints, hand: int) -> bool:
    """Return whether ``hand``, which owes nothing, is allowed to raise.

    Its owner must be able to afford the raise, another raise must be allowed, and another hand must still be
    in the round.
    """
    amount = program[p.RAISE]
    if table[t.RAISES_MADE] >= program[p.MOST_RAISES] or most_raised(table, hand, amount) < amount:
        return False
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        if table[at] != hand and is_in(table, table[at]):
            return True
    return False


@engine_function
def add_bet(table: Ints, events: Ints, hand: int, kind: int, amount: int) -> None:
    """Add ``amount`` to the wager on ``hand``, and record an event of this ``kind``."""
    owner = table[hand + t.OWNER]
    record_which_hand(table, events, hand)
    table[hand + t.WAGER] += amount
    record_numbers(
        events, table[owner + t.EVENT_BASE] + kind, table[hand + t.WAGER], table[owner + t.BANKROLL]
    )


@engine_function
def wants_to_call(program: Ints, table: Ints, hand: int) -> int:
    """Return 1 if the owner of ``hand`` calls, 0 if they fold, or UNDECIDED if they still have to be asked.

    A strategy that says nothing about calls always calls.
    """
    owner = table[hand + t.OWNER]
    formula = table[owner + t.CALLS]
    if not formula and (table[owner + t.CHART] or table[owner + t.RULES]):
        return 1
    return accepts(program, table, hand, formula, p.ASK_CALL)


@engine_function
def call_or_fold(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Call or fold with ``hand``, as its owner decides."""
    reply = wants_to_call(program, table, hand)
    if reply == UNDECIDED:
        return p.DECISION
    if table[t.FAULT]:
        return p.FAULTY
    if reply:
        add_bet(table, events, hand, e.CALLS, price_of_call(table, hand))
        table[hand + t.BET] = table[t.BET_LEVEL]
        table[t.BETTING] = t.MAY_RAISE
    else:
        table[t.LIVE] -= 1
        settle_hand(program, table, events, hand, house_outcome(program, p.FOLDED, p.TOTALS), False)
    return p.FAULTY if table[t.FAULT] else p.GOING_ON


@engine_function
def check_or_raise(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Check or raise with ``hand``, as its owner decides."""
    owner = table[hand + t.OWNER]
    reply = accepts(program, table, hand, table[owner + t.RAISES], p.ASK_RAISE)
    if reply == UNDECIDED:
        return p.DECISION
    if table[t.FAULT]:
        return p.FAULTY
    if reply:
        add_bet(table, events, hand, e.BETS_MORE, program[p.RAISE])
        table[hand + t.BET] += program[p.RAISE]
        table[t.BET_LEVEL] = table[hand + t.BET]
        table[t.RAISES_MADE] += 1
        table[t.TO_ACT] = table[t.HANDS_IN_PLAY]
    elif table[t.BET_LEVEL] == 0:
        record_which_hand(table, events, hand)
        record(events, table[owner + t.EVENT_BASE] + e.CHECKS)
    return p.GOING_ON


@outlined_function
def betting_round(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``betting round`` step."""
    if table[t.BETTING] == t.NO_BETS:
        table[t.BETTING] = t.MUST_CALL
        table[t.BET_LEVEL] = table[t.RAISES_MADE] = 0
        table[t.TO_ACT] = table[t.HANDS_IN_PLAY]
        table[t.NEEDS_RESET] = 1
    while table[t.TO_ACT]:
        place = table[t.CURSOR]
        hand = table[t.HANDS + place]
        if is_in(table, hand) and table[t.BETTING] == t.MUST_CALL:
            status = p.GOING_ON
            if table[hand + t.BET] < table[t.BET_LEVEL]:
                status = call_or_fold(program, table, events, hand)
            else:
                table[t.BETTING] = t.MAY_RAISE
            if status != p.GOING_ON:
                return status
        if table[t.BETTING] == t.MAY_RAISE and may_raise(program, table, hand):
            status = check_or_raise(program, table, events, hand)
            if status != p.GOING_ON:
                return status
        table[t.BETTING] = t.MUST_CALL
        table[t.TO_ACT] -= 1
        table[t.CURSOR] = place + 1 if place + 1 < table[t.HANDS_IN_PLAY] else 0
    table[t.BETTING] = t.NO_BETS
    table[t.CURSOR] = 0
    return p.GOING_ON
