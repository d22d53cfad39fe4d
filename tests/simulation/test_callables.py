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


def seventeen(state: bj.State) -> int | str:
    """Hit below 17, and decline all offers."""
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
        ({"Player": "seventeen"}, "the strategy of Player is str"),
        ([seventeen], "strategies cannot be list"),
    ],
)
def test_wrong_strategies_are_refused(strategies: dict[str, bj.Strategy], message: str) -> None:
    """The error names the person or the action; a strategy cannot continue the game of a simulation."""
    with pytest.raises(UsageError, match=message):
        bj.simulate(RULESET, {"hands": 5}, hands=16, strategies=strategies)


def test_a_similar_name_is_suggested() -> None:
    """The remedy for an unknown person is a name like it."""
    with pytest.raises(UsageError) as refused:
        bj.State("casino").play({"Plyer": seventeen})
    assert refused.value.remedy == "did you mean `Player`?"


@pytest.mark.parametrize("option", ["histories", "checkpoint", "cluster"])
def test_strategies_play_without_files_and_clusters(tmp_path: Path, option: str) -> None:
    """No file knows the function, so results of another one could be mixed in."""
    options: dict[str, Any] = {option: str(tmp_path / "file")}
    with pytest.raises(UsageError, match=f"strategies in Python play without `{option}`"):
        bj.simulate(RULESET, {"hands": 5}, hands=16, strategies={"Player": seventeen}, **options)


def test_a_person_without_a_function_is_named() -> None:
    """`State.play` names the person who decides, and the question."""
    with pytest.raises(UsageError, match="Player has to decide about wager"):
        bj.State(RULESET, hands=3).play({})
