"""A graph of hands for use with either engine, and the values of its nodes for the cards left in the shoe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bj.analysis.one_hand_search import Room
from bj.analysis.search_buffers import Buffers
from bj.catalogue.actions import HIT
from bj.engine.layout.plain_or_compiled import Floats, Hands, Ints
from bj.engine.search import chart_cells, hand_graph_driving
from bj.engine.search.hand_graph_driving import DrawTree, GraphRequest, HandRule, RuleKind, Way
from bj.errors import GameError

LEAST_ROOM = (1 << 12, 1 << 13, 1 << 16)
"""A graph's initial capacity for hands, nodes and edges. Unused capacity takes no memory."""


class CardsLeft(NamedTuple):
    """The cards that may still be dealt."""

    copies: tuple[int, ...]
    """How many cards of each class are left before the hand.

    In an infinite shoe, these are relative frequencies.
    """
    alike: tuple[int, ...]
    """For each class, the first class whose cards have the same value."""
    is_endless: bool

    def without(self, cards: Sequence[int]) -> CardsLeft:
        """Return the shoe without ``cards``. An infinite shoe does not change."""
        if self.is_endless:
            return self
        return self._replace(copies=tuple(left - cards.count(kind) for kind, left in enumerate(self.copies)))

    def joined(self) -> tuple[int, ...]:
        """Return how many cards of each class are left when classes of equal value are merged."""
        found = [0] * len(self.copies)
        for kind, left in enumerate(self.copies):
            found[self.alike[kind]] += left
        return tuple(found)

    def numbers(self) -> list[int]:
        """Return the shoe as a list of numbers for the engine.

        The list contains ``copies``, then ``joined``, and then the total number of cards.
        """
        return [*self.copies, *self.joined(), sum(self.copies)]


class FinalChances:
    """The probabilities of the dealer's final hands against each of the player's hands."""

    def __init__(self, buffers: Buffers, room: Room) -> None:
        self._buffers, self._room = buffers, room
        self.numbers = buffers.floats([], 0)
        """The probabilities. This sequence may be replaced by another one when hands are added."""

    def make_room(self, size: int) -> None:
        """Make sure that there is room for ``size`` numbers. Raises OutOfMemoryError if memory runs out."""
        if size > len(self.numbers):
            self._room.take(size - len(self.numbers))
            self.numbers = self._buffers.resized(self.numbers, size)


class Opposition(NamedTuple):
    """Everything about the dealer that is shared by all graphs of hands against the same upcard."""

    shoe: CardsLeft
    finals: int
    """The number of different final dealer hands."""
    tree: DrawTree
    """The cards that the dealer may draw."""
    draws: Ints
    """The tree of draws as a buffer."""
    cards: Ints
    """The possible next cards for each sequence of cards in ``draws``."""
    ends: Ints
    """The final hands for each sequence of cards in ``draws``."""
    chances: FinalChances
    paid: Floats
    """The payoff for each end of the player's hand against each final dealer hand."""
    chart: Ints
    """The code in every cell of the chart."""
    codes: Ints
    """The actions for each code, in order of preference."""


class RuleNumbers(NamedTuple):
    """The rules for graphs, both as objects and as a buffer."""

    rules: Sequence[HandRule]
    numbers: Ints
    size: int
    """The number of integers for each rule in the buffer."""


def rule_numbers(buffers: Buffers, rules: Sequence[HandRule], classes: int) -> RuleNumbers:
    """Write ``rules`` to a buffer for use in graphs. ``classes`` is the number of card classes."""
    numbers, size = hand_graph_driving.numbers_of_rules(rules, classes)
    return RuleNumbers(rules, buffers.ints(numbers, 0), size)


