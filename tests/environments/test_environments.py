"""Environments for reinforcement learning."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from tests.session.bank import bank_of

import bj
from bj.cards import rank_of
from bj.environments import ManyGames, SeveralPersons, SinglePerson
from bj.environments.games_in_parallel import Mode
from bj.errors import UsageError

CASINO: dict[str, object] = {"hands": 20}
RUNS: Sequence[tuple[str, dict[str, object]]] = [
    ("casino", CASINO),
    ("casino/single_deck", CASINO),
    ("variants/spanish_21", CASINO),
    ("variants/british_pontoon", CASINO),
    ("variants/double_exposure", CASINO),
    ("side_bets/lucky_ladies", CASINO),
    (
        """
[ruleset]
title = "Bets of any amount"
extends = "casino"

[side_bets]
pairs = { between = [10, 25], pay_table = [{ when = "same_rank", pays = "11:1" }] }
suits = { between = [15, 100], pay_table = [{ when = "suited", pays = "3:1" }] }
""",
        CASINO,
    ),
    (
        """
[ruleset]
title = "A power that asks"
extends = "casino"

[powers.insist]
on = "hand lost"
do = "change bankroll"
amount = "-profit"
ask = "Take it back?"

[strategies.human]
powers = ["insist"]
""",
        CASINO,
    ),
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
    """The same actions and seed give the same questions, totals, cards and wins as `bj.State`."""
    env = SinglePerson(ruleset, arguments, observation="all", wagers=[1, 2])
    names = env.observation_names
    codes = env.games.plan.checked.pack.codes
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
        assert _ranks(values, "seen") == _shown(state)
        if state.kind == "action":
            hand = own.hands[state.hand_asked or 0]
            assert (values["total"], bool(values["is_soft"]), values["cards"]) == (
                hand.total,
                hand.is_soft,
                len(hand.cards),
            )
            held = Counter(codes.index(card[0]) for card in hand.cards)
            assert _ranks(values, "own") == held
            assert set(np.flatnonzero(info["action_mask"])) == set(state.legal_actions())
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        name = env.action_names[action]
        if state.kind == "side_bet" and name == "yes" and len(state.legal_actions()) > 2:
            state.apply(state.legal_actions()[1])
        else:
            state.apply(env.games.least * int(name[6:]) if name.startswith("wager") else name)
        seen, reward, ended, _, info = env.step(action)
        won += reward
    assert state.is_over
    assert won == state.returns()[env.games.person] / env.games.least
    values = dict(zip(names, seen.tolist(), strict=True))
    assert values["bankroll"] == state.view.bankroll(env.games.person)
    assert _ranks(values, "seen") == _shown(state)
    assert (values["kind"], values["total"]) == (0, 0)


def _ranks(values: Mapping[str, int], kind: str) -> Counter[int]:
    """The cards of a kind in an observation, by rank."""
    return +Counter({int(name.split()[1]): count for name, count in values.items() if name.startswith(kind)})


def _shown(state: bj.State) -> Counter[int]:
    """The cards that events have shown since the last shuffle, by rank."""
    shown = Counter[int]()
    for event in state.events:
        if event.key == "shuffle":
            shown.clear()
        elif event.key in ("player_dealt", "dealer_dealt", "hole_card") and event.card is not None:
            shown[rank_of(event.card)] += 1
    return shown


DISCARDS = """
[ruleset]
title = "The discards come back"
extends = "casino/european"

