"""The results of a search, for its drivers: nodes for chance events and decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from ..layout import program as p
from ..layout import search_layout as w


class DecisionKind(IntEnum):
    """The subject of a decision."""

    ACTION = p.ASK_ACTION
    """Which action to take, given by its number in the catalogue."""
    INSURANCE = p.ASK_INSURANCE
    """Whether to insure the hand: 1 for yes, 0 for no."""
    SURRENDER = p.ASK_SURRENDER
    """Whether to surrender the hand early: 1 for yes, 0 for no."""


class Decision(NamedTuple):
    """A decision about a hand."""

    question: DecisionKind
    total: int
    is_soft: bool
    pair: int | None
    """The rank of a pair that can be split, or None for any other hand."""
    upcard: int
    """The rank of the upcard."""


class Node(NamedTuple):
    """The result for tables that the observer cannot distinguish."""

    value: tuple[float, ...]
    """The payoffs of hands that end without further decisions, multiplied by their probabilities."""
    edges: tuple[tuple[float, int], ...]
    """The next nodes, each with the probability of reaching it."""
    choices: tuple[tuple[int, int], ...]
    """The possible answers in a decision, in ascending order, each with the next node."""
    decision: Decision | None


class Finds(NamedTuple):
    """The sequences in which a search stores its results."""

    first: int
    """An offset that is added to node numbers, so that the numbers of different searches differ."""
    work: Sequence[int]
    nodes: Sequence[int]
    values: Sequence[float]


def read_node(finds: Finds, at: int) -> Node:
    """Read the node at the index ``at``."""
    shift, work, nodes, values = finds
    at -= shift
    first = nodes[at + w.NODE_VALUES]
    value = tuple(values[first : first + work[w.PAYOFFS]])
    edges = [(to + shift, said) for to, said in _edges(nodes, nodes[at + w.NODE_EDGE])]
    if nodes[at + w.NODE_KIND] != w.DECISION:
        return Node(value, tuple((values[share], to) for to, share in edges), (), None)
    choices = sorted((answer, to) for to, answer in edges)
    return Node(value, (), tuple(choices), decision_at(nodes, at))


def decision_at(nodes: Sequence[int], at: int) -> Decision:
    """Read the decision in the node at the index ``at``."""
    decided = at + w.DECISION_OF_NODE
    hand, row = int(nodes[decided + w.HAND_VALUE]), int(nodes[decided + w.CHART_ROW])
    return Decision(
        DecisionKind(nodes[decided + w.QUESTION]),
        hand >> 1,
        bool(hand & 1),
        row - p.VALUES if row >= p.VALUES else None,
        int(nodes[decided + w.UPCARD]),
    )


def _edges(nodes: Sequence[int], at: int) -> Iterator[tuple[int, int]]:
    """Yield the edges of a node: where each one leads, and its share or answer."""
    while at:
        yield nodes[at + w.EDGE_TO], nodes[at + w.EDGE_SHARE]
        at = nodes[at + w.EDGE_NEXT]
