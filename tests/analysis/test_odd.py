"""Odd rulesets at random: exact values are those of every single deal, also for two seats and with powers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis import games
from tests.analysis.odd import write_odd

from bj.analysis.explored import explore_game
from bj.analysis.game import make_game
from bj.analysis.graph import best_by
from bj.engine.searching import places_of
from bj.simulation.simulation import prepare

SEEDS = (0, 1, 2, 3, 4, 6, 12, 14)
"""Games among which are two seats, splits, bonuses and powers; ``tests/campaigns/odd.py`` plays others."""


@pytest.mark.parametrize("seed", SEEDS)
def test_odd_games_are_worth_what_every_deal_brings(seed: int, tmp_path: Path) -> None:
    """Whatever is combined, the values of all seats are those of every order of the cards, one by one."""
    write_odd(tmp_path / "odd.toml", seed, small=True)
    checked, values = prepare(tmp_path / "odd.toml", (), {})
    game = make_game(checked, values, fresh=False)
    explored = explore_game(game, "plain", None, ("received",))
    found = explored.mean(explored.values(best_by(0)))
    for person, value in zip(game.view.players, found, strict=True):
        place = places_of(game.program, game.table, person)["received"]
        assert value == pytest.approx(float(games.play_every_deal(game, place)), abs=1e-9)
