"""Every report says whether its numbers are exact, and to which class of strategies they belong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import bj
from bj.analysis import effects
from bj.analysis.game import make_game
from bj.analysis.position import Positions
from bj.analysis.report import (
    render,
    render_comparison,
    render_effects,
    render_position,
    render_solution,
)
from bj.analysis.results import ExactComparison, Strategies
from bj.simulation.simulation import prepare

FEW = {"5": 1, "8": 1, "T": 1}
"""Of each suit: twelve cards in all."""

EXACT: dict[str, dict[str, Any]] = {
    "no splits": {"rules": {"split": False}},
    "an infinite shoe": {"shoe": {"packs": "infinite", "reshuffle_when": False}},
}

GAMES: dict[str, dict[str, Any]] = {"splits": {}, **EXACT}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, bool]:
    """A file of a game with few cards, and whether its values are exact."""
    changes = GAMES[request.param]
    rules = {"double": False, "insurance": False} | changes.get("rules", {})
    sections = {
        "ruleset": {"title": "Few cards", "extends": "casino"},
        "cards": {"pack": dict.fromkeys("23456789TJQKA", 0) | FEW},
        "shoe": {"packs": 1, "reshuffle_when": True} | changes.get("shoe", {}),
        "rules": rules,
    }
    file = tmp_path / "few.toml"
    file.write_text(tomli_w.dumps(sections), encoding="utf-8")
    return file, request.param in EXACT


def word(is_exact: bool) -> tuple[str, str]:
    """The word that a report has, and the one that it has not."""
    return ("exact", "approximate") if is_exact else ("approximate", "exact ")


def check(text: str, told: str, *, is_exact: bool) -> dict[str, Any]:
    """Check the words of a table and the field of its JSON, and return the JSON."""
    has, lacks = word(is_exact)
    assert has in text
    assert lacks not in text
    found: dict[str, Any] = json.loads(told)
    return found


@pytest.mark.parametrize(
    ("player", "strategies"),
    [("human", Strategies.COMPOSITION_DEPENDENT), ("basic", Strategies.GIVEN)],
)
def test_an_analysis_says_whether_it_is_exact(
    game: tuple[Path, bool], player: str, strategies: Strategies
) -> None:
    """With packs, hands from splits make it approximate; its tables and its JSON say so."""
    file, is_exact = game
    found = bj.analyze(file, ["1000", "1", player], fresh=True)
    assert (found.is_exact, found.strategies) == (is_exact, strategies)
    told = check(render(found, "table", hands=True), render(found, "json"), is_exact=is_exact)
    assert (told["is_exact"], told["strategies"]) == (is_exact, str(strategies))
    both = ExactComparison(found, found)
    told = check(render_comparison(both, "table"), render_comparison(both, "json"), is_exact=is_exact)
    assert told["is_exact"] == is_exact


def test_a_comparison_is_exact_only_if_both_sides_are(tmp_path: Path) -> None:
    """One approximate side makes the difference approximate."""
    exact = bj.analyze("infinite_double", fresh=True)
    assert exact.is_exact
    approximate = bj.analyze("casino/two_packs", ["1000", "1", "basic"], fresh=True)
    assert not approximate.is_exact
    for sides in ((exact, approximate), (approximate, exact)):
        assert not ExactComparison(*sides).is_exact


def test_a_solution_says_whether_it_is_exact(game: tuple[Path, bool]) -> None:
    """The chart belongs to strategies by totals."""
    file, is_exact = game
    found = bj.solve(file, fresh=True)
    assert (found.is_exact, found.strategies) == (is_exact, Strategies.TOTAL_DEPENDENT)
    told = check(render_solution(found, "table"), render_solution(found, "json"), is_exact=is_exact)
    assert (told["is_exact"], told["strategies"]) == (is_exact, "total-dependent")


def test_a_change_of_rules_says_whether_its_value_is_exact(
    game: tuple[Path, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without splits a value is exact, but the difference is only if both are."""
    file, is_exact = game
    changes = {"ties lose": {"payouts": {"tie": "lose"}}, "no split": {"rules": {"split": False}}}
    monkeypatch.setattr(effects, "USUAL", changes)
    monkeypatch.setattr(effects, "RULES", {})
    checked, values = prepare(file, (), {})
    found = effects.find_effects(file, checked, values, fresh=True)
    assert {each.is_exact for each in found.effects} == {is_exact}
    told = check(render_effects(found, "table"), render_effects(found, "json"), is_exact=is_exact)
    assert {each["is_exact"] for each in told["effects"]} == {is_exact}


@pytest.mark.parametrize(("cards", "others"), [("88", ""), ("8T", ""), ("8T", "8")])
def test_a_position_says_whether_it_is_exact(game: tuple[Path, bool], cards: str, others: str) -> None:
    """Values are approximate for a pair that may be split, and for a hand from a split, with packs."""
    file, is_exact = game
    position = make_game(*prepare(file, (), {}), fresh=True, solved=True)
    if others and not position.is_apart:
        pytest.skip("there are no hands from splits")
    found = Positions(position).find(cards, "5", others)
    is_exact = is_exact or (cards == "8T" and not others)
    assert (found.is_exact, found.strategies) == (is_exact, Strategies.COMPOSITION_DEPENDENT)
    told = check(render_position(found, "table"), render_position(found, "json"), is_exact=is_exact)
    assert told["is_exact"] == is_exact
