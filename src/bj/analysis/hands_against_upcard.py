"""All hands against the cards that a dealer shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from bj.analysis.buffers import Buffers
from bj.analysis.dealer_draws import DealerDraws
from bj.analysis.game import ExactGame
from bj.analysis.hand_deals import HandDeal, Members, chance_of, groups_of
from bj.analysis.hand_graph import CardsLeft, FinalChances, HandGraph, HandValues, Opposition, rule_numbers
from bj.analysis.hand_rules import NOTHING, HandRules, Shown
from bj.analysis.search import Room, Search
from bj.analysis.split_graph import SplitGraph, split_graphs
from bj.analysis.split_hands import SplitHands
from bj.catalogue.actions import SPLIT, STAND
from bj.engine.layout.mode import Ints
from bj.engine.search import hand_graph_data
from bj.engine.search.hand_graph_data import HandRule, RuleKind, Way
from bj.engine.search.nodes import DecisionKind

NEVER = -1e300
"""The value of a split while it is unknown."""


class HandsAgainstUpcard:
    """All hands against what the dealer shows."""

    def __init__(self, game: ExactGame, search: Search, buffers: Buffers, size: int, place: int) -> None:
        self._game, self._search, self._buffers, self._size, self._place = game, search, buffers, size, place
        self.deals: list[HandDeal] = []
        self.splits: list[SplitHands] = []
        self.split_graphs: list[SplitGraph] = []
        self.payoffs: list[Mapping[int, Sequence[float]]] = []
        self._best: float | None = None
        """The value of the best play while the graph holds its decisions; otherwise None."""
        self.finals = 0
        self.paid: list[float] = []
        self.flat: list[bool] = []
        """For each row of payoffs, whether it pays every final hand the same after the dealer draws."""

    def find(
        self,
        cards: tuple[int, ...],
        dealt: Mapping[tuple[int, ...], Members],
        shoe: CardsLeft,
        shared: tuple[Ints, Ints],
        fixed: int,
        room: Room,
        other: HandGraph | None,
    ) -> None:
        """Find the rules, the dealer's draws and all hands against the dealer's shown ``cards``.

        The cards of hands have the numbers of an ``other`` graph, if there is one. Raises UnfitError,
        StoppedError and OutOfMemoryError.
        """
        game, search, buffers = self._game, self._search, self._buffers
        left = shoe.without(cards)
        shown = Shown(cards, groups_of(search, dealt))
        rules = HandRules(game, search, shoe.alike, shown, None)
        of_hands: dict[tuple[tuple[int, ...], int], HandDeal] = {}
        chance_of_shown = chance_of(shoe, cards)
        by_hand: dict[tuple[int, ...], int] = {}
        for own, members in dealt.items():
            chance = chance_of_shown * chance_of(left, own)
            if chance:
                rule = rules.rule_of_deal(members)
                hand = (*own[:fixed], *sorted(own[fixed:]))
                by_hand[tuple(sorted(own))] = rule
                deal = of_hands.setdefault((hand, rule), HandDeal(hand, cards, 0.0, rule))
                deal.chance += chance
        self.deals = list(of_hands.values())
        split_rules = rules.of_splits()
        self.split_graphs, of_splits = split_graphs(rules, split_rules, by_hand)
        self.splits = [SplitHands(*each) for each in zip(rules.splits, of_splits, strict=True)]
        kinds = [kind for kind, other in enumerate(shoe.alike) if kind == other]
        dealer = DealerDraws(game, search, shown, left.joined(), kinds)
        draws = dealer.find(rules.rows)
        self.finals = len(draws.finals)
        self._join_rows(
            [dealer.payoffs(draws, row, self._size) for row in rules.rows], (rules.rules, split_rules.rules)
        )
        self.paid = [
            row[final][self._place] if final in row else 0.0
            for row in self.payoffs
            for final in range(self.finals)
        ]
        self._drop_twins(rules, split_rules)
        hidden = len(next(iter(shown.groups)))
        tree = hand_graph_data.draw_tree(draws.orders, hidden)
        drawn = tree.drawn(draws.orders, hidden)
        self.flat = [len({row.get(final) for final in drawn}) == 1 for row in self.payoffs]
        self.rules = rules.rules, split_rules.rules
        for each in chain(*self.rules):
            each.is_flat = each.kind in (RuleKind.END, RuleKind.DECISION) and self.flat[each.row]
        against = Opposition(
            left,
            self.finals,
            tree,
            buffers.ints(tree.draws, 0),
            buffers.ints(tree.cards, 0),
            buffers.ints(tree.ends, 0),
            FinalChances(buffers, room),
            buffers.floats(self.paid, 0),
            *shared,
        )
        numbers, split_numbers = (rule_numbers(buffers, each, len(left.copies)) for each in self.rules)
        self.graph = graph = HandGraph(buffers, room, numbers, against, other)
        for deal in self.deals:
            is_joined = rules.rules[deal.rule].is_joined
            deal.node = graph.grow(deal.rule, [shoe.alike[kind] if is_joined else kind for kind in deal.hand])
        graph.close()
        for split_graph in self.split_graphs:
            split_graph.grow(buffers, room, split_numbers, against, graph)
        for split_hands in self.splits:
            split_hands.weigh(left)
        self.values = graph.with_cards(())

    def _join_rows(
        self, payoffs: Iterable[Mapping[int, Sequence[float]]], of_rules: Iterable[Iterable[HandRule]]
    ) -> None:
        """Make one row of equal rows of payoffs."""
        numbers: dict[object, int] = {}
        self.payoffs = []
        row_of = []
        for row in payoffs:
            number = numbers.setdefault(tuple(row.items()), len(numbers))
            if number == len(self.payoffs):
                self.payoffs.append(row)
            row_of.append(number)
        for rule in chain.from_iterable(of_rules):
            if rule.kind in (RuleKind.END, RuleKind.DECISION):
                rule.row = row_of[rule.row]

    def _drop_twins(self, rules: HandRules, split_rules: HandRules) -> None:
        """Drop the counterparts of hands from splits if their payouts differ."""
        for rule in split_rules.rules:
            if rule.twin:
                stands = [
                    numbers.rules[other.next[STAND]].row
                    for numbers, other in ((split_rules, rule), (rules, rules.rules[rule.twin]))
                    if STAND in other.next
                ]
                if self._game.is_endless or (len(stands) == 2 and not self._pay_alike(*stands)):
                    rule.twin = NOTHING

    def _pay_alike(self, one: int, other: int) -> bool:
        """Whether two rows pay the same."""
        rows = [
            [row[final][self._place] if final in row else 0.0 for final in range(self.finals)]
            for row in (self.payoffs[one], self.payoffs[other])
        ]
        return rows[0] == rows[1]

    def value(self, way: Way) -> float:
        """The value of all deals, weighted by their chances, for one way to decide."""
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
        """Find the chances of all hands under the last decisions; if ``is_open``, follow every answer."""
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
        """The value of each answer to a decision, given what is known of the dealer's hidden cards."""
        values = self.values
        known = values.known(node)
        return {answer: values.values[after] / known for answer, after in values.answers(node).items()}

    def chances_of_splits(self) -> list[float]:
        """The frequency with which each pair is split."""
        found, chances = [0.0] * len(self.splits), self.values.chances
        for node, split in self._split_nodes:
            found[split] += chances[node]
        return found

    @cached_property
    def _split_nodes(self) -> list[tuple[int, int]]:
        """The nodes at which hands are split, with the numbers of the splits."""
        return [(node, rule.row) for node, rule in self.values.nodes_of(RuleKind.SPLIT)]

    def means(self, buffers: Buffers, square: int | None) -> list[float]:
        """The means of all counted quantities; ``square`` is the place of a squared sum."""
        met = buffers.floats([], len(self.paid))
        for values in self.spread():
            values.meet(met)
        totals = [0.0] * self._size
        for row, payoffs in enumerate(self.payoffs):
            for final, numbers in payoffs.items():
                often = met[row * self.finals + final]
                if often:
                    for at, number in enumerate(numbers):
                        totals[at] += often * number
        if square is not None:
            for each, chance in zip(self.splits, self.chances_of_splits(), strict=True):
                if chance:
                    totals[square] += chance * each.cross_products(self.paid, self.flat, self.finals, buffers)
        return totals

    def open_node(self, node: int) -> int:
        """The node at which the hand goes on, once the dealer's hidden cards allow it; 0 if they never do."""
        values = self.values
        if values.rule(node).kind != RuleKind.FORK:
            return node
        kinds = {after: values.rule(after).kind for after in values.answers(node).values()}
        return next((after for after, kind in kinds.items() if kind != RuleKind.END), 0)

    def decision(self, node: int) -> tuple[float, Mapping[int, float]]:
        """How often the player of a deal acts, with all offers declined, and the values of the actions.

        A natural of the dealer may end the other cases.
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
        """The values of the answers to offers, and to actions, for a hand; and the question of the offers.

        The ``others`` are the first cards of other hands from its split.
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
