"""Environments for reinforcement learning."""

from __future__ import annotations

from collections.abc import Sequence

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import bj
from bj.environments import ManyGames, SeveralPersons, SinglePerson
from bj.environments.games import Mode
from bj.errors import UsageError

CASINO: dict[str, object] = {"hands": 20}
RUNS: Sequence[tuple[str, dict[str, object]]] = [
    ("casino", CASINO),
    ("casino/single_deck", CASINO),
    ("variants/spanish_21", CASINO),
    ("side_bets/lucky_ladies", CASINO),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_environments_pass_the_checks_of_gymnasium_and_pettingzoo() -> None:
    """`check_env`, `api_test` and `seed_test` find nothing wrong."""
    check_env(gymnasium.make("bj/Blackjack-v0").unwrapped)
    people = ["human:Ann:100", "human:Bob:100", "safe:Meek:50"]
    api_test(SeveralPersons("vegas", people), num_cycles=30)
    seed_test(lambda: SeveralPersons("vegas", people), 30)


@pytest.mark.parametrize(("ruleset", "arguments"), RUNS)
def test_a_game_is_that_of_state(ruleset: str, arguments: dict[str, object]) -> None:
    """The same actions with the same seed have the same questions, totals and wins as `bj.State`."""
    env = SinglePerson(ruleset, arguments, observation="all", wagers=[1, 2])
    names = env.observation_names
    _, info = env.reset()
    env.games.seed([7])
    seen, info = env.reset()
    state = bj.State(ruleset, arguments, seed=7)
    rng, won, ended = np.random.default_rng(1), 0.0, False
    while not ended:
        values = dict(zip(names, seen.tolist(), strict=True))
        assert state.actor == env.games.person
        own = state.observation().players[0]
        assert values["bankroll"] == own.bankroll
        if state.kind == "action":
            hand = own.hands[state.hand_asked or 0]
            assert (values["total"], bool(values["is_soft"]), values["cards"]) == (
                hand.total,
                hand.is_soft,
                len(hand.cards),
            )
            assert set(np.flatnonzero(info["action_mask"])) == set(state.legal_actions())
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        name = env.action_names[action]
        state.apply(env.games.least * int(name[6:]) if name.startswith("wager") else name)
        seen, reward, ended, _, info = env.step(action)
        won += reward
    assert state.is_over
    assert won == state.returns()[env.games.person] / env.games.least


def test_hidden_cards_are_not_counted() -> None:
    """With all cards seen, the counts by rank are those of the face-up cards alone."""
    env = SinglePerson("casino", {"hands": 3}, observation="count")
    env.reset(seed=3)
    seen, *_ = env.step(env.action_names.index("wager 1"))
    counts = seen[[name.startswith("seen") for name in env.observation_names]]
    assert counts.sum() == 3


def test_many_games_are_the_same_as_single_ones() -> None:
    """Each of many games has the observations, rewards and ends of a single one with its seed."""
    many = ManyGames(3, ruleset="casino", arguments={"hands": 2})
    singles = [SinglePerson("casino", {"hands": 2}) for _ in range(3)]
    seen, info = many.reset(seed=[1, 2, 3])
    for seed, env in enumerate(singles, 1):
        env.reset()
        env.games.seed([seed])
        env.reset()
    for _ in range(60):
        actions = np.array([np.flatnonzero(mask)[-1] for mask in info["action_mask"]])
        seen, rewards, ended, _, info = many.step(actions)
        for game, env in enumerate(singles):
            one, reward, is_over, _, _ = env.step(int(actions[game]))
            assert (reward, is_over) == (rewards[game], ended[game])
            if is_over:
                one, _ = env.reset()
            assert one.tolist() == seen[game].tolist()


def test_an_illegal_action_is_replaced() -> None:
    """The hand stands, and `info` says that the action was not legal."""
    env = SinglePerson("casino", {"hands": 1})
    env.reset(seed=1)
    _, _, _, _, info = env.step(0)  # to hit instead of a wager
    assert not info["was_legal"]
    assert env.step(env.action_names.index("wager 1"))[2]


def test_values_and_regret_come_from_the_analysis() -> None:
    """`info` has the value of every legal action, and what the last one lost."""
    env = SinglePerson("infinite", {"start": 100}, values=True)
    env.reset(seed=2)
    _, _, _, _, info = env.step(env.action_names.index("wager 1"))
    hit, stand = info["values"][:2]
    _, _, _, _, after = env.step(1)
    assert after["regret"] == pytest.approx(max(hit, stand) - stand)
    assert hit != stand


@pytest.mark.parametrize("mode", ["totals", "cards", "count", "all"])
def test_seeds_reproduce_games_in_every_mode(mode: Mode) -> None:
    """Two environments with the same seed show the same, and no others are accepted."""
    shown = []
    for _ in range(2):
        env = SinglePerson("casino", {"hands": 2}, observation=mode)
        seen, info = env.reset(seed=9)
        found = [seen.tolist()]
        for _ in range(10):
            seen, _, ended, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            found.append(seen.tolist())
            if ended:
                seen, info = env.reset()
        shown.append(found)
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "cheats"}, "there is no observation 'cheats'"),
        ({"wagers": [2, 1]}, "are not 1 to 32 multiples"),
        ({"wagers": [1, 10**30]}, "are not 1 to 32 multiples"),
        ({"wagers": [1.5]}, "are not 1 to 32 multiples"),
        ({"arguments": {"player": "basic"}}, "0 persons are asked"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    """The error says what to give."""
    with pytest.raises(UsageError, match=message):
        SinglePerson("casino", **options)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("number", [-1, 0, 10**9])
def test_a_number_of_games_that_fits_no_memory_is_refused(number: int) -> None:
    """Nothing is allocated for it."""
    with pytest.raises(UsageError, match="cannot be stepped together"):
        ManyGames(number)


def test_games_have_to_be_reset_before_a_step() -> None:
    """Their tables have no generators of random numbers yet."""
    with pytest.raises(ResetNeeded):
        ManyGames(2).step(np.zeros(2, np.int64))
