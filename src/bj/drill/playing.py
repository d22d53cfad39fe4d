"""Drills of play: positions by frequency, cost and mistakes, and the cost of each answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import exp
from random import Random
from typing import NamedTuple

from bj.analysis.game import make_game
from bj.analysis.search import Progress
from bj.analysis.solution_graph import Speed
from bj.arguments import Arguments
from bj.drill.positions import Position, chart_positions, exact_positions
from bj.drill.strategy_play import StrategyPlay
from bj.drill.tallies import Tallies, Tally
from bj.errors import BjError, UsageError
from bj.ruleset.load import AnyRuleset
from bj.session.plan import prepare

LEAST = 1e-9
"""The smallest cost of a mistake, in wagers: a smaller difference is a tie."""

PLAIN = 0.1
"""In wagers: a mistake of this cost is made e times as seldom as one that costs nothing."""

AGAIN = 4
"""How much more likely a position comes again for each own mistake in it."""


class Verdict(NamedTuple):
    """The judgement of an answer."""

    is_right: bool
    right: str
    """The right action."""
    cost: float | None
    """The loss against the right action, in wagers; None if it is unknown."""
    per_100_hands: float | None
    """The same in wagers per 100 hands, by how often the position comes."""


@dataclass(frozen=True)
class Question:
    """A position, and the right action."""

    position: Position
    right: str
    """The right action."""
    is_strategy: bool
    """Whether the right action is that of a strategy; else it is the best one."""
    tallies: Tallies

    def answer(self, action: str) -> Verdict:
        """The judgement of an action, which is counted. Raises UsageError if it is not legal."""
        position = self.position
        if action not in position.actions:
            raise UsageError(f"{action!r} is not legal", f"legal here: {', '.join(position.actions)}")
        values = position.values
        is_known = action in values and self.right in values
        cost = values[self.right] - values[action] if is_known else None
        is_tie = not self.is_strategy and cost is not None and cost <= LEAST
        is_right = action == self.right or is_tie
        self.tallies.setdefault(position.name, Tally()).count(is_right=is_right)
        cost = 0.0 if is_right else cost
        return Verdict(is_right, self.right, cost, None if cost is None else 100 * position.chance * cost)


class Drill:
    """An endless iterator of questions about the first hands of a ruleset's only player.

    With a ``strategy`` the right action is that of the strategy; otherwise it is the best one. ``tallies``
    are the answers of earlier drills, and get those of this one. Without exact values, the questions come
    from the strategy's chart, and ``note`` says why. Raises RulesetError, UsageError and GameError.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        strategy: str = "",
        arguments: Arguments = (),
        *,
        settings: Mapping[str, object] | None = None,
        seed: int = 0,
        tallies: Tallies | None = None,
        engine: Speed = "auto",
        progress: Progress | None = None,
    ) -> None:
        self.checked, values = prepare(ruleset, arguments, settings or {})
        self.tallies: Tallies = {} if tallies is None else tallies
        self.strategy, self.note = strategy, ""
        try:
            play = StrategyPlay(self.checked, values, strategy) if strategy else None
            game = make_game(self.checked, values, fresh=True, solved=True)
            self.positions = exact_positions(game, engine, progress)
            self._action = cache(play.action) if play else None
        except BjError as error:
            if not strategy:
                raise
            self.note, self._action = str(error), None
            if strategy not in self.checked.playing:
                raise
            self.positions = chart_positions(self.checked, strategy)
        self.positions = [each for each in self.positions if len(each.actions) > 1]
        if not self.positions:
            raise UsageError("there is no decision about a first hand", "choose another ruleset")
        self._random = Random(seed)  # noqa: S311  # not a secret

    def __iter__(self) -> Iterator[Question]:
        return self

    def __next__(self) -> Question:
        """The next question."""
        weights = [self._weight(each) for each in self.positions]
        while True:
            (position,) = self._random.choices(self.positions, weights)
            right = self._right(position)
            if right in position.actions:
                return Question(position, right, bool(self.strategy), self.tallies)
            weights[self.positions.index(position)] = 0.0  # the strategy does nothing about it
            if not any(weights):
                raise UsageError(f"the strategy `{self.strategy}` does not play", "name another one")

    def _right(self, position: Position) -> str:
        """The right action."""
        if position.play:
            return position.play
        if self._action is not None:
            return self._action(position.cards, position.shown)
        return next(iter(position.values))

    def _weight(self, position: Position) -> float:
        """How likely a position is drawn: by its frequency, the cost of a likely mistake, and own mistakes.

        A mistake that costs much is plain to see, and seldom made.
        """
        weight = position.chance
        if position.values:
            best, second, *_ = position.values.values()
            lost = max(best - second, LEAST)
            weight *= lost * exp(-lost / PLAIN)
        tally = self.tallies.get(position.name, Tally())
        return weight * (1 + AGAIN * tally.wrong) / (1 + tally.right)
