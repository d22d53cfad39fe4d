"""Play drills ask for the right action in positions, chosen by their frequency, cost and past mistakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import NamedTuple

from bj.analysis.game import ExactGame, make_game
from bj.analysis.search import Progress
from bj.drill.endless_drill import EndlessDrill
from bj.drill.positions import DrillPosition, chart_positions, exact_positions
from bj.drill.strategy_play import StrategyPlay
from bj.drill.tallies import Tallies, Tally
from bj.errors import BjError, UsageError
from bj.session.engines import Speed
from bj.session.plan import refuse_uncallable

LEAST = 1e-9
"""The smallest cost of a mistake, in wagers. Actions whose values differ by less are equally good."""

PLAIN = 0.1
"""A cost in wagers. A mistake with this cost is e times rarer than a mistake that costs nothing."""

AGAIN = 4
"""Each past mistake adds this multiple of a position's base weight."""


class Verdict(NamedTuple):
    """The judgment on an answer."""

    is_right: bool
    right: str
    """The right action."""
    cost: float | None
    """The loss compared with the right action, in wagers, or None if it is unknown."""
    per_100_hands: float | None
    """The loss in wagers per 100 hands, given how often the position occurs, or None if it is unknown."""


@dataclass(frozen=True)
class PlayQuestion:
    """A position in which the player acts, and the right action."""

    position: DrillPosition
    right: str
    """The right action in the position."""
    is_strategy: bool
    """Whether ``right`` is the action of a strategy, rather than the best action."""
    tallies: Tallies

    def answer(self, action: str) -> Verdict:
        """Judge and record ``action``. Raises UsageError if it is not legal."""
        position = self.position
        if not isinstance(action, str) or action not in position.actions:
            raise UsageError(f"{action!r} is not legal", f"legal here: {', '.join(position.actions)}")
        values = position.values
        is_known = action in values and self.right in values
        cost = values[self.right] - values[action] if is_known else None
        is_tie = not self.is_strategy and cost is not None and cost <= LEAST
        is_right = action == self.right or is_tie
        self.tallies.setdefault(position.name, Tally()).count(is_right=is_right)
        cost = 0.0 if is_right else cost
        return Verdict(is_right, self.right, cost, None if cost is None else 100 * position.chance * cost)


class Drill(EndlessDrill[PlayQuestion]):
    """An endless iterator of questions about the first hands of a ruleset's only player.

    With a ``strategy``, its action is the right one. Otherwise, the best action is. ``tallies`` holds the
    answers from earlier drills, and receives those from this one. If there are no exact values, the questions
    come from the strategy's chart, and ``note`` gives the reason. Raises RulesetError if the ruleset has
    faults, UsageError if it does not fit the drill, and GameError if it cannot be played.
    """

    def _begin(self) -> None:
        self.note = ""
        self._action: Callable[[tuple[int, ...], tuple[int, ...]], str] | None = None
        self._game: ExactGame | None = None
        self._positions: list[DrillPosition] = []
        try:
            if self.strategy:
                self._action = cache(StrategyPlay(self.checked, self._values, self.strategy).action)
            self._game = make_game(self.checked, self._values, fresh=True, solved=True)
        except BjError as error:
            self._do_without_values(error)

    def prepare(self, engine: Speed = "auto", progress: Progress | None = None) -> None:
        """Find all positions and their values, which takes seconds. By default, the first question does this.

        Raises UsageError or GameError if no positions can be found.
        """
        refuse_uncallable(progress)
        positions: list[DrillPosition] = []
        if self._game is not None:
            try:
                positions = exact_positions(self._game, engine, progress)
            except BjError as error:
                self._do_without_values(error)
        if self._game is None:
            positions = chart_positions(self.checked, self.strategy)
        self._positions = [each for each in positions if len(each.actions) > 1]
        if not self._positions:
            raise UsageError("no starting hand needs a decision", "choose a different ruleset")

    def _do_without_values(self, error: BjError) -> None:
        """Take the questions from the strategy's chart. Raise ``error`` if there is no chart."""
        if self.strategy not in self.checked.playing:
            raise error
        self.note, self._action, self._game = str(error), None, None

    @property
    def positions(self) -> list[DrillPosition]:
        """All positions with more than one legal action."""
        if not self._positions:
            self.prepare()
        return self._positions

    def __next__(self) -> PlayQuestion:
        weights = [self._weight(each) for each in self.positions]
        while True:
            (position,) = self._random.choices(self.positions, weights)
            right = self._right(position)
            if right in position.actions:
                return PlayQuestion(position, right, bool(self.strategy), self.tallies)
            weights[self.positions.index(position)] = 0.0  # the strategy has no action for it
            if not any(weights):
                raise UsageError(f"the strategy `{self.strategy}` does not play", "choose a different one")

    def _right(self, position: DrillPosition) -> str:
        if position.play:
            return position.play
        if self._action is not None:
            return self._action(position.cards, position.shown)
        return next(iter(position.values))

    def _weight(self, position: DrillPosition) -> float:
        """Return the weight of a position, given its chance, the cost of a likely mistake, and past mistakes.

        Costly mistakes are obvious, so players rarely make them.
        """
        weight = position.chance
        if position.values:
            best, second, *_ = position.values.values()
            lost = max(best - second, LEAST)
            weight *= lost * exp(-lost / PLAIN)
        tally = self.tallies.get(position.name, Tally())
        return weight * (1 + AGAIN * tally.wrong) / (1 + tally.right)
