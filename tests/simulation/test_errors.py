"""Tests that printed errors equal the spread of values, and that unknown errors are not 0."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import Any

import pytest
from tests.campaigns.errors import OWN, Setting, judge, study

from bj.native.library import has_library
from bj.session.engines import PLAIN
from bj.session.game_plan import prepare
from bj.simulation.bankroll_paths import sample_paths
from bj.simulation.blocks import play_block
from bj.simulation.estimates import Estimate, student
from bj.simulation.jobs import cut, make_job
from bj.simulation.participants import describe_setting
from bj.simulation.reports import render
from bj.simulation.results import Simulation
from bj.simulation.running_jobs import SimulationRun
from bj.simulation.simulation import CHECK_GROWTH, PrecisionChecks, most_batches, simulate
from bj.simulation.tallies import BlockTally, GroupTally

SEEDS = 40
SOME: dict[str, Any] = {"workers": 1}

SETTINGS = [
    Setting("flat", "classic", ["1000", "5", "40", "simple"], {"amount": 800}),
    Setting("ramp", OWN / "ramp.toml", ["1000", "5", "40", "counting"], {"amount": 800}),
    Setting("Martingale", OWN / "martingale.toml", ["300", "5", "40", "simple"], {"amount": 800}),
    Setting("constant", OWN / "constant.toml", ["3000", "5", "20", "simple"], {"amount": 800}),
    Setting("random", "vegas", ["random:B:100"], {"amount": 800, "rounds": 20}),
    Setting("seats", "vegas", [f"safe:{name}:100" for name in "ABC"], {"amount": 400, "rounds": 20}),
    Setting("tournament", "sos_vs_sc_revised", ["40", "5", "simple", "sc"], {"unit": "games", "amount": 20}),
    Setting("compared", "classic", ["1000", "5", "20", "simple"], {"amount": 400}, {"player": "counting"}),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_errors_are_how_far_values_lie_apart(setting: Setting) -> None:
    """In forty runs with different seeds, errors are at least the spread of values, and intervals hold."""
    rows = study(setting, SEEDS, "auto" if has_library() else "plain")
    chosen = {
        name: row
        for name, row in rows.items()
        if ("per initial wager" in name or "per hand" in name) and row.unknown < 0.1
    }
    assert chosen
    for name, row in chosen.items():
        assert row.ratio > 0.8, name
        assert row.coverage >= 0.88, name
    assert min(row.ratio for row in chosen.values()) < 1.4


def test_wagers_that_were_never_lost_leave_errors_unknown() -> None:
    """Errors are unknown for a player who doubles after each loss and has not lost a large wager yet."""
    words = ["10000", "5", "60", "simple"]
    setting = Setting("Martingale, seldom ruined", OWN / "martingale.toml", words, {"amount": 2000})
    row = study(setting, SEEDS, "auto" if has_library() else "plain")["per hand"]
    assert 0.3 < row.unknown < 0.9
    assert row.coverage > 0.95


def test_small_errors_are_found_out() -> None:
    """This check of errors notices one that is too small by half."""
    halves = [Estimate(value, 0.25, value - 0.5, value + 0.5) for value in (-1.0, 0.0, 1.0) * 20]
    row = judge(halves)
    assert row.ratio < 0.4
    assert row.coverage == pytest.approx(1 / 3)


def test_wagers_that_depend_on_the_past_do_not_blow_up_errors() -> None:
    """If wagers follow the bankroll, the error per hand is that of games, far below that of hands."""
    player = simulate("vegas", ["random:B:100"], hands=20_000, rounds=200, **SOME).players[0]
    assert player.per_hand.error is not None
    assert player.per_hand.error < 0.4 * player.deviation / player.hands**0.5


@pytest.fixture(scope="module", name="unknown")
def nothing_known() -> list[Simulation]:
    """Simulations with unknown errors of most values."""
    return list(_simulate_little())


def _simulate_little() -> Iterator[Simulation]:
    words = ["100", "5", "100", "counting"]
    yield simulate("classic", words, hands=1, **SOME)
    yield simulate("classic", words, games=1, **SOME)
    for seed in range(12):
        yield simulate("classic", words, hands=2, seed=seed, **SOME)
        yield simulate("classic", words, games=2, seed=seed, **SOME)
        yield simulate("classic", ["100", "5", "1", "simple"], hands=2, seed=seed, **SOME)
    yield simulate("vegas", ["safe:A:50", "safe:B:50"], hands=2, rounds=5, **SOME)
    yield simulate("sos_vs_sc", games=1, **SOME)


def estimates_in(told: Any) -> Iterator[dict[str, Any]]:
    """All estimates of a JSON report."""
    if isinstance(told, dict):
        if set(told) == {"value", "error", "low", "high"}:
            yield told
        for each in told.values():
            yield from estimates_in(each)
    elif isinstance(told, list):
        for each in told:
            yield from estimates_in(each)


def test_what_nothing_is_known_of_has_no_error(unknown: list[Simulation]) -> None:
    """A report of one or two hands or games has no error of 0 in any format."""
    for found in unknown:
        told = json.loads(render(found, "json"), parse_constant=pytest.fail)
        for each in estimates_in(told):
            assert each["error"] is None or each["error"] > 0
            assert (each["low"] is None) <= (each["error"] is None)
        rows = list(csv.DictReader(io.StringIO(render(found, "csv"))))
        assert all(row["error"] == "" or float(row["error"]) > 0 for row in rows)
        text = render(found, "table")
        assert "unknown" in text
        assert "\nunknown: there are too few independent games" in text


def test_unknown_errors_can_be_drawn(unknown: list[Simulation]) -> None:
    """A picture shows a value without an interval alone."""
    pytest.importorskip("matplotlib")
    from bj.simulation.pictures import draw

    *some, seats, tournament = unknown
    for found in (*some[:2], seats, tournament):
        assert draw(found, None, "svg").startswith(b"<?xml")
    checked, values = prepare("classic", ["100", "5", "20", "counting"], {})
    job = make_job(checked, values, "hands", amount=200)
    paths = sample_paths(job, describe_setting(checked, values, job), PLAIN, games=3)
    assert draw(simulate("classic", ["100", "5", "20", "counting"], hands=200, **SOME), paths, "png")


def test_long_games_are_cut_and_that_is_said() -> None:
    """Endless games are cut, which the report says."""
    found = simulate("classic", ["10000", "5", "10000", "simple"], hands=5000, **SOME)
    assert (found.hands, found.cut_games, found.longest_game) == (5000, 4, 1024)
    assert found.players[0].edge.error is not None
    assert "\n4 games were stopped after 1,024 hands: " in render(found, "table")
    assert "games cut,1024,4," in render(found, "csv")
    whole = simulate("classic", ["1000", "5", "100", "simple"], hands=5000, **SOME)
    assert whole.cut_games == 0
    assert "were cut" not in render(whole, "table")


@pytest.mark.parametrize("amount", [1, 17, 100, 1023, 5000])
def test_exactly_the_wanted_hands_are_played(amount: int) -> None:
    """There are as many hands as requested, and batches end with games."""
    found = simulate("classic", ["1000", "5", "7", "simple"], hands=amount, **SOME)
    assert found.hands == found.players[0].hands == amount


def test_pieces_end_with_games() -> None:
    """A batch ends with the first game beyond its size, so errors come from whole games."""
    checked, values = prepare("classic", ["1000", "5", "7", "simple"], {})
    job = make_job(checked, values, "hands", amount=4480)
    assert (job.batch, cut("games", 2560), cut("games", 10**9)[0]) == (17, (10, 10**7), 100)
    tally = play_block(job, 0, 4473, PLAIN)
    assert tally.persons[0].batches == 4473 // 21  # three games of seven hands have 17 or more
    assert play_block(replace(job, batch=4473), 0, 4473, PLAIN).persons[0].batches == 1


def test_seats_together_have_the_error_of_their_sum() -> None:
    """The seats of a strategy are added up batch by batch, so the error includes their covariance."""
    found = simulate("vegas", [f"safe:{name}:100" for name in "ABC"], games=120, rounds=10, **SOME)
    (together,) = found.strategies
    alone = fmean(player.edge.error or 0 for player in found.players)
    assert together.edge.error is not None
    assert 0.8 * alone / 3**0.5 < together.edge.error < alone


def test_spots_may_end_alike() -> None:
    """The interval of an event that never happened counts the rounds, not the hands of all spots."""
    seat = [{"name": "Ann", "bankroll": "bankroll", "strategy": "player", "spots": 3}]
    table = {"ruleset": {"title": "Three spots", "extends": "casino"}, "rules": {"split": False}}
    words = ["100000", "10", "basic"]
    found = simulate({**table, "players": seat}, words, games=20, **SOME)
    for group in (*found.players, *found.strategies):
        never, width = group.shares["surrendered"], student(20) ** 2
        assert (group.hands, never.value) == (600, 0)
        assert never.high == pytest.approx(width / (200 + width))


def test_precision_is_looked_at_seldom() -> None:
    """Precision is checked from 32 batches on, then after each quarter more."""
    asked: list[int] = []
    run = SimulationRun()

    def spread(tally: BlockTally) -> float:
        asked.append(tally.groups[0,].batches)
        return 1.0

    looks = PrecisionChecks(spread, 0.5)
    for index in range(200):
        tally = BlockTally(hands=1, groups={(0,): GroupTally(batches=8)})
        run.take(index, tally, partial(looks.is_enough, run))
    assert asked[0] == 32
    assert most_batches(run.tally) == 1600
    assert all(after >= CHECK_GROWTH * before for before, after in pairwise(asked))
    assert len(asked) < 20


def test_precision_holds_although_it_stops_early() -> None:
    """The intervals of runs that stop when they are precise enough hold as often as others."""
    if not has_library():
        pytest.skip("there is no compiled engine")
    setting = Setting("precision", "classic", ["1000", "5", "50", "simple"], {"precision": 0.004})
    row = study(setting, SEEDS, "compiled")["per initial wager"]
    assert row.ratio > 0.8
    assert row.coverage >= 0.88
