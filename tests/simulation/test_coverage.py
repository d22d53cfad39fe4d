"""Tests that intervals of 95% contain the true value in 95 of 100 runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bj.errors import UsageError
from bj.ruleset.load import load_ruleset
from bj.session.engines import PLAIN, compiled_engine
from bj.simulation.blocks import play_block
from bj.simulation.jobs import make_job
from bj.simulation.participants import describe_setting
from bj.simulation.summaries import make_players
from bj.simulation.tallies import BlockTally

ODDS = Path(__file__).parents[2] / "rulesets" / "odds"
RUNS, HANDS = 200, 2000

KNOWN = {
    "infinite_best": -0.02420812,
    "simple_fresh_pack": -0.01359245,
}


@pytest.mark.parametrize("name", KNOWN)
def test_intervals_hold_the_known_value(name: str) -> None:
    """93% to 97% of the intervals of 200 small runs with different seeds contain the known value."""
    try:
        engine = compiled_engine()
    except UsageError:
        engine = PLAIN
    runs, hands = (RUNS, HANDS) if engine is not PLAIN else (200, 200)
    checked = load_ruleset(ODDS / f"{name}.toml")
    values = {"hands": 10}
    job = make_job(checked, values, "hands", amount=hands)
    setting = describe_setting(checked, values, job)
    inside = below = 0
    for seed in range(runs):
        tally = BlockTally()
        tally.add(play_block(replace(job, seed=seed), 0, hands, engine))
        edge = make_players(setting, tally)[0].edge
        inside += (edge.low or 0) <= KNOWN[name] <= (edge.high or 0)
        below += (edge.high or 0) < KNOWN[name]
    assert 0.93 * runs <= inside <= 0.97 * runs
    assert 0.3 * (runs - inside) <= below <= 0.7 * (runs - inside)  # as many too low as too high
