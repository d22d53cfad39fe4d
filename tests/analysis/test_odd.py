"""Tests odd rulesets at random: exact values equal those of every deal, even with two seats and powers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis import games
from tests.analysis.odd import write_odd
from tests.session.games import shipped
from tests.turns import TURN

import bj
from bj.analysis.best_play import Solver
from bj.analysis.exact_game import make_game
from bj.analysis.full_search import explore_graph
from bj.analysis.solve_ruleset import NEEDED, solve_game
from bj.analysis.solver_choice import explore_game
from bj.engine.search.search_setup import places_of
from bj.native.library import has_library
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.session.engines import Speed
from bj.session.game_plan import prepare

SEEDS = (0, 1, 2, 3, 4, 6, 8, 12, 14, 61)
"""Games with two seats, splits, bonuses and powers; ``tests/campaigns/odd.py`` plays others."""


@pytest.mark.parametrize("seed", SEEDS)
def test_odd_games_are_worth_what_every_deal_brings(seed: int, tmp_path: Path) -> None:
    """For any combination of rules, the values of all seats equal those of every order of the cards."""
    write_odd(tmp_path / "odd.toml", seed, small=True)
    checked, values = prepare(tmp_path / "odd.toml", (), {})
    game = make_game(checked, values, fresh=False)
    places = [places_of(game.program, game.table, person)["received"] for person in game.view.players]
    played = games.play_every_deal(game, *places)
    for explore in (explore_graph, explore_game):
        means = explore(game, "plain", None, ("received",)).means()
        assert [mean["received"] for mean in means] == pytest.approx(played, abs=1e-9)


SOLVED = (4, 7, 10)
"""Games with one seat, splits, insurance and powers."""


@pytest.mark.parametrize("seed", SOLVED)
def test_charts_of_odd_games_cannot_be_bettered_in_one_place(seed: int, tmp_path: Path) -> None:
    """No other play in one cell is better, and the analysed chart has its solved value."""
    write_odd(tmp_path / "odd.toml", seed, small=True)
    check_best(tmp_path / "odd.toml", "plain")


TABLES = [name for name in shipped_rulesets() if name.startswith("casino/")]

ENDLESS = """
[ruleset]
title = "Dealt from an infinite shoe"
extends = "{name}"
without = ["shoe"]

[shoe]
packs = "infinite"

[procedure]
"""

SHUFFLES = {"game": "shuffle", "hand": "reshuffle"}
"""The steps that shuffle, which an infinite shoe does not need."""


@pytest.mark.drawn
@pytest.mark.skipif(TURN == 0 or not has_library(), reason="takes half a minute: for a campaign")
def test_charts_of_casinos_cannot_be_bettered_in_one_place(tmp_path: Path) -> None:
    """At a casino table with an infinite shoe, no other play in one cell is better; each turn has its own."""
    name = TABLES[TURN % len(TABLES)]
    steps = shipped(name).model.procedure.steps_named()
    without = [f'{part}.without = ["{step}"]\n' for part, step in SHUFFLES.items() if step in steps]
    (tmp_path / "endless.toml").write_text(ENDLESS.format(name=name) + "".join(without), encoding="utf-8")
    check_best(tmp_path / "endless.toml", "compiled")


def check_best(file: Path, engine: Speed) -> None:
    """Try every other play in every cell of the best chart of a ruleset, and analyse this chart."""
    checked, values = prepare(file, (), {})
    game = make_game(checked, values, fresh=False, solved=True)
    solver = Solver(explore_game(game, engine, None, NEEDED))
    codes = solver.solve()
    value = solver.value(codes)
    for cell in codes:
        for code in solver.codes(cell):
            assert solver.value(codes | {cell: code}) <= value + 1e-12
    best = file.with_name("best.toml")
    found = solve_game(game, values, file, best, engine=engine)
    best.write_text(found.strategy, encoding="utf-8")
    assert bj.analyze(best, engine=engine).players[0].edge == pytest.approx(value, abs=1e-12)
    assert found.by_totals == pytest.approx(value, abs=1e-12)
