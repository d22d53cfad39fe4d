"""Computes the values of all hands against the dealer's face-up cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from bj.analysis.hand_graph import HandGraph, HandValues
from bj.analysis.hand_graph_deals import HandDeal
from bj.analysis.payoff_matrix import PayoffRows
from bj.analysis.search_buffers import Buffers
from bj.analysis.split_graph import SplitGraph
from bj.analysis.split_hands import SplitHands
from bj.catalogue.actions import SPLIT
from bj.engine.search.hand_graph_driving import HandRule, RuleKind, Way
from bj.engine.search.nodes import DecisionKind

NEVER = -1e300
"""The value assigned to a split until its actual value is known."""


class HandsAgainstUpcard:
    """All hands against the dealer's face-up cards, with their values and probabilities."""

    def __init__(
        self,
        deals: Sequence[HandDeal],
        splits: Sequence[SplitHands],
        split_graphs: Sequence[SplitGraph],
        payoffs: PayoffRows,
        rules: tuple[Sequence[HandRule], Sequence[HandRule]],
        graph: HandGraph,
    ) -> None:
        """``rules`` contains the rules for dealt hands and the rules for split hands."""
        self.deals, self.splits, self.split_graphs = deals, splits, split_graphs
        self._payoffs = payoffs
        self.rules, self.graph = rules, graph
        self.values = graph.with_cards(())
        self._best: float | None = None
        """The value of the best play, or None if the current decisions are not the best play."""

    def value(self, way: Way) -> float:
        """Return the sum of the values of all deals, weighted by their probabilities.

        ``way`` determines how decisions are made.
        """
        if way == Way.BEST and self._best is not None:
            return self._best
        if self.splits:
            if way == Way.BEST:
                self.values.set_splits(dict.fromkeys(range(len(self.splits)), NEVER))
                self.values.value(way)
            before = self.values if way == Way.BEST else None
            for graph in self.split_graphs:
                graph.value(way, before)
            self.values.set_splits({i: each.value() for i, each in enumerate(self.splits)})
        self.values.value(way)
        found = sum(deal.chance * self.values.values[deal.node] for deal in self.deals)
        self._best = found if way == Way.BEST else None
        return found

    def spread(self, *, is_open: bool = False) -> Iterator[HandValues]:
        """Compute the probability of each hand, and yield the node values of each graph.

        Hands are played with the decisions made in the last call to ``value``. If ``is_open`` is true, every
        answer is followed instead.
        """
        chances: dict[int, float] = {}
        for deal in self.deals:
            chances[deal.node] = chances.get(deal.node, 0.0) + deal.chance
        self.values.spread(chances, is_open=is_open)
        of_splits = self.chances_of_splits()
        yield self.values
        for graph in self.split_graphs:
            starts: dict[tuple[int, ...], dict[int, float]] = {}
            for each, chance_of_split in zip(self.splits, of_splits, strict=True):
                if each.graph is graph and chance_of_split:
                    for removed, node, chance in each.starts(chance_of_split):
                        of_nodes = starts.setdefault(removed, {})
                        of_nodes[node] = of_nodes.get(node, 0.0) + chance
            yield from graph.spread(starts, is_open=is_open)

    @property
    def states(self) -> int:
        """The number of different states found."""
        return self.values.states + sum(each.states for each in self.split_graphs)

    def values_of_answers(self, node: int) -> dict[int, float]:
        """Return the value of each answer at ``node``.

        The values are based on what the player knows about the dealer's hidden cards.
        """
        values = self.values
        known = values.known(node)
        return {answer: values.values[after] / known for answer, after in values.answers(node).items()}

    def chances_of_splits(self) -> list[float]:
        """Return the probability of each split, in the same order as ``splits``."""
        found, chances = [0.0] * len(self.splits), self.values.chances
        for node, split in self._split_nodes:
            found[split] += chances[node]
        return found

    @cached_property
    def _split_nodes(self) -> list[tuple[int, int]]:
        """All nodes at which a hand is split, each with the index of its split."""
        return [(node, rule.row) for node, rule in self.values.nodes_of(RuleKind.SPLIT)]

    def means(self, buffers: Buffers, size: int, square: int | None) -> list[float]:
        """Return the means of the first ``size`` measured quantities.

        ``square`` is the index of the squared result, or None if it is not measured.
        """
        payoffs = self._payoffs
        met = buffers.floats([], len(payoffs.paid))
        for values in self.spread():
            values.meet(met)
        totals = [0.0] * size
        for number, row in enumerate(payoffs.rows):
            for final, numbers in row.items():
                often = met[number * payoffs.finals + final]
                if often:
                    for at, each in enumerate(numbers):
                        totals[at] += often * each
        if square is not None:
            for split, chance in zip(self.splits, self.chances_of_splits(), strict=True):
                if chance:
                    totals[square] += chance * split.cross_products(payoffs, buffers)
        return totals

    def open_node(self, node: int) -> int:
        """Return the node at which the hand continues after ``node``, or 0 if the hand always ends there.

        Whether the hand continues may depend on the dealer's hidden cards.
        """
        values = self.values
        if values.rule(node).kind != RuleKind.FORK:
            return node
        kinds = {after: values.rule(after).kind for after in values.answers(node).values()}
        return next((after for after, kind in kinds.items() if kind != RuleKind.END), 0)

    def decision(self, node: int) -> tuple[float, Mapping[int, float]]:
        """Return the probability that the player can act at ``node``, and the value of each action.

        All offers are assumed to be declined. The player cannot act if a dealer natural ends the hand.
        """
        node = self.open_node(node)
        while node and self.values.rule(node).kind == RuleKind.DECISION:
            if self.values.rule(node).question == DecisionKind.ACTION:
                return self.values.known(node), self.values_of_answers(node)
            node = self.open_node(self.values.answers(node)[0])
        return 0.0, {}

    def position(
        self, cards: Sequence[int], others: Sequence[int], fixed: int
    ) -> tuple[dict[int, float], dict[int, float], int]:
        """Return the value of each answer to an offer, the value of each action, and the kind of offer.

        The order of the first ``fixed`` cards is significant. ``others`` are the first cards of the other
        hands from the same split.
        """
        pair = (cards[0], others[0]) if others else ()
        offers: dict[int, float] = {}
        question = 0
        for deal in self.deals:
            dealt = (pair or tuple(cards))[: len(deal.hand)]
            if deal.hand != (*dealt[:fixed], *sorted(dealt[fixed:])):
                continue
            node = self.open_node(deal.node)
            while node and self.values.rule(node).kind == RuleKind.DECISION:
                if self.values.rule(node).question == DecisionKind.ACTION:
                    break
                if len(cards) == len(dealt) and not others:
                    question, offers = self.values.rule(node).question, self.values_of_answers(node)
                node = self.open_node(self.values.answers(node)[0])
            if others:
                split = self.values.answers(node).get(SPLIT, 0) if node else 0
                parts = self.splits[self.values.rule(split).row] if split else None
                return {}, parts.position(cards, others) if parts is not None else {}, 0
            node = self.values.after_cards(node, cards[len(dealt) :], is_dealt=True) if node else 0
            return offers, self.values_of_answers(node) if node else {}, question
        return {}, {}, 0
