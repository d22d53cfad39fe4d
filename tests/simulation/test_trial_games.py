"""Trial games: before a simulation, and after one that cannot continue."""

from __future__ import annotations

import pytest
from tests.engine.heavy import talkative
from tests.session.games import shipped

from bj.argument_values import Value
from bj.simulation import trial_games
from bj.simulation.jobs import make_job
from bj.simulation.trial_games import TrialGames, play_trial_games

USUAL: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 9, "player": "simple"}


def test_few_trial_games_have_long_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trial games stop after some work."""
    monkeypatch.setattr(trial_games, "MOST_WORK", 400_000)
    job = make_job(talkative(seats=12, reactions=7, hands=1000).load(), {}, "hands", amount=1000)
    assert play_trial_games(job, 20, 10_000) == TrialGames(0, 0, None)
    usual = make_job(shipped("classic"), USUAL, "hands")
    assert play_trial_games(usual, 20, 10_000) == TrialGames(20, 180, None)
    assert play_trial_games(usual, 20, 100) == TrialGames(11, 99, None)
