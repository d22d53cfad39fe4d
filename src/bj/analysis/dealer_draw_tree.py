"""Drives the engine to find every possible final hand of the dealer, and the player's payoffs against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from bj.analysis.exact_game import ExactGame
from bj.analysis.hand_transitions import Dealt, HandEnd, Hidden, Mask, RowSource, Shown, UnfitError
from bj.analysis.one_hand_search import Search
from bj.engine.face.view import Stop
from bj.engine.search.search_driving import Turn

MOST_TRIED = 4
"""The approximate number of ends of the player's hand to try when looking for the dealer's draws."""


class Final(NamedTuple):
    """A class of final dealer hands that the rules do not distinguish."""

    group: int
    """The group to which the dealer's hidden cards belong."""
    kind: int
    """A number that identifies everything the rules read about the hand, such as how it compares with other
    hands.
    """
    value: int


@dataclass(slots=True)
class DrawPath:
    """A node in the tree of cards that lead to the dealer's final hands."""

    finals: list[int] = field(default_factory=list)
    """The indices of all final hands that are still possible at this node."""
    is_end: bool = False
    """Whether the dealer may stop at this node."""
    next: dict[int, DrawPath] = field(default_factory=dict)
    """Maps each possible next card to the node that it leads to."""


@dataclass(slots=True)
class Draws:
    """All final dealer hands, and the cards that lead to them."""

    finals: dict[Final, int] = field(default_factory=dict)
    """Maps each class of final hands to its index."""
    paths: list[tuple[Hidden, tuple[int, ...]]] = field(default_factory=list)
    """An example from each class: the hidden cards and the cards drawn."""
    orders: dict[tuple[int, ...], dict[int, int]] = field(default_factory=dict)
    """Maps each sorted tuple of cards to the classes of final hands that the cards can lead to.

    For each class, the inner dict contains the number of orders in which the cards lead to it.
    """

    def add(self, final: Final, hidden: Hidden, drawn: tuple[int, ...], orders: int) -> None:
        """Add a final hand that consists of the face-up, ``hidden`` and ``drawn`` cards.

        ``orders`` is the number of orders in which these cards can be dealt.
        """
        number = self.finals.setdefault(final, len(self.finals))
        if number == len(self.paths):
            self.paths.append((hidden, drawn))
        elif hidden < self.paths[number][0]:
            self.paths[number] = hidden, drawn
        of_cards = self.orders.setdefault(tuple(sorted((*hidden, *drawn))), {})
        of_cards[number] = of_cards.get(number, 0) + orders

    def paths_of(self, groups: Set[int]) -> dict[Hidden, DrawPath]:
        """Return, for each set of hidden cards, the tree of draws that lead to final hands in ``groups``."""
        found: dict[Hidden, DrawPath] = {}
        for final, number in self.finals.items():
            if final.group in groups:
                hidden, drawn = self.paths[number]
                path = found.setdefault(hidden, DrawPath())
                path.finals.append(number)
                for kind in drawn:
                    path = path.next.setdefault(kind, DrawPath())
                    path.finals.append(number)
                path.is_end = True
        return found

    def take(self, other: Draws) -> None:
        """Add the final hands from ``other``, which covers different groups."""
        first = len(self.finals)
        for final, number in other.finals.items():
            self.finals[final] = first + number
        self.paths += other.paths
        for cards, kinds in other.orders.items():
            of_cards = self.orders.setdefault(cards, {})
            of_cards.update({first + number: orders for number, orders in kinds.items()})


