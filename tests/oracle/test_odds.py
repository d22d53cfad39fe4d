"""Known odds: the recursion reproduces them, rulesets play optimally, and simulations agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from runpy import run_path

import pytest
from tests.oracle.charts import chart
from tests.oracle.odds import CASINOS, GAMES, INFINITE_DECK, S17
from tests.oracle.odds_of_variants import VARIANTS
from tests.oracle.recursion import UPCARDS
from tests.turns import seeds

import bj
from bj.native.library import has_library
from bj.ruleset.load import load_ruleset
from bj.simulation.simulation import simulate

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "rulesets" / "odds"
RANKS = {1: 12, 10: 8, **{worth: worth - 2 for worth in range(2, 10)}}
"""The ranks by value; what charts call tens is a ten."""

KNOWN: Mapping[str, float] = run_path(str(ROOT / "benchmarks" / "odds.py"))["KNOWN"]

HANDS = 100_000 if has_library() else 20_000

TABLES = {**GAMES, **{f"variants/{name}": table for name, table in VARIANTS.items()}}


@pytest.mark.parametrize("name", [name for name in TABLES if "fresh_pack" not in name])
def test_recursion_meets_the_known_value(name: str) -> None:
    """The recursion reproduces the known value to all published digits."""
    assert TABLES[name].value == pytest.approx(KNOWN[name], abs=5.1e-9)


UNKNOWN = ("variants/spanish_21", "variants/spanish_21_redoubled")
"""Games that cannot be analyzed, because too many facts of a hand matter."""

ANALYSED = sorted(
    (name for name in KNOWN if name not in UNKNOWN and not name.startswith("fresh/")),
    key=["casino/s17_five_cards", "variants/free_bet"].__contains__,
    reverse=True,
)
"""The two for every run come first; fifteen turns of a campaign analyse all."""


@pytest.mark.drawn
@pytest.mark.skipif(not has_library(), reason="takes minutes without the compiled engine")
@pytest.mark.parametrize("name", [ANALYSED[seed % len(ANALYSED)] for seed in seeds(2)])
def test_the_engine_finds_the_same_value(name: str) -> None:
    """The exact value of the ruleset equals that of the best play, to the last digits."""
    value, digits = (KNOWN[name], 5.1e-9) if "fresh_pack" in name else (TABLES[name].value, 1e-12)
    (player,) = bj.analyze(RULESETS / f"{name}.toml").players
    assert player.edge == pytest.approx(value, abs=2e-7 if "unlimited" in name else digits)


# --- charts -----------------------------------------------------------------------------------------------

BY_RULES = ("s17_five_cards",)
"""Tables whose best play depends on the number of cards, so that rules come before the chart."""

CHARTS = [*INFINITE_DECK, *(f"casino/{name}" for name in CASINOS if name not in BY_RULES)]


def expected(name: str, row: str, cell: str) -> str:
    """The code of a ruleset's chart for the best play ``cell``."""
    if "any_number" in name:  # nothing else is done where more cards may be doubled
        return cell.replace("Ds", "D")
    if name in INFINITE_DECK and cell == "Ds":  # a rule doubles soft 18, and the chart is for more cards
        assert row == "soft 18"
        return "S"
    return cell


@pytest.mark.parametrize("name", CHARTS)
def test_charts_are_the_best_play(name: str) -> None:
    """The ruleset plays every hand against every upcard as the recursion says."""
    found = load_ruleset(RULESETS / f"{name}.toml").playing["best"]
    for row, cells in chart(GAMES[name]).items():
        kind, which = row.split()
        worth = {"A": 1, "T": 10}.get(which) or int(which)
        for upcard, cell in zip(UPCARDS, cells, strict=True):
            if kind == "pair":
                pairs = found.pairs.get(RANKS[worth])
                got = pairs[RANKS[upcard]] if pairs else None
            else:
                got = found.actions[kind == "soft", worth, RANKS[upcard]]
            if got is not None and (row != "soft 12" or not found.pairs):  # two aces, which are split
                assert expected(name, row, got) == expected(name, row, cell), (row, upcard)


@pytest.mark.parametrize("name", ["infinite_double_best", "infinite_double_original_bets"])
def test_rule_of_soft_18_is_the_best_play(name: str) -> None:
    """The one hand that is doubled or else stands has a rule for exactly the best upcards."""
    (rule,) = load_ruleset(RULESETS / f"{name}.toml").strategies["best"].rules or []
    for upcard, cell in zip(UPCARDS, chart(GAMES[name])["soft 18"], strict=True):
        names = {"soft": True, "total": 18, "cards": 2, "upcard": 11 if upcard == 1 else upcard}
        assert eval(rule.when or "", {}, names) == (cell == "Ds")  # noqa: S307  # our own text
        assert not eval(rule.when or "", {}, names | {"cards": 3})  # noqa: S307  # our own text
        assert not eval(rule.when or "", {}, names | {"total": 17})  # noqa: S307  # our own text
    assert rule.do == "double"


def test_splitting_shares_the_number_of_hands() -> None:
    """With fewer hands a player gets less; beyond eight, more hands make almost no difference."""
    values = [replace(S17, hands=hands).value for hands in (1, 2, 3, 4, 8)]
    assert values == sorted(values)
    assert values[-1] == pytest.approx(CASINOS["s17_unlimited_resplits"].value, abs=1e-7)


# --- simulations ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KNOWN)
def test_simulations_meet_the_known_values(name: str) -> None:
    """A simulation of each ruleset differs from its known value by less than four and a half errors."""
    edge = simulate(RULESETS / f"{name}.toml", hands=HANDS, seed=11, workers=1).players[0].edge
    assert edge.error is not None
    assert 0 < edge.error < 0.01
    assert abs(edge.value - KNOWN[name]) < 4.5 * edge.error


def test_rulesets_of_odds_are_all_here() -> None:
    """Every ruleset in the folder has a known value; side bets have a separate test."""
    files = [file for file in RULESETS.rglob("*.toml") if file.parent.name != "side_bets"]
    assert {file.relative_to(RULESETS).with_suffix("").as_posix() for file in files} == set(KNOWN)