[shoe]
packs = 1
reshuffle_when = false
when_empty = "reshuffle discards"
"""


def test_discards_that_come_back_have_not_been_seen() -> None:
    """Without a hole card, every card has been seen since the shuffle, is on the table, or is left."""
    env = SinglePerson(DISCARDS, {"hands": 60}, observation="count")
    seen, info = env.reset(seed=1)
    left, ended = [52], False
    while not ended:
        values = dict(zip(env.observation_names, seen.tolist(), strict=True))
        left.append(values["cards_left"])
        assert _ranks(values, "seen").total() + left[-1] == 52
        legal = np.flatnonzero(info["action_mask"])
        hits = values["kind"] != 1 and values["total"] < 17 and 0 in legal
        seen, _, ended, _, info = env.step(0 if hits else int(legal[-1]))
    assert sum(after > before for before, after in pairwise(left)) > 4


def test_only_one_person_may_be_asked() -> None:
    """A person who starts with the bank is asked later; two persons are refused, wherever they sit."""
    given = {"bankroll": 100, "hands": 4, "turns": 1}
    env = SinglePerson(bank_of(Anne="guest", Bernard="simple"), given)
    env.reset(seed=1)
    assert env.games.view(0).question is not None
    with pytest.raises(UsageError, match="2 players make decisions"):
        SinglePerson(bank_of(Anne="guest", Bernard="guest"), given)


def test_what_a_person_wins_with_the_bank_is_a_reward() -> None:
    """Rewards add up to all that Bernard has won, and passing the bank is no reward."""
    bank = bank_of(Anne="simple", Bernard="guest")
    given, won, ended = {"bankroll": 100, "hands": 9, "turns": 1}, 0.0, False
    single = SinglePerson(bank, given)
    _, info = single.reset(seed=4)
    while not ended:
        _, reward, ended, _, info = single.step(int(np.flatnonzero(info["action_mask"])[-1]))
        won += reward
    view = single.games.view(0)
    assert won * single.games.least == view.bankroll(1) + view.bankroll(3) - 100
    several = SeveralPersons(bank, given)
    several.reset(seed=4)
    wins = []
    while several.agents:
        seen, reward, is_over, _, _ = several.last()
        wins.append(reward * several.unit)
        several.step(None if is_over else int(np.flatnonzero(seen["action_mask"])[-1]))
    returns = several.state_of_game.returns()
    assert sum(wins) == returns[1] + returns[3]
    assert returns[3] != 0


def test_wins_before_the_first_question_are_rewards() -> None:
    """Anne has the bank in the first hand, and is asked only in the second one."""
    env = SeveralPersons(bank_of(Anne="guest", Bernard="simple"), {"bankroll": 100, "hands": 4, "turns": 1})
    for seed in range(5):
        env.reset(seed=seed)
        won = 0.0
        while env.agents:
            seen, reward, is_over, _, _ = env.last()
            won += reward * env.unit
            env.step(None if is_over else int(np.flatnonzero(seen["action_mask"])[-1]))
        returns = env.state_of_game.returns()
        assert won == returns[0] + returns[2]


ACTIONS_ONLY = """
[ruleset]
title = "A person who is asked only for actions"
extends = "casino"

