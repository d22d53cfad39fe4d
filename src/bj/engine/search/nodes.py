"""What a search has found, as its drivers see it: nodes of chance and of decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from ..layout import program as p
from ..layout import search_layout as w


class Question(IntEnum):
    """What is decided."""

    ACTION = p.ASK_ACTION
    """What is done with the hand, by the numbers of the catalogue's actions."""
    INSURANCE = p.ASK_INSURANCE
    """Whether it is insured: 1 for yes, 0 for no."""
    SURRENDER = p.ASK_SURRENDER
    """Whether it is given up early: 1 for yes, 0 for no."""


class Decision(NamedTuple):
    """A hand that somebody decides about."""

    question: Question
    total: int
    is_soft: bool
    pair: int | None
    """The rank of a pair, where pairs may be split."""
    upcard: int
    """The rank."""


class Node(NamedTuple):
    """What was found for tables that look alike."""

    value: tuple[float, ...]
    """What the hands bring that end without any more decisions, times their chances."""
    edges: tuple[tuple[float, int], ...]
    """The chances of the nodes that it leads to."""
    choices: tuple[tuple[int, int], ...]
    """Of a decision the answers in ascending order, and the node that each leads to."""
    decision: Decision | None


class Finds(NamedTuple):
    """The sequences of a search that hold its results."""

    first: int
    """What is added to the places of its nodes, so that those of several searches differ."""
    work: Sequence[int]
    nodes: Sequence[int]
    values: Sequence[float]


def read_node(finds: Finds, at: int) -> Node:
    """What was found at a place of the nodes."""
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
    """What is decided at a place of the nodes."""
    decided = at + w.DECISION_OF_NODE
    hand, row = int(nodes[decided + w.HAND_VALUE]), int(nodes[decided + w.CHART_ROW])
    return Decision(
        Question(nodes[decided + w.QUESTION]),
        hand >> 1,
        bool(hand & 1),
        row - p.VALUES if row >= p.VALUES else None,
        int(nodes[decided + w.UPCARD]),
    )


def _edges(nodes: Sequence[int], at: int) -> Iterator[tuple[int, int]]:
    """The edges of a node: where each leads, and its share or answer."""
    while at:
        yield nodes[at + w.EDGE_TO], nodes[at + w.EDGE_SHARE]
        at = nodes[at + w.EDGE_NEXT]
