"""The rulesets of known odds: their charts are the best play, and simulations meet the exact values."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from runpy import run_path

import pytest
from tests.oracle import odds

from bj.ruleset.load import load_ruleset
from bj.simulation import simulate
from bj.simulation.simulation import has_fast

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "rulesets" / "odds"
UPCARDS = {2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 7, 10: 8, 1: 12}
"""The ranks of the upcards, by their worth."""

KNOWN: Mapping[str, float] = run_path(str(ROOT / "benchmarks" / "odds.py"))["KNOWN"]

HANDS = 300_000 if has_fast() else 20_000


BEST: Mapping[str, dict[str, bool]] = {
    "infinite_best": {"double": False},
    "infinite_double_best": {"double": True},
    "infinite_double_original_bets": {"double": True, "original_bets_only": True},
}
"""The rulesets with charts of the best play, and by which rules it is the best."""


@pytest.mark.parametrize("name", BEST)
def test_charts_are_the_best_play(name: str) -> None:
    """What the ruleset does with every hand against every upcard is what the recursion finds best."""
    checked = load_ruleset(RULESETS / f"{name}.toml")
    chart = checked.playing["best"].actions
    doubled_only = {(True, 18)}  # two cards of soft 18 are doubled by a rule, more of them stand by the chart
    for (soft, total), letters in odds.best_actions(**BEST[name]).items():
        assert ("d" in letters) == (BEST[name]["double"] and (soft, total) in doubled_only)
        for upcard, letter in zip(odds.UPCARDS, letters, strict=True):
            wanted = "S" if letter == "d" else letter
            assert chart[soft, total, UPCARDS[upcard]] == wanted, (soft, total, upcard)


@pytest.mark.parametrize("name", ["infinite_double_best", "infinite_double_original_bets"])
def test_rule_of_soft_18_is_the_best_play(name: str) -> None:
    """The one hand that is doubled or else stands has a rule, for the very upcards that are best."""
    checked = load_ruleset(RULESETS / f"{name}.toml")
    (rule,) = checked.strategies["best"].rules or []
    best = odds.best_actions(**BEST[name])[True, 18]
    for upcard, letter in zip(odds.UPCARDS, best, strict=True):
        names = {"soft": True, "total": 18, "cards": 2, "upcard": 11 if upcard == 1 else upcard}
        assert eval(rule.when or "", {}, names) == (letter == "d")  # noqa: S307  # our own text
        assert not eval(rule.when or "", {}, names | {"cards": 3})  # noqa: S307  # our own text
        assert not eval(rule.when or "", {}, names | {"total": 17})  # noqa: S307  # our own text
    assert rule.do == "double"


@pytest.mark.parametrize("name", [name for name in KNOWN if "pack" not in name and "/" not in name])
def test_exact_values_are_the_published_ones(name: str) -> None:
    """The recursion finds the values that are published, to all their digits."""
    games = {
        "infinite_best": lambda: odds.best_value(double=False),
        "infinite_double_best": lambda: odds.best_value(double=True),
        "infinite_double_original_bets": lambda: odds.best_value(double=True, original_bets_only=True),
        "infinite_like_dealer": lambda: odds.HIT_AND_STAND.played(odds.like_the_dealer),
        "simple_infinite": lambda: odds.CLASSIC.played(odds.simple),
        "random_infinite": lambda: odds.TIES_LOSE.played(odds.at_random),
    }
    assert games[name]() == pytest.approx(KNOWN[name], abs=5.1e-9)


@pytest.mark.parametrize("name", KNOWN)
def test_simulations_meet_the_known_values(name: str) -> None:
    """A simulation of each ruleset differs from its known value by less than four and a half errors."""
    edge = simulate(RULESETS / f"{name}.toml", hands=HANDS, seed=11, workers=1).players[0].edge
    assert edge.error is not None
    assert 0 < edge.error < 0.01
    assert abs(edge.value - KNOWN[name]) < 4.5 * edge.error


def test_rulesets_of_odds_are_all_here() -> None:
    """Every ruleset of the folder has a known value; side bets have theirs in a test of their own."""
    files = [file for file in RULESETS.rglob("*.toml") if file.parent.name != "side_bets"]
    assert {file.relative_to(RULESETS).with_suffix("").as_posix() for file in files} == set(KNOWN)
