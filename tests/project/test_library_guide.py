"""The guide to the library: its examples print what it says, and its programs run."""

from __future__ import annotations

import doctest
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from tests.project.guides import DOCS

import bj

FEW_RANKS = """
[ruleset]
title = "Few ranks"
extends = "infinite"

[cards]
pack = { "2 3 4 5 6 7 9 J Q K" = 0 }
"""


def program(name: str) -> ModuleType:
    """A program of the guide, as a module that has not run yet."""
    spec = spec_from_file_location(name, DOCS / "programs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("guide", ["library", "environments"])
def test_examples_print_what_the_guide_says(guide: str) -> None:
    """Every example of a guide prints what is written below it."""
    failed, examples = doctest.testfile(str(DOCS / f"{guide}.md"), module_relative=False)
    assert examples > 0
    assert failed == 0


def test_exact_program_finds_the_value_of_the_analysis() -> None:
    """The solver on `bj.State` alone finds the value that `bj.analyze` finds in the engine's own search."""
    value = program("exact").solve(FEW_RANKS, ["1000"])
    assert value == pytest.approx(bj.analyze(FEW_RANKS, ["1000"]).players[0].edge, abs=1e-12)


def test_learner_finds_clear_decisions() -> None:
    """The learner hits 8 and stands on 19, after few steps."""
    learnt = program("learner").learn(steps=600, games=128)
    assert learnt[8, 0, 7].argmax() == 0
    assert learnt[19, 0, 10].argmax() == 1


def test_counter_wagers_more_than_the_minimum() -> None:
    """A true count above 1 raises the wager."""
    counter = program("counter")
    found = bj.simulate(
        counter.RULESET, {"hands": 200}, hands=200, strategies={"Player": counter.count_cards}
    )
    assert found.players[0].average_wager > 10


def test_every_game_of_the_tournament_has_a_result() -> None:
    """Two bots play whole games against each other."""
    ended = program("tournament").play(games=3, rounds=5)
    assert 1 <= sum(ended.values()) <= 3


def test_regret_is_that_of_the_analysis() -> None:
    """A bot that mimics the dealer loses money by some decisions."""
    mean, (worst, decision) = program("regret").regret(hands=5)
    assert 0 <= mean <= worst * 5
    assert decision or worst == 0


def test_hands_by_count_are_a_frame_of_polars() -> None:
    """All hands are in the table, each at one true count."""
    table = program("by_count").table(hands=3_000)
    assert table["hands"].sum() == 3_000
    assert table["true count"].is_sorted()


@pytest.mark.parametrize("file", sorted((DOCS / "programs").glob("*.py")), ids=lambda file: file.stem)
def test_programs_are_short(file: Path) -> None:
    """A program of the guide has at most 30 lines; the solver has at most 60."""
    assert len(file.read_text("utf-8").splitlines()) <= (60 if file.stem == "exact" else 30)
