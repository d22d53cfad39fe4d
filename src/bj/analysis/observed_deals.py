"""Deals the first cards for a search, and finds every deal that the observer can distinguish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TypeAlias

from bj.analysis.exact_game import ExactGame
from bj.analysis.one_hand_search import Search
from bj.engine.face.view import Held, Kind, Stop, View
from bj.engine.layout.plain_or_compiled import Identity
from bj.engine.search.search_driving import Sight

Look: TypeAlias = tuple[tuple[int, ...], ...]
"""The kinds of the cards in each hand, with the dealer's hand last. Face-down cards are -1."""


Alike: TypeAlias = Look | tuple[int, ...]
"""A key shared by all deals that continue in the same way.

It contains the deals' situations or, if the hand is over, what the observer sees.
"""


class First(NamedTuple):
    """The first cards that the observer has seen."""

    hand: tuple[int, ...]
    """The kinds of the observer's cards, in ascending order unless a rule reads their order."""
    shown: tuple[int, ...]
    """The kinds of the dealer's face-up cards, starting with the upcard."""

    @property
    def upcard(self) -> int:
        """The kind of the dealer's upcard, or -1 if the dealer shows no card."""
        return next(iter(self.shown), -1)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of the first cards, from the observer's point of view."""

    first: First
    chance: float
    sights: tuple[Sight, ...]
    """The tables that are possible as far as the observer knows. Empty if the hand is already over."""
    value: tuple[float, ...]
    """The mean payoffs if the hand is over after the deal."""


class _Stopped(NamedTuple):
    """A table at which the engine has stopped."""

    sight: Sight
    seen: Identity
    """A key that identifies what the observer has seen since the previous stop."""
    status: int
    payoffs: tuple[float, ...]
    """The payoffs, if the hand is over."""
    before: Sight
    """The table before the last card."""
    kind: int
    """The kind of the last card."""


class _Situation:
    """The parts of a situation that the observer can see. They take much less memory than the table."""

    def __init__(self, game: ExactGame, players: tuple[int, ...], table: list[int]) -> None:
        self._game = game
        view = View(game.program, table)
        chance = view.chance
        self.step = view.step
        self.is_hidden = chance is not None and chance.is_hidden and not game.sees_hidden(chance.person)
        """Whether the next card is hidden from the observer."""
        looks = [
            self._sorted([self._seen(held, person) for held in hand.cards])
            for person in players
            for hand in view.hands(person)
        ]
        (dealt,) = view.hands(view.dealer)
        self.look: Look = (*looks, tuple(self._seen(held, view.dealer) for held in dealt.cards))
        """The cards on the table, as the observer sees them."""
        owner = None if chance is None else chance.person
        self.place: int | None = None
        """The index in ``look`` of the hand that receives the next card, or None."""
        if owner is not None:
            is_dealers = owner == view.dealer
            self.place = len(looks) if is_dealers else hands_before(view, owner) + view.asked_hand

    def look_after(self, kind: int) -> Look:
        """Return what the observer sees after a card of this ``kind`` is dealt next."""
        place = self.place
        if place is None:
            return self.look
        cards = [*self.look[place], -1 if self.is_hidden else kind]
        is_dealers = place == len(self.look) - 1
        return (
            *self.look[:place],
            tuple(cards) if is_dealers else self._sorted(cards),
            *self.look[place + 1 :],
        )

    def _seen(self, held: Held, person: int) -> int:
        """Return the kind of a card that ``person`` holds, or -1 if the observer cannot see the card."""
        game = self._game
        return -1 if held.is_hidden and not game.sees_hidden(person) else game.kind_of[held.card]

    def _sorted(self, kinds: list[int]) -> tuple[int, ...]:
        """Return the ``kinds`` of a player's cards, in ascending order unless a rule reads their order."""
        reads = self._game.reads
        fixed = len(kinds) if reads.last else int(reads.first[0])
        return (*kinds[:fixed], *sorted(kinds[fixed:]))


