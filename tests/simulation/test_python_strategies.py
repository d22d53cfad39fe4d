"""Strategies that are Python functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bj
from bj.errors import UsageError

RULESET = """
[ruleset]
title = "Seventeen"
extends = "casino"

[arguments.player]
type = "choice"
choices = ["human", "seventeen"]
default = "human"

[strategies.seventeen]
wager = "minimum"
rules = [{ when = "total < 17", do = "hit" }, { do = "stand" }]
"""

ALONE = {"player": "seventeen"}
"""Arguments with which no player is asked."""


def seventeen(state: bj.State) -> int | str:
    """A player that hits below 17, and declines all offers."""
    if state.kind == "wager":
        return state.view.minimum_wager
    if state.kind != "action":
        return "no"
    total = state.observation().players[0].hands[state.hand_asked or 0].total
    return "hit" if total is not None and total < 17 else "stand"


def test_a_function_has_the_results_of_the_same_strategy() -> None:
    """With the same seed, a function has exactly the results of a strategy's rules."""
    of_function = bj.simulate(RULESET, {"hands": 50}, hands=300, strategies={"Player": seventeen})
    of_rules = bj.simulate(
        RULESET, {"hands": 50, "player": "seventeen"}, hands=300, engine="plain", workers=1
    )
    assert of_function.key == of_rules.key


ASKING = """
[powers.refund]
on = "{on}"
do = "change bankroll"
amount = "3"
limit = "{limit}"
ask = "Now?"

[strategies.human]
powers = ["refund"]

[strategies.seventeen]
powers = ["refund"]
"""


ROUNDS = """
[procedure]
game = ["shuffle", { repeat = "round", while = "round < 2" }]
round = [{ repeat = "hand", while = "hand < 2" }]
"""


@pytest.mark.parametrize(("on", "limit"), [("hand lost", "1 per hand"), ("round begins", "1 per round")])
def test_a_function_answers_powers(on: str, limit: str) -> None:
    """A function that always agrees has the results of a strategy, which uses its powers whenever it can.

    Games begin in the middle of a call of the engine, where the answers given in it must not be forgotten.
    """
    asking = ROUNDS + ASKING.format(on=on, limit=limit)
    ruleset = RULESET.replace("[strategies.seventeen]\n", asking)

    def agree(state: bj.State) -> int | str:
        return "yes" if state.kind == "power" else seventeen(state)

    of_function = bj.simulate(ruleset, {"hands": 10}, hands=200, strategies={"Player": agree})
    of_rules = bj.simulate(
        ruleset, {"hands": 10, "player": "seventeen"}, hands=200, engine="plain", workers=1
    )
    assert of_function.key == of_rules.key
    assert of_function.players[0].powers_per_hand is not None


def test_a_function_is_compared_like_the_same_strategy() -> None:
    """A function on either side, with any number of workers, has the numbers of the strategy's rules."""
    sides: list[dict[str, Any]] = [
        {"left_arguments": ALONE, "right_arguments": ALONE, "engine": "plain"},
        {"left_strategies": {"Player": seventeen}, "right_arguments": ALONE, "workers": 1},
        {"left_arguments": ALONE, "right_strategies": {"Player": seventeen}, "workers": 3},
        {"strategies": {"Player": seventeen}, "workers": 2},
    ]
    of_rules, *of_functions = [
        bj.compare(RULESET, RULESET, hands=400, **side, bankroll=500) for side in sides
    ]
    assert {each.key for each in of_functions} == {of_rules.key}
    assert {each.value for found in of_functions for each in (d.difference for d in found.differences)} == {0}


def test_each_side_has_its_own_function() -> None:
    """A function of one side overrides that of both sides, and the side with more busts loses."""

    def reckless(state: bj.State) -> int | str:
        return "hit" if state.kind == "action" else seventeen(state)

    found = bj.compare(
        *(RULESET, RULESET),
        hands=200,
        strategies={"Player": seventeen},
        right_strategies={"Player": reckless},
    )
    edges = {each.quantity: (each.left.value, each.right.value) for each in found.differences}
    left, right = edges["value per initial wager"]
    assert right < -0.4 < left