class HandGraph:
    """A graph of all hands that can occur under a set of rules."""

    def __init__(
        self,
        buffers: Buffers,
        room: Room,
        of_rules: RuleNumbers,
        against: Opposition,
        other: HandGraph | None = None,
    ) -> None:
        """If another graph is passed as ``other``, a hand has the same number in both graphs."""
        self._buffers, self._room, self._against = buffers, room, against
        self.rules = of_rules.rules
        self._other = None if other is None else other._owner
        self._is_closed = False
        head = hand_graph_driving.new_head(
            alike=against.shoe.alike,
            rules=len(self.rules),
            rule_size=of_rules.size,
            finals=against.finals,
            tree=against.tree,
            is_endless=against.shoe.is_endless,
        )
        ints, floats = buffers.ints, buffers.floats
        no_ints, no_floats = ints([], 0), floats([], 0)
        self.graph: Hands = Hands(
            head=ints(head, 0),
            rules=of_rules.numbers,
            draws=against.draws,
            cards=against.cards,
            ends=against.ends,
            alike=ints(against.shoe.alike, 0),
            hands=ints(hand_graph_driving.no_hands(), 0),
            places=ints([], 0),
            vertices=ints([], 0),
            edges=ints([], 0),
            stack=ints([], hand_graph_driving.stack_size()),
            left=ints(against.shoe.numbers(), 0),
            shoe=ints([*against.shoe.joined(), sum(against.shoe.copies)], 0),
            paid=against.paid,
            shares=floats([], against.tree.room),
            combined=no_ints,
            finals=no_floats,
            values=no_floats,
            splits=floats([], len(self.rules)),
            chances=no_floats,
            met=no_floats,
            chart=against.chart,
            codes=against.codes,
            worths=no_floats,
            before_places=no_ints,
            before_vertices=no_ints,
            before_edges=no_ints,
            before_values=no_floats,
        )
        self.take_hands()
        self._make_room()

    def grow(self, rule: int, cards: Sequence[int]) -> int:
        """Return the node for the hand ``cards`` under ``rule``.

        If there is no such node yet, add it and everything that may follow it. Raises GameError if the hand
        never ends, and OutOfMemoryError if memory runs out. A closed graph cannot grow.
        """
        if self._is_closed:
            raise RuntimeError("a closed graph cannot grow")
        self.take_hands()
        hand = self._hand_of(cards)
        self._fit_places()
        while hand_graph_driving.needs_room(node := self._serve(GraphRequest.GROW, rule, hand)):
            self._make_room()
        if hand_graph_driving.is_endless_hand(node):
            raise GameError("a hand can have any number of cards, so its exact value cannot be computed")
        return node

    def _hand_of(self, cards: Sequence[int]) -> int:
        """Return the index of the hand that consists of ``cards``, adding the hand if it is new.

        Raises OutOfMemoryError if memory runs out.
        """
        hand = hand_graph_driving.NO_CARDS
        for kind in cards:
            while hand_graph_driving.needs_room(found := self._serve(GraphRequest.HOLD, hand, kind)):
                self.make_room_for_hands()
            hand = found
        return hand

    def close(self) -> None:
        """Free the memory reserved for further nodes, after which the graph cannot grow."""
        nodes, edges = hand_graph_driving.used_sizes(self.graph)
        before = self.graph
        self.graph = before._replace(
            vertices=self._buffers.part(before.vertices, nodes, 0),
            edges=self._buffers.part(before.edges, edges, 0),
        )
        self._room.take(nodes + edges - len(before.vertices) - len(before.edges))
        self._is_closed = True

    def give_up_places(self) -> None:
        """Discard the map from hands to nodes, unless this graph stores the cards of all hands."""
        if self._owner is not self:
            self._room.take(-len(self.graph.places))
            self.graph = self.graph._replace(places=self._buffers.ints([], 0))

    @property
    def _owner(self) -> HandGraph:
        """The graph that stores the cards of all hands.

        These cards may move in memory when any graph that shares them grows.
        """
        return self if self._other is None else self._other

    @property
    def hands(self) -> Ints:
        """The buffer that currently stores the cards of all hands."""
        return self._owner.graph.hands

    @property
    def places(self) -> Ints:
        """For each hand in any of the graphs, the last node in this graph that contains it, or 0."""
        self.take_hands()
        self._fit_places()
        return self.graph.places

    def _fit_places(self) -> None:
        """Make ``places`` large enough for every hand. Raises OutOfMemoryError if memory runs out."""
        places, size = self.graph.places, hand_graph_driving.most_hands(self.graph)
        if size > len(places):
            self._room.take(size - len(places))
            self._point_to(places=self._buffers.resized(places, size))

    def with_cards(self, removed: Sequence[int]) -> HandValues:
        """Return the values of the graph's nodes for a shoe without the ``removed`` cards.

        Raises OutOfMemoryError if memory runs out.
        """
        self.take_hands()
        self._room.take(
            hand_graph_driving.count_nodes(self.graph) + hand_graph_driving.count_slots(self.graph)
        )
        values = HandValues(self, self._buffers, self._against.shoe.without(removed), self._hand_of(removed))
        values.draw()
        return values

    @property
    def finals(self) -> Floats:
        """The buffer that currently stores the probability of each final dealer hand."""
        return self._against.chances.numbers

    def make_room_for_hands(self) -> None:
        """Increase the room for hands. Raises OutOfMemoryError if memory runs out."""
        hands = self.graph.hands
        size = hand_graph_driving.make_room_for_hands(
            self.graph, 2 * hand_graph_driving.most_hands(self.graph)
        )
        self._room.take(size - len(hands))
        self._owner.use_hands(self._buffers.resized(hands, size))
        self.take_hands()

    def _make_room(self) -> None:
        most_hands, most_nodes, most_edges = map(max, hand_graph_driving.more_room(self.graph), LEAST_ROOM)
        wanted = hand_graph_driving.make_room(self.graph, (most_hands, most_nodes, most_edges))
        buffers = (self.graph.hands, self.graph.vertices, self.graph.edges)
        self._room.take(sum(max(0, size - len(each)) for each, size in zip(buffers, wanted, strict=True)))
        hands, vertices, edges = (
            numbers if size <= len(numbers) else self._buffers.resized(numbers, size)
            for numbers, size in zip(buffers, wanted, strict=True)
        )
        self._owner.use_hands(hands)
        self.take_hands()
        self._point_to(vertices=vertices, edges=edges)
        self._fit_places()

    def take_hands(self) -> None:
        """Fetch the current buffer for the cards of all hands, which another graph may have replaced."""
        self.use_hands(self._owner.graph.hands)

    def use_hands(self, hands: Ints) -> None:
        """Set the buffer that stores the cards of all hands.

        Makes room for the probabilities of the final dealer hands against each of these hands.
        """
        self._point_to(hands=hands)
        self._against.chances.make_room(hand_graph_driving.finals_size(self.graph))

    def _point_to(self, **buffers: Any) -> None:
        """Make the graph use the given ``buffers``.

        If no buffer changes, keep the same graph object, because engine calls have already been prepared for
        it.
        """
        if any(getattr(self.graph, name) is not each for name, each in buffers.items()):
            self.graph = self.graph._replace(**buffers)

    def _serve(self, wanted: GraphRequest, first: int = 0, second: int = 0) -> int:
        return self._buffers.serve_hands(self.graph, int(wanted), first, second)