class DealerDraws:
    """Finds all cards that the dealer may draw after the given face-up cards."""

    def __init__(
        self, game: ExactGame, search: Search, shown: Shown, copies: Sequence[int], kinds: Sequence[int]
    ) -> None:
        """``kinds`` are the cards that the dealer can draw. ``copies`` is how many are left of each kind."""
        self._search, self._shown, self._copies, self._kinds = search, shown, copies, kinds
        self._is_endless = game.is_endless
        self._reads_hand = game.reads.paid
        self._paths: dict[frozenset[int], dict[Hidden, DrawPath]] = {}

    def find(self, rows: Sequence[RowSource]) -> Draws:
        """Find all final dealer hands that are possible after the ends of a player's hand in ``rows``."""
        found = Draws()
        ends = [row for row in rows if not isinstance(row, Mask)]
        for group in sorted(set(self._shown.groups.values())):
            hidden = [cards for cards, other in self._shown.groups.items() if other == group]
            own = [end for end in ends if group in end.groups]
            likely: list[HandEnd | Dealt] = [
                end for end in own if isinstance(end, HandEnd) and end.dealer_draws
            ]
            likely = likely or [
                end for end in own if any(self._start(end, cards).status == Stop.CHANCE for cards in hidden)
            ]
            likely = likely or own
            tried = likely[:: max(1, len(likely) // MOST_TRIED)]
            short = [cards for cards in hidden if self._start(tried[0], cards).status == Stop.CHANCE][-1:]
            most = max(tried, key=lambda end: len(self._from(end, group, short).orders))
            found.take(self._from(most, group, hidden))
        return found

    def _from(self, end: HandEnd | Dealt, group: int, hidden: Sequence[Hidden]) -> Draws:
        """Find all final dealer hands that are possible after ``end``, given the ``hidden`` cards."""
        draws = Draws()
        alive: dict[tuple[tuple[int, ...], int], tuple[int, Hidden, tuple[int, ...]]] = {}

        def go_on(turn: Turn, cards: Hidden, drawn: tuple[int, ...], orders: int) -> None:
            if turn.status == Stop.ENOUGH:
                kind, value = turn.seen
                draws.add(Final(group, kind, value if self._reads_hand else 0), cards, drawn, orders)
                return
            if turn.status != Stop.CHANCE or not self._search.facts(turn.situation).is_dealers:
                raise UnfitError
            key = tuple(sorted((*cards, *drawn))), turn.situation
            before = alive.get(key, (0, cards, drawn))
            alive[key] = (before[0] + orders, *before[1:])

        for cards in hidden:
            go_on(self._start(end, cards), cards, (), 1)
        while alive:
            following, alive = alive, {}
            for (all_cards, situation), (orders, cards, drawn) in following.items():
                self._search.deal(situation)
                for kind in self._kinds:
                    if self._is_endless or all_cards.count(kind) < self._copies[kind]:
                        go_on(self._search.turn(situation, kind), cards, (*drawn, kind), orders)
        return draws

    def _start(self, end: HandEnd | Dealt, hidden: Hidden) -> Turn:
        """Return where the engine first stops after ``end``, given the dealer's ``hidden`` cards."""
        if isinstance(end, Dealt):
            return end.members[hidden]
        situation = end.situation
        for place, kind in enumerate(hidden):
            situation = self._search.hide(situation, place, kind)
        return self._search.turn(situation, end.answer)

    def payoffs(self, draws: Draws, source: RowSource, size: int) -> Mapping[int, Sequence[float]]:
        """Return a row of ``size`` payoffs for each final dealer hand.

        ``source`` is one possible end of the player's hand. Raises UnfitError if the dealer does not draw the
        same cards after every possible end.
        """
        if source.groups not in self._paths:
            self._paths[source.groups] = draws.paths_of(source.groups)
        paths = self._paths[source.groups]
        found: dict[int, Sequence[float]] = {}
        for hidden, path in paths.items():
            if isinstance(source, Mask):
                found |= dict.fromkeys(path.finals, (1.0,) * size)
            else:
                self._follow(path, self._start(source, hidden), found)
        return dict(sorted(found.items()))

    def _follow(self, path: DrawPath, turn: Turn, found: dict[int, Sequence[float]]) -> None:
        """Deal every sequence of cards in the tree ``path``, starting from ``turn``.

        The payoffs against each final hand are added to ``found``.
        """
        if turn.status == Stop.ENOUGH:
            found |= dict.fromkeys(path.finals, turn.payoffs)
            return
        if path.is_end or turn.status != Stop.CHANCE or not self._search.facts(turn.situation).is_dealers:
            raise UnfitError
        for kind, after in path.next.items():
            self._follow(after, self._search.turn(turn.situation, kind), found)
