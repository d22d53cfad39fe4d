"""The Gymnasium vector environment, in which the compiled engine steps many games together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bj.argument_values import Arguments
from bj.engine.face import parallel_games as row
from bj.environments.games_in_parallel import DECISION, NOT_LEGAL, Mode, Numbers, SteppedGames
from bj.errors import UsageError
from bj.ruleset.load import AnyRuleset
from bj.session.game_plan import refuse_seed
from bj.session.legal_actions import whole_number


class ManyGames(VectorEnv[Numbers, Numbers, Any]):
    """A vector of games that are stepped together. Each game works as in ``SinglePerson``.

    When a game ends, a new one starts in the same step. The end is marked in ``terminations``, and the
    observation is the first one from the new game. ``info`` contains ``action_mask`` and ``was_legal`` for
    every game, as in ``SinglePerson``, and ``final_obs``, the observations before the restart.
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
        self._all_legal = np.ones(num_envs, bool)
        self.single_action_space = games.action_space
        self.single_observation_space = games.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_names = games.names
        self.observation_names = games.observed

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start all games.

        A single ``seed``, or a list with a seed for each game, makes these games and all later ones
        reproducible. If a seed in the list is None, that game gets a random seed. Raises UsageError if
        ``seed`` is anything else.
        """
        one = whole_number(seed)
        super().reset(seed=one)
        random = self.np_random.integers(1 << 32, size=self.num_envs).tolist()
        if seed is not None and one is None:
            self.games.seed(self._check_seeds(seed, random))
        elif seed is not None or not self._is_seeded:
            self.games.seed(random)
        self._is_seeded = True
        self._begin(np.ones(self.num_envs, bool))
        info = {"action_mask": self.games.masks(), "was_legal": self._all_legal.copy()}
        return self.games.observations(), info

    _is_seeded = False

    def step(self, actions: Numbers) -> tuple[Numbers, Any, Any, Any, dict[str, Any]]:
        """Answer the current question in every game, and play each game until its next question."""
        if not self._is_seeded:
            raise ResetNeeded("call `reset` before the first step")
        games = self.games
        answers = np.asarray(actions)
        if answers.shape != (self.num_envs,) or answers.dtype.kind not in "iu":
            raise UsageError(
                f"there should be {self.num_envs} actions", "pass one whole number for each game"
            )
        unsigned = answers.astype(np.int64, copy=False).view(np.uint64)  # negative numbers become large ones
        games.answer(np.minimum(unsigned, NOT_LEGAL))
        illegal, asking = games.step()
        rows = games.rows
        rewards = rows[:, row.WON].astype(float) / games.least
        ended = np.zeros(self.num_envs, bool)
        info: dict[str, Any] = {"was_legal": self._all_legal.copy()}
        if illegal:
            info["was_legal"] = rows[:, row.WAS_LEGAL] == 1
        if asking < self.num_envs:
            ended = rows[:, row.STATUS] != DECISION
            games.refuse_failed()
            info |= {"final_obs": games.observations(), "_final_obs": ended}
            self._begin(ended)
        info["action_mask"] = games.masks()
        return games.observations(), rewards, ended, np.zeros(self.num_envs, bool), info

    def _check_seeds(self, seeds: object, random: Sequence[int]) -> list[int]:
        """Return a seed for every game. Replaces each None in ``seeds`` with a seed from ``random``.

        Raises UsageError if ``seeds`` is not a list that contains a seed or None for every game.
        """
        given = list(seeds) if isinstance(seeds, Iterable) else []
        if len(given) != self.num_envs:
            raise UsageError(
                f"there should be {self.num_envs} seeds", "pass one whole number, or one for each game"
            )
        for seed in given:
            if seed is not None:
                refuse_seed(seed if whole_number(seed) is None else int(seed))
        return [other if each is None else int(each) for each, other in zip(given, random, strict=True)]

    def _begin(self, wanted: Any) -> None:
        """Start the games selected by the mask ``wanted``.

        Games that end without a question are restarted until every game asks a question.
        """
        played = 0
        while wanted.any():
            self.games.refuse_silent(played)
            played += 1
            self.games.answer(np.where(wanted, row.NEW_GAME, row.NOTHING))
            self.games.step()
            self.games.refuse_failed()
            wanted = self.games.rows[:, row.STATUS] != DECISION
