"""The budget for a hand: how much work it may take before the game is stopped.

A unit of work takes about a microsecond in plain Python. The compiled engine counts work in the same way, so
games stop at the same point. For every hand, the count starts at a fixed number, and formulas, reactions,
shuffles and repeated hands add to it.
"""

from __future__ import annotations

from . import program as p
from . import table as t
from .plain_or_compiled import Ints, engine_function, inlined_function

MOST_WORK = 1 << 21  # per hand, or between two hands: about two seconds
UNLIMITED = 1 << 62
HAND = 64  # per hand on the table that a chart plays
ROUND = 16  # per round, in addition to the conditions of its steps
STEP = 8  # per step in the procedure, for each hand on the table, including the dealer's
MANY_RESTARTS = 100
CUT = 8  # per cut in a riffle, in addition to moving its cards
FIRING = 16  # per reaction, in addition to its formulas
ROWS_AT_ONCE = 4  # how many rows of reactions to other occasions are skipped in one unit
NUMBERS_AT_ONCE = 32  # how many numbers in the table are moved or compared in one unit


@engine_function
def refuse(table: Ints, formula: int) -> bool:
    """If there is no fault yet, record that a hand takes too much work.

    If the hand has restarted many times, record instead that it can never be completed.
    """
    if table[t.FAULT] == 0:
        table[t.FAULT] = p.ENDLESS_HAND if table[t.RESTARTS] > MANY_RESTARTS else p.TOO_MUCH_WORK
        table[t.FAULT_PERSON] = 0
        table[t.FAULT_VALUE] = formula
    return True


@inlined_function
def count_work(table: Ints, work: int) -> bool:
    """Count ``work`` for this hand. If it exceeds the budget, record a fault and return True."""
    done = table[t.WORK] + work
    table[t.WORK] = done
    if done > table[t.WORK_END]:
        return refuse(table, 0)
    return False


@engine_function
def count_work_again(program: Ints, table: Ints) -> bool:
    """Count the work for playing a hand again (see ``count_work``)."""
    seen_by = 4 + (table[t.PLAYERS] if table[t.COUNTING] else 0)
    hands = table[t.HANDS_IN_PLAY] + 1
    bets = (table[t.SIDE_BETS_END] - table[t.SIDE_BETS]) // t.SIDE_BET_SIZE
    cards = hands * (program[p.DEALING_ENTRIES] + 4)
    return count_work(table, table[t.HAND_WORK] + cards * seen_by + hands * (hands + bets))