def test_a_function_plays_a_game_to_its_end() -> None:
    """`State.play` calls the function of the acting person."""
    state = bj.State(RULESET, hands=3, seed=1).play({"Player": seventeen})
    assert state.is_over
    assert state.view.hand_number == 3


@pytest.mark.parametrize(
    ("strategies", "message"),
    [
        ({"Nemo": seventeen}, "no person is called `Nemo`"),
        ({"Player": lambda state: "fly"}, "'fly' is not legal"),
        ({"Player": lambda state: state.apply("leave").actions[0]}, "a simulation plays this game"),
        ({"Player": lambda state: state.child("leave").actions[0]}, "a simulation plays this game"),
        ({"Player": lambda state: state.leave().actions[0]}, "a simulation plays this game"),
        ({"Player": lambda state: state.returns()[0]}, "keeps no record of it"),
        ({"Player": lambda state: state.transcript}, "keeps no record of it"),
        ({"Player": lambda state: state.new_events}, "keeps no record of it"),
        ({"Player": lambda state: None}, "the action None is not legal"),
        ({"Player": "seventeen"}, "the strategy of Player cannot be str"),
        ([seventeen], "strategies cannot be list"),
    ],
)
def test_wrong_strategies_are_refused(strategies: dict[str, bj.Strategy], message: str) -> None:
    """The error names the person or the action; a strategy cannot continue the game of a simulation."""
    with pytest.raises(UsageError, match=message):
        bj.simulate(RULESET, {"hands": 5}, hands=16, strategies=strategies)
    with pytest.raises(UsageError, match=message):
        bj.compare(
            RULESET, RULESET, {"hands": 5}, hands=32, right_strategies=strategies, left_arguments=ALONE
        )


@pytest.mark.parametrize("name", ["Player", "Dealer"])
def test_a_function_that_is_never_asked_is_refused(name: str) -> None:
    """A person who plays by the ruleset needs no function, and would never call it."""
    with pytest.raises(UsageError, match=f"{name} is never asked"):
        bj.simulate(RULESET, ALONE, hands=16, strategies={name: seventeen})
    with pytest.raises(UsageError, match=f"{name} is never asked"):
        bj.State(RULESET, ALONE).play({name: seventeen})


def test_a_similar_name_is_suggested() -> None:
    """The remedy for an unknown person is a name like it."""
    with pytest.raises(UsageError) as refused:
        bj.State("casino").play({"Plyer": seventeen})
    assert refused.value.remedy == "did you mean `Player`?"


def test_comparisons_with_strategies_keep_no_checkpoint(tmp_path: Path) -> None:
    """No file knows the function, so results of another one could be mixed in."""
    with pytest.raises(UsageError, match="Python strategies cannot be combined with `checkpoint`"):
        bj.compare(
            *(RULESET, RULESET), hands=40, checkpoint=tmp_path / "file", strategies={"Player": seventeen}
        )


@pytest.mark.parametrize("option", ["histories", "checkpoint", "cluster"])
def test_strategies_play_without_files_and_clusters(tmp_path: Path, option: str) -> None:
    """No file knows the function, so results of another one could be mixed in."""
    options: dict[str, Any] = {option: str(tmp_path / "file")}
    with pytest.raises(UsageError, match=f"Python strategies cannot be combined with `{option}`"):
        bj.simulate(RULESET, {"hands": 5}, hands=16, strategies={"Player": seventeen}, **options)


def test_a_person_without_a_function_is_named() -> None:
    """`State.play` names the person who decides, and the question."""
    with pytest.raises(UsageError, match="Player has no strategy for the question `wager`"):
        bj.State(RULESET, hands=3).play({})
