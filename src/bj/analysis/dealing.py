"""The first cards: every deal that the observer can see, with its chance and what it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bj.analysis.game import Game
from bj.analysis.search import StoppedError
from bj.engine import driving
from bj.engine.searching import Sight, read_payoffs
from bj.engine.view import Stop, View
from bj.session.engines import PLAIN

Look: TypeAlias = tuple[tuple[int, ...], ...]
"""The kinds of the cards that are seen of everybody's hand, and -1 for those that lie face down."""

EVENTS = 1024
"""Room for the events between two cards."""


class First(NamedTuple):
    """What the observer has seen of the first cards."""

    hand: tuple[int, ...]
    """The kinds of the observer's cards, in ascending order."""
    upcard: int
    """The kind of the dealer's upcard, -1 for none."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The first cards as the observer sees them."""

    first: First
    chance: float
    sights: tuple[Sight, ...]
    """What the tables may be; none where all of them are at the end of the hand."""
    value: tuple[float, ...]
    """What the hands bring, where the deal has ended them."""


class _Stopped(NamedTuple):
    """A table behind its next stop."""

    sight: Sight
    seen: tuple[int, ...]
    """What the observer has seen since the last one."""
    status: int


class Dealer:
    """Deals the first cards in every way."""

    def __init__(self, game: Game, payoffs: Sequence[int]) -> None:
        self._game = game
        self._payoffs = payoffs
        self._step = View(game.program, game.table).step
        self._events = driving.new_record(EVENTS)
        self._kind_of = {card: number for number, kind in enumerate(game.kinds) for card in kind.cards}

    def start(self) -> Sight:
        """The table before the first card."""
        return Sight(list(self._game.table), tuple(kind.copies for kind in self._game.kinds), 1)

    def deals(self) -> list[Deal]:
        """Every deal that the observer can tell from the others; their chances add up to 1."""
        found: dict[tuple[bool, Look], Deal] = {}
        waiting: list[tuple[float, tuple[Sight, ...]]] = [(1.0, (self.start(),))]
        while waiting:
            chance, sights = waiting.pop()
            together: dict[Look, tuple[float, tuple[Sight, ...]]] = {}
            for share, stopped in self._next(sights):
                group = tuple(each.sight for each in stopped)
                part = chance * share
                if self._is_being_dealt(stopped[0]):
                    look = self._look(group[0])
                    before = together.get(look, (0.0, group))
                    together[look] = (before[0] + part, before[1])
                else:
                    self._add(found, part, stopped)
            waiting += list(together.values())
        return sorted(found.values(), key=lambda deal: deal.first)

    def draw(self, sights: Sequence[Sight], action: int, kind: int) -> tuple[Sight, ...]:
        """The tables where somebody decides again, after an ``action`` that has brought a card of a kind."""
        drawn = []
        for sight in sights:
            table = list(sight.table)
            driving.answer(table, action)
            status = PLAIN.advance(self._game.program, table, self._events)
            driving.take_events(self._events)
            if status == Stop.CHANCE and sight.left[kind]:
                stopped = self._give(Sight(table, sight.left, sight.weight), kind, hidden=False)
                if stopped.status == Stop.DECISION:
                    drawn.append(stopped.sight)
        return tuple(drawn)

    def _add(self, found: dict[tuple[bool, Look], Deal], chance: float, stopped: list[_Stopped]) -> None:
        """Note a deal that is over; those of the same cards in another order are one."""
        is_over = stopped[0].status == Stop.ENOUGH
        key = (is_over, self._look(stopped[0].sight))
        before = found.get(key)
        sights = () if is_over else tuple(each.sight for each in stopped)
        value = tuple(0.0 for _ in self._payoffs)
        if is_over:
            total = sum(each.sight.weight for each in stopped)
            rows = [(each.sight.weight, read_payoffs(each.sight.table, self._payoffs)) for each in stopped]
            value = tuple(
                sum(weight * row[at] for weight, row in rows) / total for at in range(len(self._payoffs))
            )
        if before is not None:
            both = chance + before.chance
            value = tuple(
                (chance * new + before.chance * old) / both
                for new, old in zip(value, before.value, strict=True)
            )
            chance, sights = both, before.sights
        found[key] = Deal(self._first(stopped[0].sight), chance, sights, value)

    def _next(self, sights: Sequence[Sight]) -> Iterator[tuple[float, list[_Stopped]]]:
        """Everything that can follow upon the next card, by what the observer sees: chances and tables."""
        view = View(self._game.program, sights[0].table)
        hidden = self._is_hidden(view)
        total = sum(sight.weight * sum(sight.left) for sight in sights)
        kinds = range(len(self._game.kinds))
        for together in [kinds] if hidden else [[kind] for kind in kinds]:
            groups: dict[object, list[_Stopped]] = {}
            for kind in together:
                for sight in sights:
                    if sight.left[kind]:
                        stopped = self._give(sight, kind, hidden=hidden)
                        key = (stopped.status == Stop.ENOUGH, stopped.status, stopped.seen)
                        groups.setdefault(key, []).append(stopped)
            for group in groups.values():
                yield sum(each.sight.weight for each in group) / total, group

    def _is_hidden(self, view: View) -> bool:
        """Whether the observer does not see the next card."""
        chance, observer = view.chance, self._game.observer
        return chance is not None and chance.is_hidden and observer not in (None, chance.person)

    def _give(self, sight: Sight, kind: int, *, hidden: bool) -> _Stopped:
        """Give a table a card of a kind, and play on to the next stop."""
        table = list(sight.table)
        driving.answer(table, self._game.kinds[kind].card)
        status = PLAIN.advance(self._game.program, table, self._events)
        if status not in (Stop.CHANCE, Stop.DECISION, Stop.ENOUGH):
            raise StoppedError(status, table)
        seen = tuple(driving.take_events(self._events)[int(hidden) :])
        left = list(sight.left)
        if not self._game.is_endless:
            left[kind] -= 1
        return _Stopped(Sight(table, tuple(left), sight.weight * sight.left[kind]), seen, status)

    def _is_being_dealt(self, stopped: _Stopped) -> bool:
        """Whether more of the first cards are to come."""
        view = View(self._game.program, stopped.sight.table)
        return stopped.status == Stop.CHANCE and view.step == self._step

    def _look(self, sight: Sight) -> Look:
        """The cards on the table as the observer sees them; those of players in any order."""
        view = View(self._game.program, sight.table)
        looks = []
        for person in (*view.players, view.dealer):
            kinds = [
                -1 if held.is_hidden and person != self._game.observer else self._kind_of[held.card]
                for hand in view.hands(person)
                for held in hand.cards
            ]
            looks.append(tuple(kinds if person == view.dealer else sorted(kinds)))
        return tuple(looks)

    def _first(self, sight: Sight) -> First:
        """What the observer has seen of the first cards."""
        view = View(self._game.program, sight.table)
        person = view.players[0] if self._game.observer is None else self._game.observer
        hand = sorted(self._kind_of[held.card] for each in view.hands(person) for held in each.cards)
        upcard = view.upcard
        return First(tuple(hand), -1 if upcard is None else self._kind_of[upcard])
