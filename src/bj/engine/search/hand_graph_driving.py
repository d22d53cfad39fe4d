"""Encodes rules and the dealer's draws for hand graphs, and reads the results of the graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import chain
from typing import NamedTuple

from ..layout import hand_graph_layout as d
from ..layout import program as p
from ..layout.plain_or_compiled import Hands
from .chart_values import INSURANCE_ROW
from .nodes import Decision, DecisionKind

NO_CARDS = d.NO_CARDS


class RuleKind(IntEnum):
    """The kind of event that comes next for a hand."""

    END = d.END
    """Only the dealer still has to play."""
    CARD = d.CARD
    """The player is dealt a card."""
    DECISION = d.DECISION
    FORK = d.FORK
    """The dealer's hidden cards decide which of several rules comes next."""
    SPLIT = d.SPLIT
    """The hand is split."""


class Way(IntEnum):
    """A way of making decisions."""

    BEST = d.BEST
    """Take the answer with the highest value."""
    KEEP = d.KEEP
    """Keep earlier decisions. For new ones, take the answer with the highest value."""
    BY_CHART = d.BY_CHART
    """Follow a chart. In cells without a code, take the answer with the highest value."""


class GraphRequest(IntEnum):
    """The requests that a driver can send to ``serve_hands``."""

    GROW = d.GROW
    DRAW = d.DRAW
    VALUE = d.VALUE
    FOLLOW = d.FOLLOW
    SPREAD = d.SPREAD
    MEET = d.MEET
    WEIGH = d.WEIGH
    HOLD = d.HOLD


@dataclass(slots=True)
class HandRule:
    """The possible next events for hands that the engine treats alike."""

    kind: RuleKind
    next: dict[int, int] = field(default_factory=dict)
    """Maps each card or answer to the next rule. After a fork, the keys have no meaning."""
    row: int = 0
    """For an end, its row of payoffs.

    For a decision, the row that marks the final hands consistent with what the player knows. For a split, its
    index.
    """
    question: int = 0
    cell: int = 0
    """The cell in a chart that is used for the decision."""
    value: int = 0
    """Twice the total of the hand, plus 1 if the hand is soft."""
    is_flat: bool = False
    """For an end or a decision, whether the payoff is the same for every hand the dealer can draw to."""
    is_joined: bool = False
    """Whether cards of equal value are in the same class."""
    twin: int = 0
    """For a hand from a split, the rule for the same hand before the split, or 0."""


def cell_of(question: int, row: int, upcard: int) -> int:
    """Return the chart cell that applies to a decision."""
    return (INSURANCE_ROW if question == p.ASK_INSURANCE else row) * p.RANKS + upcard


def numbers_of_rules(rules: Sequence[HandRule], classes: int) -> tuple[list[int], int]:
    """Encode rules as numbers. Return the numbers, and how many each rule takes up."""
    size = d.NEXT + max(classes, d.FEW)
    numbers = [0] * (size * len(rules))
    for index, rule in enumerate(rules):
        at = index * size
        numbers[at + d.KIND], numbers[at + d.CELL], numbers[at + d.QUESTION] = (
            rule.kind,
            rule.cell,
            rule.question,
        )
        numbers[at + d.IS_FLAT] = rule.is_flat
        numbers[at + d.ROW], numbers[at + d.IS_JOINED], numbers[at + d.TWIN] = (
            rule.row,
            rule.is_joined,
            rule.twin,
        )
        for step, after in rule.next.items():
            numbers[at + d.NEXT + step] = after
    return numbers, size


class DrawTree(NamedTuple):
    """The dealer's draws as numbers."""

    draws: list[int]
    cards: list[int]
    """The next cards in the tree."""
    ends: list[int]
    hidden: tuple[int, int, int]
    """The numbers of nodes, next cards and ends for final hands with only hidden cards.

    These come first in their sequences.
    """
    sizes: tuple[int, int, int]
    """The numbers of nodes, next cards and ends."""
    common: int
    """The most common kind of final hand, which is left out of the tree."""

    @property
    def room(self) -> int:
        """How many numbers it takes to compute the probabilities of the draws."""
        nodes, cards, _ = self.sizes
        return nodes + d.MOST_GONE + cards

    def drawn(self, finals: Mapping[tuple[int, ...], Mapping[int, int]], hidden: int) -> set[int]:
        """Return the kinds of final hands for which the dealer has to draw cards."""
        drawn = (kinds for cards, kinds in finals.items() if len(cards) > hidden)
        return {self.common}.union(*drawn)


