"""Finds every possible hand against the dealer's face-up cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from bj.analysis.dealer_draw_tree import DealerDraws
from bj.analysis.exact_game import ExactGame
from bj.analysis.hand_graph import CardsLeft, FinalChances, HandGraph, Opposition, rule_numbers
from bj.analysis.hand_graph_deals import HandDeal, Members, chance_of, groups_of
from bj.analysis.hand_transitions import NOTHING, HandRules, Shown
from bj.analysis.hands_against_upcard import HandsAgainstUpcard
from bj.analysis.one_hand_search import Room, Search
from bj.analysis.payoff_matrix import PayoffRows
from bj.analysis.search_buffers import Buffers
from bj.analysis.split_graph import split_graphs
from bj.analysis.split_hands import SplitHands
from bj.catalogue.actions import STAND
from bj.engine.layout.plain_or_compiled import Ints
from bj.engine.search import hand_graph_driving
from bj.engine.search.hand_graph_driving import RuleKind


class HandFinder:
    """Finds hands by driving the engine, for one upcard at a time."""

    def __init__(
        self,
        game: ExactGame,
        search: Search,
        buffers: Buffers,
        measures: Sequence[str],
        room: Room,
        shoe: CardsLeft,
        fixed: int,
    ) -> None:
        """The order of the first ``fixed`` cards in a hand is significant."""
        self._game, self._search, self._buffers, self._room = game, search, buffers, room
        self._size, self._place = len(measures), measures.index("received")
        self._shoe, self._fixed = shoe, fixed

    def find(
        self,
        cards: tuple[int, ...],
        dealt: Mapping[tuple[int, ...], Members],
        shared: tuple[Ints, Ints],
        other: HandGraph | None,
    ) -> HandsAgainstUpcard:
        """Find all hands against the dealer's face-up ``cards``, with their rules and the dealer's draws.

        If another graph is passed as ``other``, a hand has the same number in both graphs. Raises UnfitError
        if rules depend on more than one hand, StoppedError if the engine cannot continue, and
        OutOfMemoryError if memory runs out.
        """
        shoe, buffers, room = self._shoe, self._buffers, self._room
        left = shoe.without(cards)
        shown = Shown(cards, groups_of(self._search, dealt))
        rules = HandRules(self._game, self._search, shoe.alike, shown, None)
        deals, rules_of_deals = self._deals(cards, dealt, rules)
        split_rules = rules.of_splits()
        graphs, of_splits = split_graphs(rules, split_rules, rules_of_deals)
        splits = [SplitHands(*each) for each in zip(rules.splits, of_splits, strict=True)]
        opposition, payoffs = self._oppose(left, shown, shared, rules, split_rules)
        numbers, split_numbers = (
            rule_numbers(buffers, each.rules, len(left.copies)) for each in (rules, split_rules)
        )
        graph = HandGraph(buffers, room, numbers, opposition, other)
        for deal in deals:
            is_joined = rules.rules[deal.rule].is_joined
            deal.node = graph.grow(deal.rule, [shoe.alike[kind] if is_joined else kind for kind in deal.hand])
        graph.close()
        for split_graph in graphs:
            split_graph.grow(buffers, room, split_numbers, opposition, graph)
        for split_hands in splits:
            split_hands.weigh(left)
        return HandsAgainstUpcard(deals, splits, graphs, payoffs, (rules.rules, split_rules.rules), graph)

    def _deals(
        self, cards: tuple[int, ...], dealt: Mapping[tuple[int, ...], Members], rules: HandRules
    ) -> tuple[list[HandDeal], dict[tuple[int, ...], int]]:
        """Return the player's deals, and a map from the dealt hands to their rules."""
        chance_of_shown = chance_of(self._shoe, cards)
        left = self._shoe.without(cards)
        deals: dict[tuple[tuple[int, ...], int], HandDeal] = {}
        rule_of: dict[tuple[int, ...], int] = {}
        for own, members in dealt.items():
            chance = chance_of_shown * chance_of(left, own)
            if chance:
                rule = rules.rule_of_deal(members)
                hand = (*own[: self._fixed], *sorted(own[self._fixed :]))
                rule_of[tuple(sorted(own))] = rule
                deals.setdefault((hand, rule), HandDeal(hand, cards, 0.0, rule)).chance += chance
        return list(deals.values()), rule_of

    def _oppose(
        self,
        left: CardsLeft,
        shown: Shown,
        shared: tuple[Ints, Ints],
        rules: HandRules,
        split_rules: HandRules,
    ) -> tuple[Opposition, PayoffRows]:
        """Find the dealer's draws, and the payoffs at the end of each hand.

        The rule for each end is given the index of the row that contains its payoffs.
        """
        buffers = self._buffers
        kinds = [kind for kind, other in enumerate(left.alike) if kind == other]
        dealer = DealerDraws(self._game, self._search, shown, left.joined(), kinds)
        draws = dealer.find(rules.rows)
        hidden = len(next(iter(shown.groups)))
        tree = hand_graph_driving.draw_tree(draws.orders, hidden)
        payoffs = PayoffRows(
            (dealer.payoffs(draws, row, self._size) for row in rules.rows),
            len(draws.finals),
            tree.drawn(draws.orders, hidden),
            self._place,
        )
        for rule in chain(rules.rules, split_rules.rules):
            if rule.kind in (RuleKind.END, RuleKind.DECISION):
                rule.row = payoffs.row_of[rule.row]
                rule.is_flat = payoffs.flat[rule.row]
        self._drop_twins(rules, split_rules, payoffs)
        opposition = Opposition(
            left,
            payoffs.finals,
            tree,
            buffers.ints(tree.draws, 0),
            buffers.ints(tree.cards, 0),
            buffers.ints(tree.ends, 0),
            FinalChances(buffers, self._room),
            buffers.floats(payoffs.paid, 0),
            *shared,
        )
        return opposition, payoffs

    def _drop_twins(self, rules: HandRules, split_rules: HandRules, payoffs: PayoffRows) -> None:
        """Unlink each split hand from the dealt hand with the same cards if the two have different payoffs.

        If the shoe is infinite, remove all of these links.
        """
        for rule in split_rules.rules:
            if rule.twin:
                stands = [
                    numbers.rules[other.next[STAND]].row
                    for numbers, other in ((split_rules, rule), (rules, rules.rules[rule.twin]))
                    if STAND in other.next
                ]
                if self._game.is_endless or (len(stands) == 2 and not payoffs.pay_alike(*stands)):
                    rule.twin = NOTHING
