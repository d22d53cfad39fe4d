"""Hands from splits that are valued apart share a dealer: what they bring together.

Once a pair is split, and the shoe has no end, nothing links the hands but the dealer's final hand. So what
hands bring is sorted by its class: those that have met it are counted in its column. If all are over before
the dealer draws, nothing is known of it but whether it is a natural, and not even that without a hole card.
"""

from __future__ import annotations

from ..game.money import class_of
from ..layout import program as p
from ..layout import search_layout as w
from ..layout import table as t
from ..layout.mode import Floats, Ints, Space, engine_function, inlined_function


@engine_function
def note_dealers_hand(space: Space, entry: int) -> int:
    """Put what a settled hand has brought into the column of the dealer's hand: the end of what is stored."""
    program, table, work, situations = space.program, space.table, space.work, space.situations
    dealers = table[t.DEALER_HAND]
    found = class_of(program, table, dealers)
    column = w.NO_NATURAL
    if table[dealers + t.STATE] > t.ACTING or found == p.NATURAL:
        column = work[w.COLUMN_OF + found]
    elif table[dealers + t.CARDS] < 2:
        return entry
    at = work[w.MEASURED] + w.COLUMN_SIZE * column
    situations[entry] = at + w.COUNT
    situations[entry + 1] = 1
    situations[entry + 2] = at + w.BROUGHT
    situations[entry + 3] = table[work[w.PAYOFF + work[w.RECEIVED]]]
    return entry + 4


@engine_function
def without_column(work: Ints, values: Floats, at: int) -> float:
    """What those hands bring that are in no column, of the values from ``at`` on."""
    found = values[at + work[w.RECEIVED]]
    first = at + work[w.MEASURED] + w.BROUGHT
    for column in range(first, first + work[w.COLUMNS] * w.COLUMN_SIZE, w.COLUMN_SIZE):
        found -= values[column]
    return found


@inlined_function
def is_drawn(work: Ints, column: int) -> bool:
    """Whether a column is that of a final hand other than a natural."""
    return column not in (w.NO_NATURAL, work[w.COLUMN_OF + p.NATURAL])


@engine_function
def mean_product(work: Ints, values: Floats, one: int, other: int) -> float:
    """The mean product of what the values from ``one`` and from the ``other`` on bring.

    These are of different hands against one dealer. It is exact of a shoe without end.
    """
    first, second = one + work[w.MEASURED], other + work[w.MEASURED]
    open_one, open_other = without_column(work, values, one), without_column(work, values, other)
    counted = drawn = 0.0
    for column in range(work[w.COLUMNS]):
        at = w.COLUMN_SIZE * column + w.COUNT
        counted += values[first + at] + values[second + at]
        if is_drawn(work, column):
            drawn += values[first + at] + values[second + at]
    if counted <= 0:
        return open_one * open_other
    at = w.COLUMN_SIZE * work[w.COLUMN_OF + p.NATURAL]
    natural = (values[first + at + w.COUNT] + values[second + at + w.COUNT]) / counted
    product = 0.0
    if natural > 0:
        all_of_one = open_one * natural + values[first + at + w.BROUGHT]
        all_of_other = open_other * natural + values[second + at + w.BROUGHT]
        product = all_of_one * all_of_other / natural
    at = w.COLUMN_SIZE * w.NO_NATURAL + w.BROUGHT
    open_one = open_one * (1 - natural) + values[first + at]
    open_other = open_other * (1 - natural) + values[second + at]
    if drawn <= 0:
        return product + open_one * open_other / (1 - natural) if natural < 1 else product
    for column in range(work[w.COLUMNS]):
        at = w.COLUMN_SIZE * column
        share = (values[first + at + w.COUNT] + values[second + at + w.COUNT]) / drawn
        if share > 0 and is_drawn(work, column):
            all_of_one = open_one * share + values[first + at + w.BROUGHT]
            all_of_other = open_other * share + values[second + at + w.BROUGHT]
            product += all_of_one * all_of_other / (share * (1 - natural))
    return product


@inlined_function
def add_product(work: Ints, values: Floats, to: int, one: int, other: int) -> None:
    """Add to the square among the values from ``to`` on by how much that of a sum exceeds those summed."""
    if work[w.COLUMNS]:
        values[to + work[w.SQUARE]] += 2 * mean_product(work, values, one, other)
