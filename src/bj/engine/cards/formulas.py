"""Evaluates formulas, which are compiled from the expressions in a ruleset (see ``formula_operations``)."""

from __future__ import annotations

from bj.cards import ANY_OF_RANK, ANY_OF_SUIT, LOWEST_RANK
from bj.catalogue import events as e
from bj.catalogue.limits import LARGEST_NUMBER, LARGEST_RANGE

from ..layout import formula_operations as f
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from ..layout.work_per_hand import refuse
from .hand_facts import look
from .random_generators import choice_below


@inlined_function
def fetch(table: Ints, address: int, hand: int) -> int:
    """Return the number at ``address``, which can be relative to ``hand`` or to its owner."""
    if address > f.LEAST_LITERAL:
        return address - f.LITERAL
    if address < f.PERSON_BASE:
        return table[address]
    if address < f.HAND_BASE:
        return table[table[hand + t.OWNER] + address - f.PERSON_BASE]
    return table[hand + address - f.HAND_BASE]


@engine_function
def is_named(program: Ints, card: int, wanted: int) -> bool:
    """Return whether ``card`` is the ``wanted`` card, or has the ``wanted`` rank or suit.

    ``bj.cards`` explains how these are numbered.
    """
    if wanted >= ANY_OF_SUIT:
        return program[p.SUIT_OF + card] == wanted - ANY_OF_SUIT
    if wanted >= ANY_OF_RANK:
        return program[p.RANK_OF + card] == wanted - ANY_OF_RANK
    return card == wanted


@engine_function
def number_of(program: Ints, table: Ints, wanted: int, hand: int) -> int:
    """Return how many cards in ``hand`` match ``wanted`` (see ``is_named``)."""
    number = 0
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        number += is_named(program, table[at] & e.CARD_MASK, wanted)
    return number


@engine_function
def compute(program: Ints, table: Ints, operation: int, first: int, second: int, hand: int) -> int:
    """Return the result of an ``operation``, which must not be a comparison or a jump."""
    if operation == f.ADD:
        result = first + second
    elif operation == f.SUBTRACT:
        result = first - second
    elif operation == f.MULTIPLY:
        if abs(float(first) * float(second)) > LARGEST_NUMBER:
            table[t.FAULT] = p.NUMBER_TOO_LARGE
            return 0
        result = first * second
    elif operation <= f.CEIL_DIVIDE:
        if second == 0:
            table[t.FAULT] = p.DIVISION_BY_ZERO
            return 0
        if operation == f.FLOOR_DIVIDE:
            result = first // second
        elif operation == f.REMAINDER:
            result = first % second
        else:
            result = -(-first // second)
    elif operation == f.LEAST:
        result = min(first, second)
    elif operation == f.GREATEST:
        result = max(first, second)
    elif operation == f.HALF_DOWN:
        result = first >> 1
    elif operation == f.ODD:
        result = first & 1
    elif operation == f.HOLDS:
        result = 1 if number_of(program, table, first, hand) else 0
    elif operation == f.CHANCE:
        result = 1 if choice_below(table, 100) < first else 0
    elif operation == f.RANDOM:
        if second - first >= LARGEST_RANGE:
            table[t.FAULT] = p.NUMBER_TOO_LARGE
            return 0
        result = first + choice_below(table, max(1, second - first + 1))
    elif operation == f.ABSOLUTE:
        result = abs(first)
    elif operation == f.WORTH:
        result = program[p.WORTHS + first]
    elif operation == f.SEVERAL:
        result = 1 if first > 1 else 0
    elif operation == f.NUMBER_OF:
        result = number_of(program, table, first, hand)
    elif operation == f.RANK:
        result = LOWEST_RANK + first
    elif operation >= f.FIRST:
        result = look(program, table, operation, hand)
    else:
        result = first
    if abs(result) > LARGEST_NUMBER:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        return 0
    return result


@inlined_function
def evaluate_in_place(program: Ints, table: Ints, at: int, hand: int) -> int:
    """Return the value of the formula at the index ``at`` for ``hand`` and its owner.

    For a condition, this is 0 or 1. Record a fault if the formula divides by zero or if a number exceeds
    LARGEST_NUMBER.
    """
    while True:
        operation = program[at]
        address = program[at + 1]
        first = table[address] if address < f.PERSON_BASE else fetch(table, address, hand)
        if operation == f.RESULT:
            return first
        if operation <= f.NOT_EQUAL:
            address = program[at + 2]
            second = table[address] if address < f.PERSON_BASE else fetch(table, address, hand)
            if operation == f.LESS:
                holds = 1 if first < second else 0
            elif operation == f.LESS_EQUAL:
                holds = 1 if first <= second else 0
            elif operation == f.EQUAL:
                holds = 1 if first == second else 0
            else:
                holds = 1 if first != second else 0
            target = program[at + 3]
            if target == f.ANSWER_HERE:
                return holds
            if target > f.ANSWER_HERE:
                table[target] = holds
            elif not holds:
                at -= 4 * target
                continue
        elif operation <= f.JUMP:
            if operation == f.JUMP or (first != 0) == (operation == f.JUMP_IF_TRUE):
                at += 4 * program[at + 2]
        else:
            second = fetch(table, program[at + 2], hand)
            table[program[at + 3]] = compute(program, table, operation, first, second, hand)
            if table[t.FAULT]:
                return 0
        at += 4


@engine_function
def evaluate(program: Ints, table: Ints, at: int, hand: int) -> int:
    """Return the value of the formula at the index ``at``.

    This function is not inlined, but otherwise works like ``evaluate_in_place``. Also record a fault if the
    hand exceeds its work budget, because a hand can need any number of formulas.
    """
    done = table[t.WORK] + program[at - 1]
    table[t.WORK] = done
    if done > table[t.WORK_END]:
        refuse(table, at)
        return 0
    return evaluate_in_place(program, table, at, hand)
