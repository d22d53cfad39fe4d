"""The best play: no other chart is better, and the ruleset that is written has its value."""

from __future__ import annotations

import gc
import tomllib
from pathlib import Path

import pytest
from tests.analysis import games

import bj
from bj import UsageError
from bj.analysis.best_play import BEST, Solver
from bj.analysis.exact_game import make_game
from bj.analysis.hand_graph import HandGraph
from bj.analysis.one_hand_search import Search
from bj.analysis.report import render_solution
from bj.analysis.results import Solution, StrategyClass
from bj.analysis.solver_choice import explore_game
from bj.native.library import has_library
from bj.session.game_plan import prepare

LEAST = 1e-12


POWER = """
[powers.saved]
on = "bust"
do = "stand"
when = "total == 22"

[strategies.lucky]
extends = "drawer"
powers = ["saved"]
"""

SIDE_BET = """
[side_bets.pairs]
cards = ["player 1", "player 2"]
pay_table = [{ when = "pair", pays = "5:1" }]

[strategies.lucky]
extends = "drawer"
side_bets.pairs = true

[procedure.hand.after]
"take wagers" = ["take side bets"]

[output]
side_bet = "{name} bets on a pair"
side_bet_won = "{name} wins it"
side_bet_lost = "{name} loses it"
"""


def solver(folder: Path, more: str = "") -> Solver:
    """The small game, in which the player may decide, with ``more`` of a ruleset."""
    games.load(folder, player_of(more), more)
    checked, values = prepare(folder / "small.toml", (), {})
    game = make_game(checked, values, fresh=False, solved=True)
    return Solver(explore_game(game, "plain", None, ("received", "initial")))


def player_of(more: str) -> str:
    """The playing strategy, which ``more`` of a ruleset may replace."""
    return "lucky" if "lucky" in more else "drawer"


@pytest.mark.parametrize(
    "rules", ["", "[rules]\nnatural_takes = 'original bets'", "[payouts]\ntie = 'lose'", POWER, SIDE_BET]
)
def test_no_single_change_of_a_chart_is_better(rules: str, tmp_path: Path) -> None:
    """No other play in any cell of the chart is better."""
    found = solver(tmp_path, rules)
    codes = found.solve()
    best = found.value(codes)
    tried = 0
    for cell in codes:
        for code in found.codes(cell):
            assert found.value(codes | {cell: code}) <= best + LEAST
            tried += 1
    assert tried > 30
    assert best <= found.value(BEST) + LEAST


@pytest.mark.parametrize("more", ["", POWER, SIDE_BET])
def test_the_ruleset_that_is_written_has_the_value_that_was_found(more: str, tmp_path: Path) -> None:
    """A solved strategy is analysed and validated like any other; it keeps its powers and bets."""
    games.load(tmp_path, player_of(more), more)
    file = tmp_path / "best.toml"
    found = bj.solve(tmp_path / "small.toml", file=file)
    file.write_text(found.strategy, encoding="utf-8")
    advice = {finding.code for finding in bj.validate(tmp_path / "small.toml")}
    assert {finding.code for finding in bj.validate(file)} <= advice
    assert bj.analyze(file).players[0].edge == pytest.approx(found.by_totals, abs=1e-14)
    assert found.by_totals > bj.analyze(tmp_path / "small.toml").players[0].edge
    assert [bet.name for bet in bj.analyze(file).side_bets] == (["pairs"] if more == SIDE_BET else [])


def test_charts_of_games_without_an_upcard_have_one_column(tmp_path: Path) -> None:
    """The report and the written ruleset have the same play for each hand."""
    hidden = '[procedure]\ndeal = ["player up", "dealer down", "player up", "dealer down"]\n'
    games.load(tmp_path, more=hidden)
    file = tmp_path / "best.toml"
    found = bj.solve(tmp_path / "small.toml", file=file)
    report = render_solution(found, "table")
    assert "row for each hand\n" in report
    assert "\n  by totals: the chart below " in report
    assert "\n  composition-dependent: each hand by its own cards " in report
    assert [*found.columns] == ["any"]
    assert {len(row) for row in found.rows.values()} == {1}
    assert {play.upcard for play in found.plays} == {"any"}
    file.write_text(found.strategy, encoding="utf-8")
    assert bj.analyze(file).players[0].edge == pytest.approx(found.by_totals, abs=1e-14)