class HandValues:
    """The values of the nodes in a graph, given the cards that are left before the hand."""

    def __init__(self, graph: HandGraph, buffers: Buffers, shoe: CardsLeft, gone: int) -> None:
        """``gone`` is the index of a hand that consists of the cards removed from the shoe."""
        self._buffers, self._gone = buffers, gone
        self._shoe = shoe
        self._of = graph
        self.rules = graph.rules
        self._nodes = hand_graph_driving.count_nodes(graph.graph)
        self._in_shoe = sum(shoe.copies)
        self._known = graph.graph._replace(
            left=buffers.ints(shoe.numbers(), 0),
            combined=buffers.ints([], hand_graph_driving.count_slots(graph.graph)),
            values=buffers.floats([], self._nodes),
        )

    @property
    def _graph(self) -> Hands:
        hands, finals = self._of.hands, self._of.finals
        if self._known.hands is not hands or self._known.finals is not finals:
            self._known = self._known._replace(hands=hands, finals=finals)
        return self._known

    def draw(self, only: int = 0) -> None:
        """Compute the probability of each final dealer hand, against every hand or against a single hand.

        ``only`` is the node of that hand, or 0 for every hand.
        """
        self._of.take_hands()
        while hand_graph_driving.needs_room(self._want(GraphRequest.DRAW, only, self._gone)):
            self._of.make_room_for_hands()

    @property
    def values(self) -> Floats:
        """The value of each node: the mean payoff, multiplied by the probability that ``known`` returns."""
        return self._graph.values

    def set_splits(self, values: Mapping[int, float]) -> None:
        """Set the values of splits. ``values`` maps the index of each split to its value."""
        for number, value in values.items():
            self._graph.splits[number] = value

    def value(self, way: Way) -> None:
        """Compute the value of every node. ``way`` determines how decisions are made."""
        self._want(GraphRequest.VALUE, int(way))

    def follow(self, before: HandValues) -> None:
        """Make the same decisions as before the split. ``before`` contains the values before the split.

        Decisions about hands that do not occur before the split remain open.
        """
        self._known = self._graph._replace(
            before_places=before._of.places,
            before_vertices=before._graph.vertices,
            before_edges=before._graph.edges,
            before_values=before.values,
        )
        self._want(GraphRequest.FOLLOW)

    def spread(self, chances: Mapping[int, float], *, is_open: bool = False) -> None:
        """Compute the probability of reaching each node, given the ``chances`` of reaching some of them.

        If ``is_open`` is true, every answer is followed.
        """
        found = self._buffers.floats([], self._nodes)
        for node, chance in chances.items():
            found[node] += chance
        self._known = self._graph._replace(chances=found)
        self._want(GraphRequest.SPREAD, int(is_open))

    @property
    def chances(self) -> Floats:
        """The probability of reaching each node."""
        return self._graph.chances

    def meet(self, met: Floats) -> None:
        """Add to ``met`` the probability that each end of a hand is compared with each final dealer hand."""
        self._known = self._graph._replace(met=met)
        self._want(GraphRequest.MEET)

    def weigh(self, worths: Floats) -> None:
        """Add to ``worths`` the probability of the decisions in each cell, and the value of each code."""
        self._known = self._graph._replace(worths=worths)
        self._want(GraphRequest.WEIGH, len(chart_cells.CODES))

    def parts(self, node: int) -> list[tuple[int, float, int]]:
        """Return the class, probability and next node of each card that may be dealt at ``node``."""
        is_joined = self.rules[hand_graph_driving.rule_at(self._graph, node)].is_joined
        copies = self._shoe.joined() if is_joined else self._shoe.copies
        cards = [0] * len(copies) if self._shoe.is_endless else hand_graph_driving.cards_at(self._graph, node)
        total = self._in_shoe - sum(cards)
        return [
            (kind, max(0, copies[kind] - cards[kind]) / total, after)
            for kind, after in hand_graph_driving.edges_at(self._graph, node).items()
        ]

    def after_cards(self, node: int, kinds: Sequence[int], *, is_dealt: bool = False) -> int:
        """Return the decision node reached from ``node`` with the cards ``kinds``, or 0 without one.

        If ``is_dealt`` is true, the hand already has its first cards, so all of ``kinds`` are drawn by
        hitting.
        """
        for number, kind in enumerate(kinds):
            if number or is_dealt:
                if self.rule(node).kind != RuleKind.DECISION:
                    return 0
                node = self.answers(node).get(HIT, 0)
            if not node or self.rule(node).kind != RuleKind.CARD:
                return 0
            own = self._shoe.alike[kind] if self.rule(node).is_joined else kind
            node = self.answers(node).get(own, 0)
        return node if node and self.rule(node).kind == RuleKind.DECISION else 0

    def nodes_of(self, kind: RuleKind) -> list[tuple[int, HandRule]]:
        """Return all nodes with a rule of this ``kind``, each paired with its rule."""
        wanted = {number for number, rule in enumerate(self.rules) if number and rule.kind == kind}
        if not wanted:
            return []
        rules = hand_graph_driving.rules_at(self._graph)
        return [(node, self.rules[rule]) for node, rule in enumerate(rules) if rule in wanted]

    def answers(self, node: int) -> dict[int, int]:
        """Return the next node for each possible answer or card at ``node``."""
        return hand_graph_driving.edges_at(self._graph, node)

    def rule(self, node: int) -> HandRule:
        """Return the rule for ``node``."""
        return self.rules[hand_graph_driving.rule_at(self._graph, node)]

    def finals(self, node: int) -> list[float]:
        """Return the probability of each final dealer hand against the hand at ``node``."""
        self.draw(node)
        return hand_graph_driving.finals_at(self._graph, node)

    def known(self, node: int) -> float:
        """Return the probability that the dealer's hidden cards fit what the player knows at ``node``.

        The player may have learned about these cards since the deal, for example from a peek.
        """
        return hand_graph_driving.known_at(self._graph, node)

    @property
    def states(self) -> int:
        """The number of nodes."""
        return self._nodes - 1

    def _want(self, wanted: GraphRequest, first: int = 0, second: int = 0) -> Any:
        return self._buffers.serve_hands(self._graph, int(wanted), first, second)
