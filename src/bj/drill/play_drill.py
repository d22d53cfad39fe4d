"""The play drill, which asks for the right action.

It favors positions with likely, costly or repeated mistakes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import NamedTuple

from bj.analysis.exact_game import ExactGame, make_game
from bj.analysis.one_hand_search import Progress
from bj.drill.base_drill import EndlessDrill
from bj.drill.session_file import Tallies, Tally
from bj.drill.starting_hands import DrillPosition, chart_positions, exact_positions
from bj.drill.strategy_play import StrategyPlay
from bj.errors import BjError, UsageError
from bj.session.engines import Speed
from bj.session.game_plan import refuse_uncallable

LEAST = 1e-9
"""Two actions are equally good if their values differ by at most this much, in wagers."""

PLAIN = 0.1
"""A mistake that costs this many wagers is assumed to be e times less likely than a mistake at no cost."""

AGAIN = 4
"""Each past mistake in a position adds this multiple of the position's base weight to its weight."""


class Verdict(NamedTuple):
    """The assessment of an answer."""

    is_right: bool
    right: str
    """The right action."""
    cost: float | None
    """How much less the answer is worth than the right action, in wagers. None if unknown."""
    per_100_hands: float | None
    """The expected cost per 100 hands, in wagers, given how often the position occurs. None if unknown."""


@dataclass(frozen=True)
class PlayQuestion:
    """A position in which the player must act, with the right action."""

    position: DrillPosition
    right: str
    """The right action in the position."""
    is_strategy: bool
    """Whether ``right`` is the action that a strategy takes, rather than the best action."""
    tallies: Tallies

    def answer(self, action: str) -> Verdict:
        """Assess and record ``action``. Raises UsageError if it is illegal."""
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
    """An endless iterator over questions about starting hands in a ruleset with one player.

    The right action is the one that ``strategy`` takes or, without a strategy, the best action. ``tallies``
    contains the answers from earlier drills, and new answers are added to it. If there are no exact values,
    questions are taken from the strategy's chart, and ``note`` gives the reason. Raises RulesetError if the
    ruleset has faults, UsageError if the drill does not support the ruleset, and GameError if the game cannot
    be played.
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
        """Find all positions and compute their values, which takes a few seconds.

        The first question calls this method, unless it has been called before. Raises UsageError or GameError
        if no positions can be found.
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
        """Switch to questions from the strategy's chart. Raises ``error`` if the strategy has no chart."""
        if self.strategy not in self.checked.playing:
            raise error
        self.note, self._action, self._game = str(error), None, None

    @property
    def positions(self) -> list[DrillPosition]:
        """All positions in which more than one action is legal."""
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
            weights[self.positions.index(position)] = 0.0  # the strategy has no action here
            if not any(weights):
                raise UsageError(
                    f"the strategy `{self.strategy}` has no action for any hand", "choose a different one"
                )

    def _right(self, position: DrillPosition) -> str:
        if position.play:
            return position.play
        if self._action is not None:
            return self._action(position.cards, position.shown)
        return next(iter(position.values))

    def _weight(self, position: DrillPosition) -> float:
        """Return a position's weight, based on its probability, the likeliest mistake and past answers.

        Very costly mistakes get less weight, because they are obvious and players rarely make them.
        """
        weight = position.chance
        if position.values:
            best, second, *_ = position.values.values()
            lost = max(best - second, LEAST)
            weight *= lost * exp(-lost / PLAIN)
        tally = self.tallies.get(position.name, Tally())
        return weight * (1 + AGAIN * tally.wrong) / (1 + tally.right)