def draw_tree(finals: Mapping[tuple[int, ...], Mapping[int, int]], hidden: int) -> DrawTree:
    """Convert the dealer's draws to a tree.

    ``finals`` maps the classes of the cards in a final hand, in ascending order, to the possible kinds of
    this hand, each with the number of orders in which the cards can be dealt. The first ``hidden`` cards are
    hidden.
    """
    often = Counter(kind for cards, kinds in finals.items() for kind in kinds)
    common = max(often, key=lambda kind: often[kind])
    kept = {
        cards: {kind: orders for kind, orders in kinds.items() if kind != common}
        for cards, kinds in sorted(finals.items())
    }
    of_hidden = [cards for cards, kinds in kept.items() if kinds and len(cards) <= hidden]
    others = [cards for cards, kinds in kept.items() if kinds and len(cards) > hidden]
    places: dict[tuple[int, ...], int] = {(): 0}
    draws, next_cards, ends = [0] * d.DRAW_SIZE, dict[tuple[int, int], int](), list[int]()
    counts: list[tuple[int, int, int]] = []
    for hands in (of_hidden, others):
        begun = {cards[:size] for cards in hands for size in range(1, len(cards) + 1)}
        for cards in sorted(begun.difference(places), key=lambda cards: (len(cards), cards)):
            places[cards] = len(places)
            *before, last = cards
            draw = [0] * d.DRAW_SIZE
            draw[d.DRAW_BEFORE], draw[d.DRAW_NUMBER] = places[cards[:-1]], len(before)
            draw[d.DRAW_NEXT] = next_cards.setdefault((last, before.count(last)), len(next_cards))
            draws += draw
        for cards in hands:
            for final, orders in kept[cards].items():
                ends += [places[cards], final, orders]
        counts.append((len(places), len(next_cards), len(ends) // d.END_SIZE))
    return DrawTree(draws, list(chain.from_iterable(next_cards)), ends, counts[0], counts[1], common)


def new_head(
    *, alike: Sequence[int], rules: int, rule_size: int, finals: int, tree: DrawTree, is_endless: bool
) -> list[int]:
    """Create the header of a hand graph that has no nodes yet."""
    head = [0] * d.HEAD_SIZE
    head[d.CLASSES], head[d.RULES], head[d.RULE_SIZE] = len(alike), rules, rule_size
    head[d.JOINS] = int(any(kind != other for kind, other in enumerate(alike)))
    head[d.FINALS], head[d.COMMON], head[d.IS_ENDLESS] = finals, tree.common, int(is_endless)
    head[d.DRAWS], head[d.NEXT_CARDS], head[d.ENDS] = tree.sizes
    head[d.HIDDEN_DRAWS], head[d.HIDDEN_NEXT_CARDS], head[d.HIDDEN_ENDS] = tree.hidden
    head[d.NODES] = 1
    return head


def stack_size() -> int:
    """Return the size of the stack that is needed to grow a graph."""
    return d.MOST_FRAMES * d.FRAME_SIZE


def needs_room(found: int) -> bool:
    """Return whether ``found`` means that a graph could not grow because it ran out of space."""
    return found == d.FULL


def is_endless_hand(found: int) -> bool:
    """Return whether ``found`` means that a hand could go on drawing cards forever."""
    return found == d.TOO_DEEP


def no_hands() -> list[int]:
    """Return a sequence of hands that contains only the empty hand, and has no space for more."""
    return [d.NO_CARDS + 1, 0]


def make_room(g: Hands, sizes: tuple[int, int, int]) -> tuple[int, int, int]:
    """Store how many hands, nodes and edges there is space for. Return the sizes of their sequences."""
    hands, g.head[d.MOST_NODES], g.head[d.MOST_EDGES] = sizes
    return make_room_for_hands(g, hands), sizes[1] * d.NODE_SIZE, sizes[2]


def make_room_for_hands(g: Hands, hands: int) -> int:
    """Store how many ``hands`` there is space for. Return the size of their sequence."""
    g.hands[d.MOST_HANDS] = hands
    return hands * (d.HAND_HEAD + 2 * int(g.head[d.CLASSES]))


def more_room(g: Hands) -> tuple[int, int, int]:
    """Return how many hands, nodes and edges there should be space for.

    If there is not enough space, this is twice the number in use.
    """
    needed = (
        (int(g.hands[d.MOST_HANDS]), int(g.hands[d.HANDS]) + d.NEW_HANDS),
        (int(g.head[d.MOST_NODES]), int(g.head[d.NODES]) + 1),
        (int(g.head[d.MOST_EDGES]), int(g.head[d.EDGES]) + int(g.head[d.CLASSES]) + d.FEW),
    )
    hands, nodes, edges = (most if used <= most else 2 * used for most, used in needed)
    return hands, nodes, edges


def most_hands(g: Hands) -> int:
    """Return how many hands there is space for."""
    return int(g.hands[d.MOST_HANDS])


def cards_at(g: Hands, node: int) -> list[int]:
    """Return how many cards of each class are in the hand at a node."""
    classes = int(g.head[d.CLASSES])
    first = int(g.vertices[node * d.NODE_SIZE + d.HAND]) * (d.HAND_HEAD + 2 * classes) + d.HAND_HEAD
    return list(g.hands[first : first + classes])


def finals_at(g: Hands, node: int) -> list[float]:
    """Return the probability of each final dealer hand, given that the hand at a node is on the table."""
    finals = int(g.head[d.FINALS])
    first = int(g.combined[g.vertices[node * d.NODE_SIZE + d.SLOT]]) * (finals + 1)
    return list(g.finals[first : first + finals])


def known_at(g: Hands, node: int) -> float:
    """Return the probability that the dealer's hidden cards match what the player knows at a decision."""
    row = int(g.rules[rule_at(g, node) * int(g.head[d.RULE_SIZE]) + d.ROW])
    finals = finals_at(g, node)
    return sum(chance * g.paid[row * len(finals) + i] for i, chance in enumerate(finals))


def decision_of(rule: HandRule) -> Decision:
    """Return the decision that a rule asks for."""
    row, upcard = divmod(rule.cell, p.RANKS)
    is_pair = p.VALUES <= row < INSURANCE_ROW
    pair = row - p.VALUES if is_pair else None
    return Decision(DecisionKind(rule.question), rule.value >> 1, bool(rule.value & 1), pair, upcard)


def count_nodes(g: Hands) -> int:
    """Return the number of nodes, including the unused node with the index 0."""
    return int(g.head[d.NODES])


def count_slots(g: Hands) -> int:
    """Return the number of distinct hands among the nodes."""
    return int(g.head[d.SLOTS])


def used_sizes(g: Hands) -> tuple[int, int]:
    """Return how many numbers the nodes and the edges of the graph take up."""
    return int(g.head[d.NODES]) * d.NODE_SIZE, int(g.head[d.EDGES])


def finals_size(g: Hands) -> int:
    """Return how many numbers the probabilities of the dealer's final hands take up.

    There is one set for each hand that there is space for.
    """
    return most_hands(g) * (int(g.head[d.FINALS]) + 1)


def rule_at(g: Hands, node: int) -> int:
    """Return the rule for a node."""
    return int(g.vertices[node * d.NODE_SIZE + d.RULE])


def rules_at(g: Hands) -> list[int]:
    """Return the rules for all nodes, with 0 for the unused node."""
    return list(g.vertices[d.RULE : count_nodes(g) * d.NODE_SIZE : d.NODE_SIZE])


def edges_at(g: Hands, node: int) -> dict[int, int]:
    """Map each card or answer at a node to the node that follows it."""
    kind = g.rules[rule_at(g, node) * int(g.head[d.RULE_SIZE]) + d.KIND]
    first = int(g.vertices[node * d.NODE_SIZE + d.EDGE])
    steps = int(g.head[d.CLASSES]) if kind == d.CARD else d.FEW
    return {i: int(g.edges[first + i]) for i in range(steps) if g.edges[first + i]}