class DealFinder:
    """Deals the first cards in every possible way."""

    def __init__(self, game: ExactGame, search: Search) -> None:
        self._game = game
        self._search = search
        self._situations: dict[int, _Situation] = {}
        view = game.view
        self._players = view.players
        self._step = view.step
        self._own = slice(0, 1)
        """The indices of the observer's hands in a ``Look``."""
        if game.observer is not None:
            first = hands_before(view, game.observer)
            self._own = slice(first, first + len(view.hands(game.observer)))

    def deals(self, named: First | None = None) -> list[Deal]:
        """Return every deal that the observer can distinguish. The probabilities add up to 1.

        If ``named`` is given, only these first cards are dealt, in this order. The probabilities then add up
        to the probability of these cards.
        """
        found: dict[Alike, Deal] = {}
        start = Sight(self._search.start, tuple(kind.copies for kind in self._game.kinds), 1)
        waiting: list[tuple[float, tuple[Sight, ...]]] = [(1.0, (start,))]
        while waiting:
            together: dict[Alike, tuple[float, tuple[Sight, ...]]] = {}
            for chance, sights in waiting:
                for share, stopped in self._next(sights, named):
                    group = tuple(each.sight for each in stopped)
                    part = chance * share
                    is_dealt = stopped[0].status == Stop.CHANCE
                    if is_dealt and self._situation(group[0]).step == self._step:
                        alike = tuple(sight.situation for sight in group)
                        before = together.get(alike, (0.0, group))
                        together[alike] = (before[0] + part, before[1])
                    else:
                        self._add(found, part, stopped)
            waiting = list(together.values())
        return sorted(found.values(), key=lambda deal: deal.first)

    def draw(self, sights: Sequence[Sight], action: int, kind: int) -> tuple[Sight, ...]:
        """Take ``action``, deal a card of this ``kind``, and return the tables at the next decision."""
        drawn = []
        for sight in sights:
            turn = self._search.turn(sight.situation, action)
            if turn.status == Stop.CHANCE and sight.left[kind]:
                stopped = self._give(sight._replace(situation=turn.situation), kind)
                if stopped.status == Stop.DECISION:
                    drawn.append(stopped.sight)
        return tuple(drawn)

    def is_offer(self, sight: Sight) -> bool:
        """Return whether an offer, such as insurance, is waiting for an answer at the table ``sight``.

        Offers come before the first action.
        """
        question = View(self._game.program, self._search.table(sight.situation)).question
        return question is not None and question.kind != Kind.ACTION

    def decline(self, sights: Sequence[Sight]) -> tuple[Sight, ...]:
        """Decline an offer, and return the tables at the next decision.

        Tables at which the hand is over are left out.
        """
        declined = []
        for sight in sights:
            turn = self._search.turn(sight.situation, 0)
            if turn.status == Stop.DECISION:
                declined.append(sight._replace(situation=turn.situation))
        return tuple(declined)

    def _add(self, found: dict[Alike, Deal], chance: float, stopped: list[_Stopped]) -> None:
        """Add a complete deal, or merge it with a deal of the same cards in a different order."""
        look = self._situation(stopped[0].before).look_after(stopped[0].kind)
        is_over = stopped[0].status == Stop.ENOUGH
        sights = () if is_over else tuple(each.sight for each in stopped)
        key: Alike = look if is_over else tuple(sight.situation for sight in sights)
        before = found.get(key)
        total = sum(each.sight.weight for each in stopped)
        value = tuple(
            sum(each.sight.weight * each.payoffs[at] for each in stopped) / total
            for at in range(len(stopped[0].payoffs))
        )
        if before is not None:
            both = chance + before.chance
            value = tuple(
                (chance * new + before.chance * old) / both
                for new, old in zip(value, before.value, strict=True)
            )
            chance, sights = both, before.sights
        first = before.first if before is not None else self._first(look)
        found[key] = Deal(first, chance, sights, value)

    def _next(self, sights: Sequence[Sight], named: First | None) -> Iterator[tuple[float, list[_Stopped]]]:
        """Deal the next card in every possible way, and yield the results in groups.

        The results in a group look the same to the observer. Each group is yielded with its probability.
        """
        situation = self._situation(sights[0])
        hidden = situation.is_hidden
        total = sum(sight.weight * sum(sight.left) for sight in sights)
        fixed = None if hidden or named is None else self._next_of(named, situation)
        kinds = range(len(self._game.kinds)) if fixed is None else fixed
        for together in [kinds] if hidden else [[kind] for kind in kinds]:
            groups: dict[object, list[_Stopped]] = {}
            for kind in together:
                for sight in sights:
                    if sight.left[kind]:
                        stopped = self._give(sight, kind)
                        groups.setdefault((stopped.status, stopped.seen), []).append(stopped)
            for group in groups.values():
                yield sum(each.sight.weight for each in group) / total, group

    def _next_of(self, named: First, situation: _Situation) -> tuple[int, ...] | None:
        """Return the kind of the next card if ``named`` determines it, and otherwise None."""
        place, look = situation.place, situation.look
        if place == len(look) - 1:
            shown = sum(kind >= 0 for kind in look[-1])
            return named.shown[shown : shown + 1]
        if place is None or place not in range(len(look))[self._own]:
            return None
        dealt = sum(map(len, look[self._own]))
        return named.hand[dealt : dealt + 1]

    def _give(self, sight: Sight, kind: int) -> _Stopped:
        """Deal a card of the given ``kind`` at the table ``sight``, and play until the engine stops."""
        turn = self._search.turn(sight.situation, kind)
        left = list(sight.left)
        if not self._game.is_endless:
            left[kind] -= 1
        after = Sight(turn.situation, tuple(left), sight.weight * sight.left[kind])
        return _Stopped(after, turn.seen, turn.status, turn.payoffs, sight, kind)

    def _situation(self, sight: Sight) -> _Situation:
        found = self._situations.get(sight.situation)
        if found is None:
            found = _Situation(self._game, self._players, self._search.table(sight.situation))
            self._situations[sight.situation] = found
        return found

    def _first(self, look: Look) -> First:
        return First(tuple(chain(*look[self._own])), tuple(kind for kind in look[-1] if kind >= 0))


def hands_before(view: View, person: int) -> int:
    """Return the total number of hands of all players seated before ``person``."""
    players = view.players
    return sum(len(view.hands(other)) for other in players[: players.index(person)])
