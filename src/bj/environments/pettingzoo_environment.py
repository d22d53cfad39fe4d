"""The PettingZoo environment: a game in which any number of players take turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from bj.argument_values import Arguments
from bj.catalogue.actions import ACTIONS
from bj.environments.games_in_parallel import LARGEST, check_levels, persons_asked, refuse_numbers
from bj.errors import UsageError
from bj.ruleset.load import AnyRuleset
from bj.ruleset.suggestions import shorten, suggest
from bj.session.controlled_game import State
from bj.session.game_plan import prepare
from bj.session.legal_actions import whole_number

NAMES = ("kind", "total", "is_soft", "upcard", "cards", "wager", "bankroll", "cards_left", "count")
NO, YES, FIRST_LEVEL = range(len(ACTIONS), len(ACTIONS) + 3)
"""The indices of three answers that come after the actions: "no", "yes" and the first wager."""

KINDS = ("wager", "action", "again", "insurance", "surrender", "side_bet", "switch", "call", "raise", "power")


class SeveralPersons(AECEnv):  # type: ignore[misc]  # PettingZoo has no type hints
    """A game in which agents take turns, such as a table with several players, or a tournament.

    The agents are the players who may be asked for decisions. An action answers the current question, as in
    ``SinglePerson``. An observation contains the numbers listed in ``observation_names``, and the
    ``action_mask``. A reward is the money that the agent has won since the previous question, as a multiple
    of ``unit``, the smallest wager. The game is truncated after ``most_actions`` actions. Raises RulesetError
    if the ruleset has faults, UsageError if a parameter is invalid, and GameError if a game fails.
    """

    metadata = {"name": "bj_v0", "render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as PettingZoo declares it

    def __init__(
        self,
        ruleset: AnyRuleset,
        arguments: Arguments = (),
        *,
        wagers: Sequence[int] = (1,),
        rounds: int = 0,
        most_actions: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        checked, values = prepare(ruleset, arguments)
        if "ask again" in checked.model.procedure.steps_named():
            rounds = rounds or 1
        if type(most_actions) is not int or most_actions < 1:
            raise UsageError(f"{most_actions!r} is not a valid number of actions", "pass 1 or more")
        self._wagers, self._most = check_levels(wagers), most_actions
        self.render_mode = render_mode
        self.action_names = (*ACTIONS, "no", "yes", *(f"wager {level}" for level in self._wagers))
        self.observation_names = NAMES
        self._start = start = State(checked, dict(values), rounds=rounds)
        refuse_numbers(start.compiled)
        self._persons = persons_asked(start.view, start.persons)
        if not self._persons:
            raise UsageError("no player makes decisions in this game", "pass arguments with human players")
        self.possible_agents = list(self._persons)
        self.unit = start.view.minimum_wager or 1
        space = Dict(
            {
                "observation": Box(-LARGEST, LARGEST, (len(NAMES),), np.int64),
                "action_mask": MultiBinary(len(self.action_names)),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {name: Discrete(len(self.action_names)) for name in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._state: State | None = None
        self._rng, _ = np_random()

    def observation_space(self, agent: str) -> Any:
        """Return the observation space, which is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space, which is the same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. A ``seed`` makes this game and all later ones reproducible."""
        if seed is not None:
            self._rng, _ = np_random(seed)
            for space in (*self.action_spaces.values(), *self.observation_spaces.values()):
                space.seed(seed)
        self._state = self._start.restart(int(self._rng.integers(1 << 32)))
        self._taken = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._wins = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.agents[0]
        self._select()

    @property
    def state_of_game(self) -> State:
        """The current state of the game. Raises ResetNeeded before the first reset."""
        if self._state is None:
            raise ResetNeeded("call `reset` first")
        return self._state

    def step(self, action: int | None) -> None:
        """Answer the question for the selected agent, and play until the next question.

        Raises UsageError if the action is illegal.
        """
        state = self.state_of_game
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mask = self._mask(self.agent_selection)
        self._cumulative_rewards[self.agent_selection] = 0.0
        number = whole_number(action)
        if number is None or not 0 <= number < len(mask) or not mask[number]:
            raise UsageError(
                f"the action {action!r} is not legal", "choose one that the `action_mask` allows"
            )
        state.apply(self._number_of(number))
        self._taken += 1
        before, self._wins = self._wins, self._count_wins()
        for name in self._persons:
            if name in self.rewards:
                self.rewards[name] = (self._wins[name] - before[name]) / self.unit
        self._accumulate_rewards()
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation, including the legal actions if it is the agent's turn.

        Raises UsageError if the agent is unknown.
        """
        if agent not in self.possible_agents:
            remedy = suggest(str(agent), self.possible_agents)
            raise UsageError(f"no agent is called `{shorten(str(agent))}`", remedy)
        state, person = self.state_of_game, self._persons[agent]
        seen = state.observation(person)
        own = seen.own
        hand = own.hands[(state.hand_asked or 0) if state.actor == person else 0]
        numbers = [
            KINDS.index(state.kind) + 1 if state.actor == person and state.kind in KINDS else 0,
            hand.total or 0,
            bool(hand.is_soft),
            state.view.visible_total(state.view.dealer),
            len(hand.cards),
            hand.wager,
            own.bankroll,
            seen.cards_left,
            seen.running_count,
        ]
        return {"observation": np.array(numbers, np.int64), "action_mask": self._mask(agent)}

    def render(self) -> str | None:
        """Return the transcript so far if ``render_mode`` is "ansi", and otherwise None."""
        return self.state_of_game.transcript if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there are no windows or files to close."""

    def _count_wins(self) -> dict[str, int]:
        """Return how much money each agent has won so far, including money won as the banker."""
        returns, banks = self.state_of_game.returns(), self._start.plan.checked.model.bank_goes_round
        other = len(returns) // 2
        return {
            name: returns[person] + (returns[person + other] if banks else 0)
            for name, person in self._persons.items()
        }

    def _select(self) -> None:
        """Select the agent who acts next.

        If the game is over or too long, end the game for all agents instead.
        """
        actor = self.state_of_game.actor
        if actor is None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._taken >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.state_of_game.persons[actor]

    def _number_of(self, action: int) -> int:
        """Translate an action in this environment into an action for ``State.apply``."""
        state = self.state_of_game
        if action >= FIRST_LEVEL:  # a wager, or the stake of a side bet
            return self._wagers[action - FIRST_LEVEL] * state.view.minimum_wager
        if state.kind == "wager":
            return state.legal_actions()[0]
        if action == YES and state.question is not None and state.question.wagers:
            return state.question.wagers.start
        return action if state.kind == "action" else action - NO

    def _mask(self, agent: str) -> Any:
        """Return the mask of the agent's legal actions.

        If it is not the agent's turn, the mask contains only zeros.
        """
        mask = np.zeros(len(self.action_names), np.int8)
        state = self.state_of_game
        question = state.question
        if question is None or question.person != self._persons[agent]:
            return mask
        mask[list(question.actions)] = 1
        least = state.view.minimum_wager
        mask[FIRST_LEVEL:] = [level * least in question.wagers for level in self._wagers]
        if state.kind not in ("wager", "action"):
            mask[[NO, YES]] = 1
        elif not mask.any():
            mask[NO] = 1  # sit out or leave
        return mask
