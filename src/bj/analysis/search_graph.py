"""The nodes found by a search, as a graph of chance nodes and decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from bj.engine.search.nodes import Decision, Node

Vector: TypeAlias = tuple[float, ...]

Choice: TypeAlias = Callable[[Decision, Mapping[int, Vector]], Vector]
"""A function that computes the value of a decision from the values of the possible answers."""


class Graph:
    """All nodes that can be reached from the roots. Every node is listed after its successors."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}

    def add(self, read: Callable[[int], Node], roots: Iterable[int]) -> None:
        """Add the nodes that can be reached from ``roots``. ``read`` returns a node, given its number."""
        for root in roots:
            self._add(read, root)

    def _add(self, read: Callable[[int], Node], root: int) -> None:
        """Add the node ``root``, and all nodes below it that are not yet in the graph."""
        waiting = [(root, False)]
        while waiting:
            at, is_seen = waiting.pop()
            if at in self.nodes:
                continue
            node = read(at)
            leads = [to for _, to in (*node.edges, *node.choices)]
            if is_seen or not leads:
                self.nodes[at] = node
                continue
            waiting.append((at, True))
            waiting += [(to, False) for to in leads if to not in self.nodes]

    def values(self, choose: Choice) -> dict[int, Vector]:
        """Return the value of every node. ``choose`` computes the value of a decision."""
        found: dict[int, Vector] = {}
        for at, node in self.nodes.items():
            if node.decision is not None:
                found[at] = choose(node.decision, {answer: found[to] for answer, to in node.choices})
            elif not node.edges:
                found[at] = node.value
            else:
                found[at] = mix(node, found)
        return found


def mix(node: Node, found: Mapping[int, Vector]) -> Vector:
    """Return the value of a chance node, given the values of its successors in ``found``."""
    sums = list(node.value)
    for share, to in node.edges:
        for place, number in enumerate(found[to]):
            sums[place] += share * number
    return tuple(sums)


def best_by(place: int) -> Choice:
    """Return a function that chooses the action with the highest number at index ``place`` of its vector.

    If several actions are equally good, it chooses the first one.
    """

    def choose(decision: Decision, of_actions: Mapping[int, Vector]) -> Vector:
        return of_actions[max(sorted(of_actions), key=lambda action: of_actions[action][place])]

    return choose


def add_up(parts: Sequence[tuple[float, Vector]]) -> Vector:
    """Return the mean of the vectors in (probability, vector) pairs, weighted by probability."""
    size = len(parts[0][1])
    return tuple(sum(chance * vector[place] for chance, vector in parts) for place in range(size))
