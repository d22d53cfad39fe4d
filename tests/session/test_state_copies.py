"""Copies of `bj.State`: in threads, pickled, and with another seed."""

from __future__ import annotations

import copy
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from hypothesis import given, reject, settings
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.test_state import choose, play

import bj
from bj.errors import GameError, UsageError


def cautious(state: bj.State) -> int | str:
    """Make the smallest wager, and take no cards."""
    if state.kind == "wager":
        return state.view.minimum_wager
    return "stand" if state.kind == "action" else "no"


def test_clones_are_stepped_in_several_threads() -> None:
    """The record of each is its own, however the threads alternate."""
    start = bj.State("casino", hands=40, seed=3)
    expected = start.clone().play({"Player": cautious}).record_hash
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            plays = [pool.submit(start.clone().play, {"Player": cautious}) for _ in range(8)]
            assert {each.result().record_hash for each in plays} == {expected}
    finally:
        sys.setswitchinterval(usual)


def test_an_interrupted_step_leaves_nothing_to_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record that all games of a thread share is empty at the beginning of a step."""
    expected = bj.State("casino", hands=1, seed=1).record_hash
    broken = bj.State("casino", hands=1, seed=2)
    with monkeypatch.context() as patch:
        patch.setattr("bj.session.stepping.take_events", lambda record: 1 / 0 if record[0] > 1 else [])
        with pytest.raises(ZeroDivisionError):
            broken.apply("10")
    assert bj.State("casino", hands=1, seed=1).record_hash == expected


@given(rulesets(), SEEDS)
@settings(max_examples=6)
def test_copies_and_pickles_have_the_same_future(variant: Variant, seed: int) -> None:
    """Copies go on independently, with the record and the future of their original."""
    try:
        state = play(bj.State(variant.load(), variant.values, seed=seed), seed, 5)
    except GameError:  # before the first action
        reject()
    twins = [copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]  # noqa: S301  # our own
    if not state.is_over:
        action = choose(state, Random(seed))  # noqa: S311  # a test that can be repeated
        twins = [play(twin.apply(action), seed, 12) for twin in twins]
        assert len(state.actions) < len(twins[0].actions)
        play(state.apply(action), seed, 12)
    assert [twin.events for twin in twins] == [state.events] * 3


@given(rulesets(), SEEDS)
@settings(max_examples=6)
def test_a_game_with_another_seed_is_that_of_a_new_state(variant: Variant, seed: int) -> None:
    """`restart` has the same game as a state that is made with the seed."""
    checked = variant.load()
    try:
        state = play(bj.State(checked, variant.values, seed=seed ^ 1), seed, 5)
        made = bj.State(checked, variant.values, seed=seed)
        again = state.restart(seed)
    except GameError:  # before the first action
        reject()
    assert again.plan == made.plan
    assert play(again, seed, 12).events == play(made, seed, 12).events


def test_restart_takes_seeds_alone() -> None:
    """A seed is a whole number within its bounds."""
    with pytest.raises(UsageError, match="-1 is not a seed"):
        bj.State("casino").restart(-1)
