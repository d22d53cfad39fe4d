"""A graph of all hands that result from splitting related pairs, such as all pairs of one rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bj.analysis.hand_graph import CardsLeft, HandGraph, HandValues, Opposition, RuleNumbers
from bj.analysis.hand_transitions import HandRules, PairSplit
from bj.analysis.one_hand_search import Room
from bj.analysis.search_buffers import Buffers
from bj.engine.search.hand_graph_driving import Way

LABELS = ("first", "second", "extra")
"""The labels for split hands. An "extra" hand is the result of splitting again."""


class SplitGraph:
    """A graph of split hands, starting before their second card, with values for any set of removed cards."""

    def __init__(self, rules: HandRules) -> None:
        self.rules = rules
        self._situations: dict[tuple[str, int], int] = {}
        self._roots: dict[tuple[str, int], int] = {}
        """Maps each split hand, identified by its label and its only card, to its rule."""
        self._nodes: dict[tuple[str, int], int] = {}
        self._values: dict[tuple[int, ...], HandValues] = {}
        """Maps each set of removed cards (those in the other hands) to the values of the graph."""

    def fits(self, split: PairSplit) -> bool:
        """Return whether the engine plays the hands created by ``split`` like the hands in this graph."""
        return all(self._situations.get(key, root) == root for key, root in split.roots.items())

    def add(self, split: PairSplit, before: HandRules, dealt: Mapping[tuple[int, ...], int]) -> None:
        """Add the hands that ``split`` leads to.

        ``before`` contains the rules before the split. ``dealt`` maps dealt hands to their rules.
        """
        for (label, kind), root in split.roots.items():
            self._situations[label, kind] = root
            rule = self.rules.rule_of_part(root, split.groups, kind, before, dealt)
            self._roots[label, kind] = rule

    def grow(
        self, buffers: Buffers, room: Room, rules: RuleNumbers, against: Opposition, before: HandGraph
    ) -> None:
        """Build the graph of everything that can happen to the hands that were added."""
        self._alike = against.shoe.alike
        self._graph = HandGraph(buffers, room, rules, against, before)
        self.is_joined = any(rules.rules[rule].is_joined for rule in self._roots.values())
        for (label, kind), rule in self._roots.items():
            own = self.class_of(kind)
            self._nodes[label, own] = self._graph.grow(rule, [own])
        self._graph.close()
        self._graph.give_up_places()

    def class_of(self, kind: int) -> int:
        """Return the class that this graph uses for cards of ``kind``."""
        return self._alike[kind] if self.is_joined else kind

    def copies(self, shoe: CardsLeft) -> Sequence[int]:
        """Return how many cards of each of this graph's classes are in ``shoe``."""
        return shoe.joined() if self.is_joined else shoe.copies

    def root(self, label: int, kind: int) -> int:
        """Return the node for a hand before its second card, given its ``label`` and first card.

        ``kind`` is the class of the first card.
        """
        name = LABELS[label if label in (0, 1) else 2]
        alike = (node for (_, other), node in self._nodes.items() if other == kind)
        return self._nodes[name, kind] if (name, kind) in self._nodes else next(alike)

    def second_root(self, first: int, second: int) -> int:
        """Return the node for an extra hand that starts with ``first`` or, without one, for the second hand.

        ``second`` is the class of the first card in the second hand.
        """
        return self._nodes.get(("extra", first), self.root(1, second))

    def prepare(self, removed: tuple[int, ...]) -> None:
        """Allocate memory for the values that apply to a shoe without the ``removed`` cards."""
        if removed not in self._values:
            self._values[removed] = self._graph.with_cards(removed)

    def values(self, removed: tuple[int, ...]) -> HandValues:
        """Return the values for a shoe without the ``removed`` cards, keeping the current decisions."""
        if removed not in self._values:
            self.prepare(removed)
            self._values[removed].value(Way.KEEP)
        return self._values[removed]

    @property
    def states(self) -> int:
        """The number of different states found."""
        return next(iter(self._values.values())).states

    def value(self, way: Way, before: HandValues | None) -> None:
        """Compute the values of all hands. ``way`` determines how decisions are made.

        If ``before`` is given, each hand is played like the same hand before the split. Decisions about hands
        that cannot occur before the split are made as if only the first pair had been dealt.
        """
        base = next(iter(self._values.values()))
        if before is not None:
            base.follow(before)
        base.value(Way.KEEP if before is not None else way)
        for values in self._values.values():
            if values is not base:
                values.value(Way.KEEP)

    def spread(
        self, chances: Mapping[tuple[int, ...], Mapping[int, float]], *, is_open: bool
    ) -> Iterator[HandValues]:
        """Compute the probability of reaching each node, and yield the values for each set of removed cards.

        ``chances`` maps each set of removed cards to the probabilities of the nodes where hands start. If
        ``is_open`` is true, every answer is followed.
        """
        for removed, of_nodes in chances.items():
            values = self._values[removed]
            values.spread(of_nodes, is_open=is_open)
            yield values


def split_graphs(
    before: HandRules, rules: HandRules, dealt: Mapping[tuple[int, ...], int]
) -> tuple[list[SplitGraph], list[SplitGraph]]:
    """Create the graphs for all splits. Return the graphs, and a list with one graph for each split.

    ``before`` contains the rules before the split, and ``dealt`` maps dealt hands to these rules. The rules
    for split hands are added to ``rules``. Pairs that differ only in their suits share a graph. If the same
    cards are removed, such pairs also share the values in the graph.
    """
    graphs: list[SplitGraph] = []
    of_splits: list[SplitGraph] = []
    known: dict[object, list[SplitGraph]] = {}
    for split in before.splits:
        key = frozenset((split.first, split.second, *split.again)), split.most, split.groups
        alike = known.setdefault(key, [])
        graph = next((each for each in alike if each.fits(split)), None)
        if graph is None:
            graph = SplitGraph(rules)
            alike.append(graph)
            graphs.append(graph)
        graph.add(split, before, dealt)
        of_splits.append(graph)
    return graphs, of_splits