@pytest.mark.skipif(not has_library(), reason="takes long without the compiled engine")
def test_the_best_chart_of_an_infinite_shoe_has_the_published_value() -> None:
    """In an infinite shoe, a chart is as good as play by the cards."""
    found = bj.solve("infinite_double")
    assert round(100 * found.by_totals, 10) == round(100 * found.by_composition, 10) == -1.1676893517
    rows = tomllib.loads(found.strategy)["strategies"]["human"]["chart"]["rows"]
    assert rows["hard 12"] == "H H S S S H H H H H"


def test_deviations_cost_what_they_say(tmp_path: Path) -> None:
    """The cost of another play is the difference of two charts that differ in this cell."""
    chart = """
[strategies.bad.chart]
columns = "5 T A"
[strategies.bad.chart.rows]
"hard ..20" = "H"
"hard 21" = "S"
"soft .." = "S"
"""
    games.load(tmp_path, more=chart.replace('"soft .."', '"soft ..21"'))
    found = bj.solve(tmp_path / "small.toml", against="bad")
    assert found.against_value is not None
    assert found.deviations
    costs = [each.cost for each in found.deviations]
    assert costs == sorted(costs, reverse=True)
    first = found.deviations[0]
    mended = solver(tmp_path, chart.replace('"soft .."', '"soft ..21"'))
    codes = {cell: "S" if cell.kind == "soft" or cell.number == 21 else "H" for cell in mended.decisions}
    assert mended.value(codes) == pytest.approx(found.against_value)
    (cell,) = (
        each
        for each in codes
        if f"{each.kind} {each.number}" == first.hand
        and {3: "5", 8: "T", 12: "A"}[each.upcard] == first.upcard
    )
    better = mended.value(codes | {cell: first.best})
    assert better - found.against_value == pytest.approx(first.cost)


def test_strategies_without_a_chart_are_not_compared(tmp_path: Path) -> None:
    """Only a chart has a play for each cell."""
    games.load(tmp_path)
    with pytest.raises(UsageError, match="contains more than a chart"):
        bj.solve(tmp_path / "small.toml", against="drawer")
    with pytest.raises(UsageError, match="no strategy is called `drawr`"):
        bj.solve(tmp_path / "small.toml", against="drawr")


@pytest.mark.parametrize(
    ("shoe", "by_totals", "by_composition", "is_said"),
    [
        ("an infinite shoe", -0.01, -0.01, False),
        ("an infinite shoe", -0.01, -0.00999, True),
        ("a fresh shoe of 1 pack", -0.01, -0.0085, False),
        ("a fresh shoe of 1 pack", -0.01, -0.0075, True),
    ],
)
def test_a_report_says_that_a_chart_sees_less_than_the_rules(
    shoe: str, by_totals: float, by_composition: float, is_said: bool
) -> None:
    """The note is for losses that single cards of a full pack, or of an infinite shoe, do not explain."""
    found = Solution(
        "",
        {},
        shoe,
        by_totals,
        by_composition,
        ["T"],
        {"hard": ["S"]},
        (),
        "",
        1,
        "",
        StrategyClass.TOTAL_DEPENDENT,
        StrategyClass.COMPOSITION_DEPENDENT,
        True,
    )
    assert ("No chart of totals plays perfectly" in render_solution(found, "table")) == is_said


def test_a_solution_gives_its_memory_back() -> None:
    """Nothing keeps the graphs of an analysis alive until the next garbage collection."""

    def graphs() -> int:
        return sum(isinstance(each, (HandGraph, Search)) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = graphs()
        bj.solve("infinite_double", fresh=True)
        assert graphs() == before
    finally:
        gc.enable()
