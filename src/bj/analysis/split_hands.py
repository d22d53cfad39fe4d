"""The hands from one split, with their weights and values.

The values depend on the cards in the other hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from bj.analysis.hand_graph import CardsLeft, HandValues
from bj.analysis.hand_transitions import PairSplit
from bj.analysis.payoff_matrix import PayoffRows
from bj.analysis.search_buffers import Buffers
from bj.analysis.split_counts import (
    EXTRA,
    Pair,
    known_terms,
    means_product,
    removals,
    terms_of,
)
from bj.analysis.split_graph import SplitGraph
from bj.catalogue.actions import SPLIT

Terms: TypeAlias = dict[tuple[int, tuple[int, ...]], tuple[float, float]]
"""Maps each one-card hand, identified by its node and the cards in the other hands, to two factors.

The first factor applies to the value of the hand over all second cards. The second factor applies to the part
of that value that comes from second cards that split the hand again.
"""


class SplitHands:
    """The hands from one split, within the graph of all hands from related splits."""

    def __init__(self, split: PairSplit, graph: SplitGraph) -> None:
        self.split, self.graph = split, graph

    def weigh(self, shoe: CardsLeft) -> None:
        """Compute the weight of each hand, and prepare the values in the graph.

        All graphs must be complete.
        """
        split, graph = self.split, self.graph
        first, second = graph.class_of(split.first), graph.class_of(split.second)
        copies = graph.copies(shoe)
        self._again = {kind: copies[kind] for kind in (graph.class_of(each) for each in split.again)}
        self._shoe = shoe
        self._pair, self._terms = self._terms_of((first, second), split.most, ())
        self._base = () if shoe.is_endless else (second,)
        for removed in (self._base, *(removed for _, removed in self._terms)):
            graph.prepare(removed)
        self._firsts = graph.root(0, first), graph.second_root(first, second)

    def _terms_of(self, start: Sequence[int], most: int, gone: Sequence[int]) -> tuple[Pair, Terms]:
        """Return the pair and the weights of the hands for a split. ``start`` contains the first cards.

        The cards in ``gone`` are removed from the shoe, too.
        """
        endless = self._shoe.is_endless
        dealt = () if endless else (*start, *gone)
        left = {kind: copies - dealt.count(kind) for kind, copies in self._again.items()}
        in_shoe = sum(self._shoe.copies) - len(dealt)
        pair = Pair(len(start), most, sum(left.values()), in_shoe, endless)
        terms: Terms = {}
        for (label, alike), (whole, part) in known_terms(pair).items():
            for (kind, removed), chance in removed_cards(label, alike, start, left, endless).items():
                key = self.graph.root(label, kind), (() if endless else tuple(sorted((*removed, *gone))))
                before = terms.get(key, (0.0, 0.0))
                terms[key] = before[0] + chance * whole, before[1] + chance * part
        return pair, {key: factors for key, factors in terms.items() if any(factors)}

    def value(self) -> float:
        """Return the total value of all hands from the split. The values in the graph must be up to date."""
        return self._sum_of(self._terms)

    def _sum_of(self, terms: Terms) -> float:
        total = 0.0
        for (node, removed), (whole, part) in terms.items():
            values = self.graph.values(removed)
            total += whole * values.values[node]
            if part:
                total += part * sum(
                    share * values.values[after] for share, after in self._again_at(values, node)
                )
        return total

    def position(self, cards: Sequence[int], others: Sequence[int]) -> dict[int, float]:
        """Return the value of each action with a split hand.

        ``others`` are the first cards of the other hands. If this hand is split again, the other hands cannot
        be split as often. The value of a split accounts for that loss. The result is empty if no decision
        about the hand is needed.
        """
        shoe = self._shoe
        own, gone = ([self.graph.class_of(kind) for kind in kinds] for kinds in (cards, others))
        root = self.graph.root(0, own[0])
        values = self.graph.values(() if shoe.is_endless else tuple(sorted(gone)))
        node = values.after_cards(root, own[1:])
        if not node:
            return {}
        found = {
            answer: values.values[after] / values.known(node)
            for answer, after in values.answers(node).items()
        }
        if len(own) == 2 and own[1] in self._again and len(others) + 1 < self.split.most:
            split = self._sum_of(self._terms_of((*own, *gone), self.split.most, ())[1])
            others_alone = self._sum_of(self._terms_of(gone, self.split.most - 1, own)[1])
            found[SPLIT] = (split - others_alone) / values.known(node)
        return found

    def starts(self, chance: float) -> Iterator[tuple[tuple[int, ...], int, float]]:
        """For each hand from the split, yield the removed cards, the first node and the probability.

        ``chance`` is the probability that the pair is split.
        """
        for (node, removed), (whole, part) in self._terms.items():
            yield removed, node, chance * whole
            for share, after in self._again_at(self.graph.values(removed), node) if part else ():
                yield removed, after, chance * part * share

    def _again_at(self, values: HandValues, node: int) -> list[tuple[float, int]]:
        """Return the probability and the next node of each card that splits the hand at ``node`` again."""
        return [(share, after) for kind, share, after in values.parts(node) if kind in self._again]

    def cross_products(self, payoffs: PayoffRows, buffers: Buffers) -> float:
        """Return the expected sum of r1 * r2, where r1 and r2 are the results of two different split hands.

        The sum is over ordered pairs. All hands are played against the same final dealer hand. The result is
        exact for an infinite shoe. For a finite shoe, it ignores the cards in the other hands.
        """
        paid, finals = payoffs.paid, payoffs.finals
        values = self.graph.values(self._base)
        share = self._pair.share(0, 0)
        chances = values.finals(self._firsts[0])

        def by_final(of_nodes: Mapping[int, float]) -> list[float]:
            values.spread(of_nodes)
            met = buffers.floats([], len(paid))
            values.meet(met)
            often = met[:]
            found = [0.0] * finals
            for first, is_flat in zip(range(0, len(paid), finals), payoffs.flat, strict=True):
                total = sum(often[first : first + finals])
                if total:
                    for final, chance in enumerate(chances):
                        # a flat row distinguishes final hands only if the dealer draws no cards
                        share = total * chance if is_flat else often[first + final]
                        found[final] += share * paid[first + final]
            return found

        means: dict[tuple[bool, bool], list[float]] = {}
        for is_first, node in zip((True, False), self._firsts, strict=True):
            whole = by_final({node: 1.0})
            again = by_final({after: part for part, after in self._again_at(values, node)})
            means[is_first, True] = [
                mean / chance if chance else 0.0 for mean, chance in zip(whole, chances, strict=True)
            ]
            means[is_first, False] = [
                (mean - part) / (1 - share) / chance if chance and share < 1 else 0.0
                for mean, part, chance in zip(whole, again, chances, strict=True)
            ]
        total = 0.0
        for (done, last), chance in terms_of(self._pair)[1].items():
            for final in range(finals):
                each = [means[label == 0, False][final] for label in done]
                each += [means[label == 0, True][final] for label in last]
                total += chance * chances[final] * means_product(each)
        return total


def removed_cards(
    label: int, alike: int, start: Sequence[int], left: Mapping[int, int], is_endless: bool
) -> dict[tuple[int, tuple[int, ...]], float]:
    """Return the joint probabilities of the first card in hand ``label`` and known cards in the other hands.

    ``start`` contains the first cards of all hands at the split. ``left`` maps each card that splits a hand
    again to its number in the shoe. ``alike`` is how many of these cards have been dealt.
    """
    found: dict[tuple[int, tuple[int, ...]], float] = {}
    if label != EXTRA:
        others = (*start[:label], *start[label + 1 :])
        for cards, chance in removals(left, alike, is_endless=is_endless):
            found[start[label], tuple(sorted((*others, *cards)))] = chance
        return found
    for kind, copies in left.items():
        if copies > 0:
            rest = left if is_endless else {**left, kind: copies - 1}
            for cards, chance in removals(rest, alike - 1, is_endless=is_endless):
                key = kind, tuple(sorted((*start, *cards)))
                found[key] = found.get(key, 0.0) + chance * copies / sum(left.values())
    return found
