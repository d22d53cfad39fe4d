"""The Gymnasium environment of many games, which the compiled engine steps together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bj.arguments import Arguments
from bj.engine.face import environment as row
from bj.environments.games import DECISION, Mode, Numbers, SteppedGames
from bj.ruleset.load import AnyRuleset


class ManyGames(VectorEnv[Numbers, Numbers, Any]):
    """Many games, each as in ``SinglePerson``, stepped together.

    A game that ends restarts in the same step: ``terminations`` marks it, and the observation is the first of
    the next game. ``info["action_mask"]`` has a row of legal actions for every game, and
    ``info["final_obs"]`` the observations before the restart.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        num_envs: int = 1,
        *,
        ruleset: AnyRuleset = "casino",
        arguments: Arguments = (),
        wagers: Sequence[int] = (1,),
        observation: Mode = "totals",
    ) -> None:
        self.games = games = SteppedGames(ruleset, arguments, num_envs, wagers, observation)
        self.num_envs = num_envs
        self.single_action_space = games.action_space
        self.single_observation_space = games.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_names = games.names
        self.observation_names = games.observed

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin all games; a seed makes them and the following ones reproducible."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if isinstance(seed, list):
            self.games.seed([0 if each is None else each for each in seed])
        elif seed is not None or not self._is_seeded:
            self.games.seed(self.np_random.integers(1 << 32, size=self.num_envs).tolist())
        self._is_seeded = True
        self._begin(np.ones(self.num_envs, bool))
        return self.games.observations(), {"action_mask": self.games.masks()}

    _is_seeded = False

    def step(self, actions: Numbers) -> tuple[Numbers, Any, Any, Any, dict[str, Any]]:
        """Answer the open question of every game, and play on to the next ones."""
        if not self._is_seeded:
            raise ResetNeeded("reset has to come before the first step")
        games = self.games
        games.answer(actions)
        games.step()
        rows = games.rows
        rewards = rows[:, row.WON] / games.least
        ended = rows[:, row.STATUS] != DECISION
        info: dict[str, Any] = {}
        if ended.any():
            games.refuse_failed()
            info = {"final_obs": games.observations(), "_final_obs": ended}
            self._begin(ended)
        info["action_mask"] = games.masks()
        return games.observations(), rewards, ended, np.zeros(self.num_envs, bool), info

    def _begin(self, wanted: Any) -> None:
        """Begin some games; games without a question are over, and restart."""
        while wanted.any():
            self.games.answer(np.where(wanted, row.NEW_GAME, row.NOTHING))
            self.games.step()
            self.games.refuse_failed()
            wanted = self.games.rows[:, row.STATUS] != DECISION
