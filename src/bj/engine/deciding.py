"""Decisions: what may be done with a hand, and what its owner does."""

from __future__ import annotations

from bj.catalogue import actions as a
from bj.catalogue import rules as h

from . import program as p
from . import table as t
from .formulas import evaluate
from .mode import Ints, engine_function, inlined_function

UNDECIDED = -1
STAND_ALONE = 1 << a.STAND  # the house stands for the owner, whom nobody asks


@engine_function
def legal(program: Ints, table: Ints, hand: int) -> int:
    """What may be done with ``hand`` when it is its turn: a bit ``1 << action`` for each action.

    Where only standing is left, the house stands for the owner. Anywhere else a hit is legal.
    """
    rules = program[p.HOUSE_RULES]
    wager = table[hand + t.WAGER]
    if wager != table[hand + t.INITIAL]:
        return STAND_ALONE
    if rules & h.STAND_ON_TARGET and table[hand + t.VALUE] >> 1 == table[t.TARGET]:
        return STAND_ALONE
    actions = 1 << a.HIT | 1 << a.STAND
    if (
        rules & h.DOUBLE
        and table[hand + t.CARDS] == 2
        and hand != table[t.DEALER_HAND]
        and (table[t.CREDIT] or table[table[hand + t.OWNER] + t.BANKROLL] >= 2 * wager)
    ):
        actions |= 1 << a.DOUBLE
    return actions


@inlined_function
def preferred(preference: int, actions: int) -> int:
    """The first action of a preference that is among the ``actions``; behind its last one stands a hit."""
    while not actions >> (preference & p.ACTION_MASK) & 1:
        preference >>= p.ACTION_BITS
    return preference & p.ACTION_MASK


@engine_function
def first_rule(program: Ints, table: Ints, rule: int, hand: int) -> int:
    """The preference of the first rule of a list whose condition holds, or UNDECIDED when none does."""
    while program[rule]:
        if evaluate(program, table, program[rule], hand):
            return program[rule + 1]
        if table[t.FAULT]:
            return a.STAND
        rule += 2
    return UNDECIDED


@engine_function
def decide(program: Ints, table: Ints, hand: int, actions: int) -> int:
    """Which of the legal ``actions`` the owner of ``hand`` takes, or UNDECIDED when a person has to be asked.

    The first rule of the strategy whose condition holds decides; behind the rules stands the chart, which
    may have rules of its own for a hand.
    """
    person = table[hand + t.OWNER]
    rules = table[person + t.RULES]
    preference = first_rule(program, table, rules, hand) if rules else UNDECIDED
    chart = table[person + t.CHART]
    if preference == UNDECIDED and chart:
        preference = program[chart + table[hand + t.VALUE] * p.RANKS + table[t.UPCARD]]
        if preference < 0:
            rules = -preference
            preference = first_rule(program, table, rules, hand)
    if preference != UNDECIDED:
        return preferred(preference, actions)
    if rules:
        table[t.FAULT] = p.NO_ACTION
        table[t.FAULT_PERSON] = person
        return a.STAND
    if table[t.ANSWERED]:
        table[t.ANSWERED] = 0
        table[t.QUESTION] = 0
        return accept_action(table, person, table[t.ANSWER], actions)
    table[t.QUESTION] = p.ASK_ACTION
    table[t.ASKED] = hand
    return UNDECIDED


@engine_function
def accept_action(table: Ints, person: int, action: int, actions: int) -> int:
    """The answered ``action``, with a fault noted unless it is among the legal ``actions``."""
    if action & p.ACTION_MASK == action and actions >> action & 1:
        return action
    table[t.FAULT] = p.ILLEGAL_ACTION
    table[t.FAULT_PERSON] = person
    table[t.FAULT_VALUE] = action
    return a.STAND


@engine_function
def choose(program: Ints, table: Ints, hand: int) -> int:
    """What is done with ``hand``: what the house decides for it, or else its owner."""
    actions = legal(program, table, hand)
    if actions == STAND_ALONE:
        return a.STAND
    return decide(program, table, hand, actions)
