"""Charts for drivers: which cells are used, and the values of plays in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from bj.catalogue.actions import HIT, PLAYS, STAND

from ..layout import search_layout as w
from ..layout.plain_or_compiled import Floats, Weights
from . import chart_values as g
from .nodes import Decision, decision_at

YES, NO = "yes", "no"

CODES: Sequence[str] = (YES, NO, *PLAYS)
"""All codes that a cell can have. A cell for insurance can have only the first two."""

CELLS = g.CELLS


class ChartRequest(IntEnum):
    """The requests that a driver can send to ``chart_values.weigh``."""

    ORDER = g.ORDER
    """Put a node and all its successors in order."""
    VALUE = g.VALUE
    """Find the value of every node if the chart is followed."""
    SPREAD = g.SPREAD
    """Find the probability of reaching each node if the chart is followed."""
    WEIGH = g.WEIGH
    """Find the value of every code in every cell."""


class Weighed(NamedTuple):
    """The values of all codes in a cell of a chart."""

    chance: float
    """The average number of decisions per hand that use the cell."""
    worths: Mapping[str, float]
    """Maps each code to its contribution to the average result of a hand, if all other cells follow the
    chart.
    """


def actions_of_codes() -> list[int]:
    """Return the actions for every code in order of preference, followed by hit and stand."""
    rows: list[int] = []
    for play in CODES:
        own = [action.number for action in PLAYS[play].actions] if play in PLAYS else []
        row = [*own, HIT, STAND]
        rows += [*row, *([g.ACTIONS_END] * (g.CODE_SIZE - len(row)))]
    return rows


def chart_of(codes: Mapping[int, str]) -> list[int]:
    """Create a chart from the codes for some cells. In other cells, the best answer is taken."""
    chart = [g.NO_CODE] * CELLS
    for cell, code in codes.items():
        chart[cell] = CODES.index(code)
    return chart


def most_nodes(work: Sequence[int]) -> int:
    """Return an upper limit for the number of nodes that a search has found."""
    return int(work[w.NEXT_NODE]) // w.NODE_SIZE + 1


def worths_size() -> int:
    """Return how many numbers the rows for all cells take up."""
    return CELLS * (1 + len(CODES))


def place_of(weights: Weights, node: int) -> int:
    """Return the position of a node in the order, counted from 1."""
    return int(weights.nodes[node + w.NODE_PLACE])


def cells_of(weights: Weights) -> dict[int, Decision]:
    """Map each used cell to one of the decisions that use it. Call ``weigh`` first."""
    sample = weights.sample
    return {cell: decision_at(weights.nodes, int(sample[cell])) for cell in range(CELLS) if sample[cell]}


def weighed(weights: Weights, cell: int) -> Weighed:
    """Read the values of the codes in a cell from ``weights``."""
    return weighed_in(weights.worths, cell)


def weighed_in(all_worths: Floats, cell: int) -> Weighed:
    """Read the values of the codes in a cell from the rows for all cells."""
    first = cell * (1 + len(CODES))
    chance, *worths = (float(all_worths[at]) for at in range(first, first + 1 + len(CODES)))
    return Weighed(chance, dict(zip(CODES, worths, strict=True)))
