"""The budget of a hand: the work after which the game stops.

A unit of work takes about a microsecond in plain Python. The plain and the compiled engine count the same
work, so that a game stops at the same place. The count starts at the same number for every hand. Formulas,
reactions, shuffles and repeated hands add to it.
"""

from __future__ import annotations

from . import program as p
from . import table as t
from .mode import Ints, engine_function, inlined_function

MOST_WORK = 1 << 21  # of one hand, or between two: about two seconds
UNLIMITED = 1 << 62
HAND = 64  # a hand on the table that only a chart plays
ROUND = 16  # in addition to the conditions of steps
STEP = 8  # of a procedure, for each hand on the table and the dealer's
MANY_RESTARTS = 100
CUT = 8  # of a riffle, in addition to its cards
FIRING = 16  # of a reaction, in addition to its formulas
ROWS_AT_ONCE = 4  # rows of reactions for other occasions that are skipped in one unit
NUMBERS_AT_ONCE = 32  # numbers of the table that are moved or compared in one unit


@engine_function
def refuse(table: Ints, formula: int) -> bool:
    """Set a fault because a hand takes too much work, unless the table already has a fault.

    After many restarts of a hand, the fault is a lack of cards instead.
    """
    if table[t.FAULT] == 0:
        table[t.FAULT] = p.ENDLESS_HAND if table[t.RESTARTS] > MANY_RESTARTS else p.TOO_MUCH_WORK
        table[t.FAULT_PERSON] = 0
        table[t.FAULT_VALUE] = formula
    return True


@inlined_function
def count_work(table: Ints, work: int) -> bool:
    """Count ``work`` for this hand. If it exceeds the budget, set a fault and return True."""
    done = table[t.WORK] + work
    table[t.WORK] = done
    if done > table[t.WORK_END]:
        return refuse(table, 0)
    return False


@engine_function
def count_work_again(program: Ints, table: Ints) -> bool:
    """Count the work of a replayed hand, like ``count_work``."""
    seen_by = 4 + (table[t.PLAYERS] if table[t.COUNTING] else 0)
    hands = table[t.HANDS_IN_PLAY] + 1
    bets = (table[t.SIDE_BETS_END] - table[t.SIDE_BETS]) // t.SIDE_BET_SIZE
    cards = hands * (program[p.DEALING_ENTRIES] + 4)
    return count_work(table, table[t.HAND_WORK] + cards * seen_by + hands * (hands + bets))
