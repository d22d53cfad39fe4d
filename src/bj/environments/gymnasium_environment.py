"""The Gymnasium environment: a game with one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from bj.argument_values import Arguments
from bj.engine.face import parallel_games as row
from bj.environments.exact_values import Valuer
from bj.environments.games_in_parallel import DONE, NOT_LEGAL, Mode, Numbers, SteppedGames
from bj.errors import UsageError
from bj.native.library import OutOfBoundsError
from bj.ruleset.load import AnyRuleset
from bj.session.legal_actions import whole_number

_ANSWER, _STATUS, _WON, _SUMMARY, _NEW_GAME = row.ANSWER, row.STATUS, row.WON, row.SUMMARY, row.NEW_GAME


def _number_of(action: object) -> int:
    """Return ``action`` as an integer. Raises UsageError if it is not one."""
    number = whole_number(action)
    if number is None:
        raise UsageError(f"{action!r} is not an action", "pass an index into `action_names`")
    return number


class SinglePerson(gymnasium.Env[Any, Any]):
    """An environment for a game with one player. An episode is a whole game with the given ``arguments``.

    An action is an answer to the current question, given as an index into ``action_names``. ``wagers`` are
    the possible wagers, as multiples of the smallest wager. ``observation_names`` lists the numbers in an
    observation. A reward is the money won during a step, as a multiple of the smallest wager. ``info``
    contains the ``action_mask`` of legal actions. If ``values`` is true and the game can be analyzed, it also
    contains the exact value of each action and the ``regret`` for the previous one, in wagers. An illegal
    action is replaced by "stand" if that is legal, and otherwise by the first legal action;
    ``info["was_legal"]`` is then False. Raises RulesetError if the ruleset has faults, UsageError if a
    parameter is invalid, and GameError if a game fails.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        ruleset: AnyRuleset = "casino",
        arguments: Arguments = (),
        *,
        wagers: Sequence[int] = (1,),
        observation: Mode = "totals",
        values: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.games = games = SteppedGames(ruleset, arguments, 1, wagers, observation)
        self.render_mode = render_mode
        self.action_space = games.action_space
        self.observation_space = games.observation_space
        self.action_names = games.names
        self.observation_names = games.observed
        self._numbers = games.first
        self._valuer = Valuer(games.plan) if values else None
        self._values: dict[int, float] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start a new game. A ``seed`` makes this game and all later ones reproducible."""
        if seed is not None:
            super().reset(seed=seed)
        games, numbers = self.games, self._numbers
        if seed is not None or not self._is_seeded:
            games.seed([int(self.np_random.integers(1 << 32))])
            self._is_seeded = True
        numbers[_ANSWER] = _NEW_GAME
        played = 0
        while True:
            if games.step_first():
                raise OutOfBoundsError
            make_mask, _, has_ended = games.summaries[numbers[_SUMMARY]]
            if not has_ended:
                break
            games.refuse_failed()
            played += 1  # the game ended without a question
            games.refuse_silent(played)
        info = {"action_mask": make_mask(), "was_legal": True}
        if self._valuer is not None:
            self._add_values(info)
        return games.first_observation(), info

    _is_seeded = False

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_numbers": None, "_valuer": self._valuer is not None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._numbers = self.games.first
        self._valuer = Valuer(self.games.plan) if kept["_valuer"] else None

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Answer the current question, and play until the next one."""
        games, numbers = self.games, self._numbers
        if not self._is_seeded:
            raise ResetNeeded("call `reset` before the first step")
        if type(action) is not int:
            action = _number_of(action)
        numbers[_ANSWER] = action if 0 <= action < NOT_LEGAL else NOT_LEGAL
        if games.step_first():
            raise OutOfBoundsError
        make_mask, was_legal, has_ended = games.summaries[numbers[_SUMMARY]]
        if has_ended and numbers[_STATUS] != DONE:
            games.refuse_failed()
        info = {"action_mask": make_mask(), "was_legal": was_legal}
        if self._valuer is not None:
            self._add_values(info, action)
        return games.first_observation(), numbers[_WON] / games.least, has_ended, False, info

    def render(self) -> str | None:
        """Return the observation as a line of text if ``render_mode`` is "ansi", and otherwise None."""
        if self.render_mode != "ansi":
            return None
        names = zip(self.observation_names, self.games.first_observation().tolist(), strict=True)
        return ", ".join(f"{name} {number}" for name, number in names)

    def _add_values(self, info: dict[str, Any], action: int | None = None) -> None:
        """Add to ``info`` the value of each answer to the current question, and the regret for ``action``."""
        before = self._values
        if action in before:
            info["regret"] = max(before.values()) - before[action]
        self._values = self._valuer.values(self.games.view(0)) if self._valuer is not None else {}
        if self._values:
            names = range(len(self.action_names))
            info["values"] = np.array([self._values.get(action, np.nan) for action in names])
