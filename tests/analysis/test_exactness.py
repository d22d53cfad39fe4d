"""Every report says whether its numbers are exact, and to which class of strategies they belong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import bj
from bj.analysis import rule_values
from bj.analysis.action_values import Positions
from bj.analysis.exact_game import make_game
from bj.analysis.report import (
    render,
    render_comparison,
    render_effects,
    render_position,
    render_solution,
)
from bj.analysis.results import ExactComparison, StrategyClass
from bj.session.game_plan import prepare

FEW = {"5": 2, "8": 2, "T": 2}
"""The cards of each suit: 24 cards in all."""

EXACT: dict[str, dict[str, Any]] = {
    "no splits": {"rules": {"split": False}},
    "an infinite shoe": {"shoe": {"packs": "infinite", "reshuffle_when": False}},
}

GAMES: dict[str, dict[str, Any]] = {"splits": {}, **EXACT}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, bool]:
    """The file of a game with few cards, and whether no hand is split in a shoe with packs."""
    changes = GAMES[request.param]
    rules = {"double": False, "insurance": False, "split": "pair and split_hands < 2"} | changes.get(
        "rules", {}
    )
    sections = {
        "ruleset": {"title": "Few cards", "extends": "casino"},
        "cards": {"pack": dict.fromkeys("23456789TJQKA", 0) | FEW},
        "shoe": {"packs": 1, "reshuffle_when": True} | changes.get("shoe", {}),
        "rules": rules,
    }
    file = tmp_path / "few.toml"
    file.write_text(tomli_w.dumps(sections), encoding="utf-8")
    return file, request.param in EXACT


def check(text: str, told: str) -> dict[str, Any]:
    """Check the sentence of the text report, and return the JSON."""
    assert "exact" in text
    found: dict[str, Any] = json.loads(told)
    return found


def class_of_best(is_whole: bool) -> StrategyClass:  # whether no hand of a shoe with packs is split
    """The class of the best play of a game."""
    return StrategyClass.COMPOSITION_DEPENDENT if is_whole else StrategyClass.AS_BEFORE_SPLIT


@pytest.mark.parametrize("player", ["human", "basic"])
def test_an_analysis_says_whether_it_is_exact(game: tuple[Path, bool], player: str) -> None:
    """Values are exact for a class of strategies; splits in a shoe with packs change the class."""
    file, is_whole = game
    found = bj.analyze(file, ["1000", "1", player], fresh=True)
    strategies = class_of_best(is_whole) if player == "human" else StrategyClass.GIVEN
    assert (found.is_exact, found.strategies) == (True, strategies)
    told = check(render(found, "table", hands=True), render(found, "json"))
    assert (told["is_exact"], told["strategies"]) == (True, str(strategies))
    both = ExactComparison(found, found)
    assert (found.is_deviation_exact, both.is_deviation_exact) == (is_whole, is_whole)
    assert ("approximate" in render(found, "table")) == (not is_whole)
    assert ("approximate" in render_comparison(both, "table")) == (not is_whole)
    told = check(render_comparison(both, "table"), render_comparison(both, "json"))
    assert told["is_exact"]


def test_a_solution_says_whether_it_is_exact(game: tuple[Path, bool]) -> None:
    """The chart belongs to strategies by totals; the other value has a class of its own."""
    file, is_whole = game
    found = bj.solve(file, fresh=True)
    assert (found.is_exact, found.strategies) == (True, StrategyClass.TOTAL_DEPENDENT)
    assert found.composition == class_of_best(is_whole)
    told = check(render_solution(found, "table"), render_solution(found, "json"))
    assert (told["is_exact"], told["strategies"]) == (True, "total-dependent")


def test_a_change_of_rules_says_whether_its_value_is_exact(
    game: tuple[Path, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every value of a change has its class next to it."""
    file, _ = game
    changes = {"ties lose": {"payouts": {"tie": "lose"}}, "no split": {"rules": {"split": False}}}
    monkeypatch.setattr(rule_values, "USUAL", changes)
    monkeypatch.setattr(rule_values, "RULES", {})
    checked, values = prepare(file, (), {})
    found = rule_values.find_effects(file, checked, values, fresh=True)
    assert {each.is_exact for each in found.effects} == {True}
    told = check(render_effects(found, "table"), render_effects(found, "json"))
    assert {each["is_exact"] for each in told["effects"]} == {True}


@pytest.mark.parametrize(("cards", "others"), [("88", ""), ("8T", ""), ("8T", "8")])
def test_a_position_says_whether_it_is_exact(game: tuple[Path, bool], cards: str, others: str) -> None:
    """With packs, a pair that may be split and a hand from a split have another class."""
    file, is_whole = game
    position = make_game(*prepare(file, (), {}), fresh=True, solved=True)
    if others and not position.checked.model.rules.may_ever("split"):
        pytest.skip("there are no hands from splits")
    found = Positions(position).find(cards, "5", others)
    strategies = class_of_best(is_whole or (cards == "8T" and not others))
    assert (found.is_exact, found.strategies) == (True, strategies)
    told = check(render_position(found, "table"), render_position(found, "json"))
    assert told["is_exact"]