[strategies.human]
wager = "minimum"
"""


def test_a_natural_before_the_first_question_is_a_reward() -> None:
    """The rewards of a game add up to what it has won, also in hands without a question."""
    env, early = SinglePerson(ACTIONS_ONLY, {"hands": 3}), 0
    env.reset(seed=0)
    for seed in range(60):
        env.games.seed([seed])
        _, info = env.reset()
        state = bj.State(ACTIONS_ONLY, hands=3, seed=seed)
        if state.is_over:  # the environment has begun another game
            continue
        early += state.returns()[env.games.person] != 0
        won, ended = 0.0, False
        while not ended:
            action = int(np.flatnonzero(info["action_mask"])[-1])
            state.apply(env.action_names[action])
            _, reward, ended, _, info = env.step(action)
            won += reward
        assert won == state.returns()[env.games.person] / env.games.least
    assert early


def test_hidden_cards_are_not_counted() -> None:
    """After all cards are seen, the counts by rank are those of the face-up cards."""
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
    """The hand stands, and `info` shows that the action was illegal."""
    env = SinglePerson("casino", {"hands": 1})
    env.reset(seed=1)
    _, _, _, _, info = env.step(0)  # to hit instead of a wager
    assert not info["was_legal"]
    assert env.step(env.action_names.index("wager 1"))[2]
    many = ManyGames(2, ruleset="casino", arguments={"hands": 3})
    _, info = many.reset(seed=1)
    assert info["was_legal"].tolist() == [True, True]
    wager = env.action_names.index("wager 1")
    assert many.step(np.array([0, wager]))[-1]["was_legal"].tolist() == [False, True]


def test_any_kind_of_whole_number_is_an_action() -> None:
    """A number of numpy is answered with values, too."""
    env = SinglePerson("infinite_double", {}, values=True)
    env.reset(seed=1)
    *_, info = env.step(np.array(int(np.flatnonzero(env.reset()[1]["action_mask"])[-1])))  # type: ignore[arg-type]
    assert "action_mask" in info


def test_a_mask_stays_as_it_is() -> None:
    """A later step changes no earlier mask, and a program that changes a mask changes no later one."""
    env = SinglePerson("casino", {"hands": 3})
    _, info = env.reset(seed=1)
    mask, before = info["action_mask"], info["action_mask"].tolist()
    *_, info = env.step(env.action_names.index("wager 1"))
    assert mask.tolist() == before != info["action_mask"].tolist()
    mask[:] = 1
    assert env.reset()[1]["action_mask"].tolist() == before


def test_a_person_who_can_pay_no_wager_leaves() -> None:
    """No action is legal, so any action ends the game without a loss."""
    env = SinglePerson("casino", {"hands": 5, "bankroll": 15}, wagers=[2])
    _, info = env.reset(seed=1)
    assert not info["action_mask"].any()
    _, reward, ended, _, info = env.step(0)
    assert ended
    assert (reward, info["was_legal"]) == (0, False)


def test_values_and_regret_come_from_the_analysis() -> None:
    """`info` has the value of every legal action, and the cost of the last one."""
    env = SinglePerson("infinite", {"start": 100}, values=True)
    env.reset(seed=2)
    _, _, _, _, info = env.step(env.action_names.index("wager 1"))
    hit, stand = info["values"][:2]
    _, _, _, _, after = env.step(1)
    assert after["regret"] == pytest.approx(max(hit, stand) - stand)
    assert hit != stand


@pytest.mark.parametrize("mode", ["totals", "cards", "count", "all"])
def test_seeds_reproduce_games_in_every_mode(mode: Mode) -> None:
    """Two environments with the same seed show the same, and no unknown mode is accepted."""
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
        ({"observation": "cheats"}, "'cheats' is not a kind of observation"),
        ({"wagers": [2, 1]}, "should be 1 to 32 multiples"),
        ({"wagers": [1, 10**30]}, "should be 1 to 32 multiples"),
        ({"wagers": [1.5]}, "should be 1 to 32 multiples"),
        ({"wagers": ()}, "should be 1 to 32 multiples"),
        ({"wagers": 1}, "should be 1 to 32 multiples"),
        ({"arguments": {"player": "basic"}}, "0 players make decisions"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    """The error names the values to give."""
    with pytest.raises(UsageError, match=message):
        SinglePerson("casino", **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wagers": [2, 1]}, "should be 1 to 32 multiples"),
        ({"most_actions": 0}, "0 is not a valid number of actions"),
        ({"rounds": -1}, "-1 is not a number of rounds"),
        ({"arguments": ["safe:Ann:100"]}, "no player makes decisions"),
    ],
)
def test_wrong_options_of_several_persons_are_refused(options: dict[str, Any], message: str) -> None:
    """The error names the values to give."""
    with pytest.raises(UsageError, match=message):
        SeveralPersons("vegas", **{"arguments": ["human:Ann:100"], **options})


@pytest.mark.parametrize("number", [-1, 0, 10**9])
def test_a_number_of_games_that_fits_no_memory_is_refused(number: int) -> None:
    """Nothing is allocated for it."""
    with pytest.raises(UsageError, match="cannot be stepped together"):
        ManyGames(number)


def test_games_have_to_be_reset_before_a_step() -> None:
    """Their tables have no generators of random numbers yet."""
    with pytest.raises(ResetNeeded):
        ManyGames(2).step(np.zeros(2, np.int64))
    with pytest.raises(ResetNeeded):
        SinglePerson("casino").step(0)
    several = SeveralPersons("vegas", ["human:Ann:100"])
    for use in (lambda: several.step(0), several.last, lambda: several.observe("Ann")):
        with pytest.raises(ResetNeeded):
            use()


@pytest.mark.parametrize("action", [-1, -2, 10**9, 2**70])
def test_numbers_that_are_not_actions_are_replaced(action: int) -> None:
    """They neither begin a new game nor skip the question."""
    env = SinglePerson("casino", {"hands": 1})
    env.reset(seed=1)
    env.step(env.action_names.index("wager 1"))
    _, reward, ended, _, info = env.step(action)
    assert not info["was_legal"]
    assert ended
    assert reward == -1
    many = ManyGames(2, ruleset="casino", arguments={"hands": 1})
    many.reset(seed=[3, 3])
    wager = many.action_names.index("wager 1")
    many.step(np.array([wager, wager]))
    seen, *_ = many.step(np.array([min(action, 2**62), many.action_names.index("stand")]))
    assert seen[0].tolist() == seen[1].tolist()


@pytest.mark.parametrize("action", [None, True, 1.0, "hit", np.array([1, 2, 3])])
def test_other_values_are_not_actions(action: Any) -> None:
    """Anything but a whole number is refused."""
    single, several = SinglePerson("casino"), SeveralPersons("vegas", ["human:Ann:100"])
    for env in (single, several):
        env.reset(seed=1)
        with pytest.raises(UsageError, match="is not"):
            env.step(action)
    many = ManyGames(2)
    many.reset(seed=1)
    wrongs: list[Any] = [action, [action, action], [1, 1, 1], [1.0, 1.0]]
    for actions in wrongs:
        with pytest.raises(UsageError, match="there should be 2 actions"):
            many.step(actions)


def test_seeds_of_many_games_have_many_forms() -> None:
    """One seed may be of any integer type, and several may be in any sequence; None is a random seed."""
    many = ManyGames(3, ruleset="casino", arguments={"hands": 1})

    def cards(seed: Any) -> list[list[int]]:
        _, info = many.reset(seed=seed)
        seen: list[list[int]] = many.step(info["action_mask"].argmax(1))[0].tolist()
        return seen

    assert cards(np.int64(5)) == cards(5)
    assert cards((1, 2, 3)) == cards(np.array([1, 2, 3])) == cards([1, 2, 3])
    assert cards([1, 2, 3]) != cards([1, 2, 4])
    assert len({str(cards([None, 1, 1])[0]) for _ in range(20)}) > 1


@pytest.mark.parametrize("seed", ["1", 1.5, [1, 2], [1, 2, -1], [1, 2, "3"], {}])
def test_wrong_seeds_of_many_games_are_refused(seed: Any) -> None:
    """A seed must apply to all games, or there must be one for each."""
    with pytest.raises(UsageError, match=r"there should be 3 seeds|(-1|'3') is not a seed"):
        ManyGames(3).reset(seed=seed)


def test_games_that_ask_nothing_are_refused() -> None:
    """With a bankroll below the smallest wager, no game has a question, so the environment is refused."""
    broke = {"bankroll": 1, "hands": 1}
    for env in (SinglePerson("casino", broke), ManyGames(2, ruleset="casino", arguments=broke)):
        with pytest.raises(UsageError, match="these games end without a decision"):
            env.reset(seed=1)


def test_only_agents_observe() -> None:
    """The error for another name lists the agents."""
    several = SeveralPersons("vegas", ["human:Ann:100", "human:Bob:100", "safe:Meek:50"])
    several.reset(seed=1)
    with pytest.raises(UsageError, match="no agent is called `Meek`") as refused:
        several.observe("Meek")
    assert refused.value.remedy == "use one of `Ann`, `Bob`"


NUMBERS = """
[ruleset]
title = "Numbers"
extends = "vegas"
[strategies.human]
powers = ["oracle"]
[powers.oracle]
memory = { foretold = 0 }
reactions = [
  { on = "hand begins", ask = "Which total?", between = [17, 26], set = { foretold = "answer" } },
]
"""


def test_powers_that_ask_for_numbers_are_refused() -> None:
    """A power that asks for a number cannot be an action of an environment."""
    for make in (SinglePerson, SeveralPersons):
        with pytest.raises(UsageError, match="a power asks for a number: Which total"):
            make(NUMBERS, ["human:Ann:100"])


def test_copies_of_environments_go_on_independently() -> None:
    """A deep copy, as for a search, and a pickle have the same future and change nothing in the original."""
    env = SinglePerson("infinite", {"start": 1000}, values=True)
    env.reset(seed=4)
    env.step(env.action_names.index("wager 1"))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301  # our own
    futures = [[repr(each.step(1)), repr(each.reset())] for each in (*twins, env)]
    assert futures[0] == futures[1] == futures[2]
