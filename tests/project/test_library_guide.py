"""Tests that the examples of the guide to the library print what it shows, and that its programs run."""

from __future__ import annotations

import ast
import doctest
import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from tests.project.guides import DOCS
from tests.project.rulesets import FEW_RANKS

import bj


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
    """The solver, which uses only `bj.State`, finds the value of `bj.analyze`."""
    two_ranks = FEW_RANKS.replace("7 9", "7 8 9")
    value = program("exact").solve(two_ranks, ["1000"])
    assert value == pytest.approx(bj.analyze(two_ranks, ["1000"]).players[0].edge, abs=1e-12)


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
    """Some decisions of a bot that mimics the dealer lose money."""
    mean, (worst, decision) = program("regret").regret(hands=5)
    assert 0 <= mean <= worst * 5
    assert decision or worst == 0


def test_hands_by_count_are_a_frame_of_polars() -> None:
    """The table contains all hands, each at one true count."""
    table = program("by_count").table(hands=3_000)
    assert table["hands"].sum() == 3_000
    assert table["true count"].is_sorted()


def test_judge_finds_the_loss_of_a_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who stands from 17 loses something, and one who always hits loses more."""
    monkeypatch.syspath_prepend(str(DOCS / "programs"))
    judge = program("judge")
    mimic, reckless = np.zeros((2, 32, 2, 12, 2))
    mimic[17:, :, :, 1] = 1
    few = {**judge.INFINITE, "cards": {"pack": {"2 3 4 5 6 7 9 J Q K": 0}}}
    assert 0 < judge.loss(mimic, few) < judge.loss(reckless, few) - 0.1


def test_rules_cost_what_the_analysis_says() -> None:
    """Naturals that pay 6:5 instead of 3:2 cost the player money."""
    value, differences = program("rules").cost("infinite_double", ["naturals pay 6:5"])
    assert value == pytest.approx(-0.01168, abs=1e-5)
    assert differences["naturals pay 6:5"] == pytest.approx(-0.01353, abs=1e-5)


def test_greater_wagers_ruin_more_often() -> None:
    """With the same bankroll, a spread of 1 to 8 ends more games early than flat wagers."""
    found = program("ruin").ruin([200], [1, 8], hands=100, games=100)
    assert found[1, 200] < found[8, 200]


def test_the_notebook_runs_from_top_to_bottom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell of the notebook runs; results are shown as tables, and charts have their bars."""
    monkeypatch.setattr("matplotlib.pyplot.subplots", lambda **_: (figure := Figure(), figure.subplots()))
    book = json.loads((DOCS / "programs" / "charts.ipynb").read_text("utf-8"))
    first, *cells = ["".join(each["source"]) for each in book["cells"] if each["cell_type"] == "code"]
    names: dict[str, Any] = {}
    exec(first, names)  # noqa: S102  # our own notebook
    names |= {"RULESET": FEW_RANKS, "HANDS": 2_000}
    shown = [last_value(cell, names) for cell in cells]
    tables = [each._repr_html_() for each in shown if each is not None]
    assert [table.partition("</caption>")[0].partition(":")[0] for table in tables] == [
        "<table><caption>Few ranks, best play",
        "<table><caption>Differences with the same cards",
        "<table><caption>Counter, seed 0",
    ]
    assert len(names["axes"].patches) == len(names["at_counts"]) > 1


def last_value(cell: str, names: dict[str, Any]) -> Any:
    """Run a cell, and return the value of the expression at its end, as a notebook shows it."""
    *statements, last = ast.parse(cell).body
    exec(compile(ast.Module(statements, []), "cell", "exec"), names)  # noqa: S102  # our own notebook
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307  # as above
    exec(compile(ast.Module([last], []), "cell", "exec"), names)  # noqa: S102  # as above
    return None


@pytest.mark.parametrize("file", sorted((DOCS / "programs").glob("*.py")), ids=lambda file: file.stem)
def test_programs_are_short(file: Path) -> None:
    """A program of the guide has at most 30 lines; the solver has at most 60."""
    assert len(file.read_text("utf-8").splitlines()) <= (60 if file.stem == "exact" else 30)
