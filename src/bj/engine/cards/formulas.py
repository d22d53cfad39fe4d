"""Formulas: the compiled expressions of a ruleset, and the loop that computes them.

A formula is a run of instructions of four numbers each: operation, two operands and the register that takes
the result. Before the first of them stands the work that it takes at most, see ``budget.py``. An operand is
an address: from 0 on a register of the table, from PERSON_BASE on a field of the person whose hand it is
asked for, from HAND_BASE on a field of that hand, and LITERAL + n is the number n itself. Jumps go forward
only, so a formula ends after at most as many instructions as it has.
"""

from __future__ import annotations

from bj.cards import ANY_OF_RANK, ANY_OF_SUIT, LOWEST_RANK
from bj.catalogue import events as e
from bj.catalogue.limits import LARGEST_NUMBER, LARGEST_RANGE

from ..layout import program as p
from ..layout import table as t
from ..layout.budget import refuse
from ..layout.mode import Ints, engine_function, inlined_function
from .generators import choice_below
from .hand_facts import FIRST, look

PERSON_BASE = 1 << 32
HAND_BASE = 1 << 33
LITERAL = 1 << 60
LEAST_LITERAL = 1 << 59

ANSWER_HERE = 0  # as the register of a comparison: its result is the formula's
# below 0, as the register of a comparison: minus how many instructions to go forward when it does not hold

RESULT = 0  # end: the first operand is the result
LESS = 1
LESS_EQUAL = 2
EQUAL = 3
NOT_EQUAL = 4
JUMP_IF_FALSE = 5  # instructions to go forward
JUMP_IF_TRUE = 6
JUMP = 7
ADD = 8
SUBTRACT = 9
MULTIPLY = 10
FLOOR_DIVIDE = 11
REMAINDER = 12
CEIL_DIVIDE = 13
LEAST = 14
GREATEST = 15
COPY = 16
HALF_DOWN = 17  # total of a hand value: value // 2
ODD = 18  # softness of a hand value: value % 2
HOLDS = 19  # 1 when the hand holds the card, or one of the rank or the suit
CHANCE = 20  # 1 in `first` of 100 cases
RANDOM = 21  # a number from `first` to `second`
ABSOLUTE = 22
WORTH = 23  # what a rank is worth when it counts as much as it can
SEVERAL = 24  # 1 for a number above 1
NUMBER_OF = 25  # how many such cards the hand holds
RANK = 26  # a rank as expressions know it
# from patterns.FIRST on: what is seen of cards


@inlined_function
def fetch(table: Ints, address: int, hand: int) -> int:
    """What stands at ``address``, seen from ``hand`` and its owner."""
    if address > LEAST_LITERAL:
        return address - LITERAL
    if address < PERSON_BASE:
        return table[address]
    if address < HAND_BASE:
        return table[table[hand + t.OWNER] + address - PERSON_BASE]
    return table[hand + address - HAND_BASE]


@engine_function
def is_named(program: Ints, card: int, wanted: int) -> bool:
    """Whether ``card`` is ``wanted``: that card, or any of a rank or a suit; see ``bj.cards``."""
    if wanted >= ANY_OF_SUIT:
        return program[p.SUIT_OF + card] == wanted - ANY_OF_SUIT
    if wanted >= ANY_OF_RANK:
        return program[p.RANK_OF + card] == wanted - ANY_OF_RANK
    return card == wanted


@engine_function
def number_of(program: Ints, table: Ints, wanted: int, hand: int) -> int:
    """How many cards of ``hand`` are ``wanted``, as ``is_named`` has it."""
    number = 0
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        number += is_named(program, table[at] & e.CARD_MASK, wanted)
    return number


@engine_function
def compute(program: Ints, table: Ints, operation: int, first: int, second: int, hand: int) -> int:
    """The result of one operation that is neither a comparison nor a jump."""
    if operation == ADD:
        result = first + second
    elif operation == SUBTRACT:
        result = first - second
    elif operation == MULTIPLY:
        if abs(float(first) * float(second)) > LARGEST_NUMBER:
            table[t.FAULT] = p.NUMBER_TOO_LARGE
            return 0
        result = first * second
    elif operation <= CEIL_DIVIDE:
        if second == 0:
            table[t.FAULT] = p.DIVISION_BY_ZERO
            return 0
        if operation == FLOOR_DIVIDE:
            result = first // second
        elif operation == REMAINDER:
            result = first % second
        else:
            result = -(-first // second)
    elif operation == LEAST:
        result = min(first, second)
    elif operation == GREATEST:
        result = max(first, second)
    elif operation == HALF_DOWN:
        result = first >> 1
    elif operation == ODD:
        result = first & 1
    elif operation == HOLDS:
        result = 1 if number_of(program, table, first, hand) else 0
    elif operation == CHANCE:
        result = 1 if choice_below(table, 100) < first else 0
    elif operation == RANDOM:
        if second - first >= LARGEST_RANGE:
            table[t.FAULT] = p.NUMBER_TOO_LARGE
            return 0
        result = first + choice_below(table, max(1, second - first + 1))
    elif operation == ABSOLUTE:
        result = abs(first)
    elif operation == WORTH:
        result = program[p.WORTHS + first]
    elif operation == SEVERAL:
        result = 1 if first > 1 else 0
    elif operation == NUMBER_OF:
        result = number_of(program, table, first, hand)
    elif operation == RANK:
        result = LOWEST_RANK + first
    elif operation >= FIRST:
        result = look(program, table, operation, hand)
    else:
        result = first
    if abs(result) > LARGEST_NUMBER:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        return 0
    return result


@inlined_function
def evaluate_in_place(program: Ints, table: Ints, at: int, hand: int) -> int:
    """The value of the formula at ``at`` for a hand and its owner; a condition gives 0 or 1.

    Sets FAULT in the table on a division by zero and on a number beyond LARGEST_NUMBER.
    """
    while True:
        operation = program[at]
        address = program[at + 1]
        first = table[address] if address < PERSON_BASE else fetch(table, address, hand)
        if operation == RESULT:
            return first
        if operation <= NOT_EQUAL:
            address = program[at + 2]
            second = table[address] if address < PERSON_BASE else fetch(table, address, hand)
            if operation == LESS:
                holds = 1 if first < second else 0
            elif operation == LESS_EQUAL:
                holds = 1 if first <= second else 0
            elif operation == EQUAL:
                holds = 1 if first == second else 0
            else:
                holds = 1 if first != second else 0
            target = program[at + 3]
            if target == ANSWER_HERE:
                return holds
            if target > ANSWER_HERE:
                table[target] = holds
            elif not holds:
                at -= 4 * target
                continue
        elif operation <= JUMP:
            if operation == JUMP or (first != 0) == (operation == JUMP_IF_TRUE):
                at += 4 * program[at + 2]
        else:
            second = fetch(table, program[at + 2], hand)
            table[program[at + 3]] = compute(program, table, operation, first, second, hand)
            if table[t.FAULT]:
                return 0
        at += 4


@engine_function
def evaluate(program: Ints, table: Ints, at: int, hand: int) -> int:
    """The same as ``evaluate_in_place``, but not inlined, for formulas that hands seldom need, or often.

    Sets FAULT, too, where the hand takes too much work: a hand evaluates any number of such formulas.
    """
    done = table[t.WORK] + program[at - 1]
    table[t.WORK] = done
    if done > table[t.WORK_END]:
        refuse(table, at)
        return 0
    return evaluate_in_place(program, table, at, hand)
