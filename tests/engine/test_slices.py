"""Calls of the engine that end early: a game goes on as if it had been played in one."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.heavy import talkative
from tests.engine.variants import SEEDS, Variant, plain_tables, rulesets
from tests.session.games import run

from bj.engine import machine
from bj.engine import program as p
from bj.engine.mode import Ints
from bj.errors import BjError
from bj.session.engines import PLAIN, Engine
from bj.simulation.jobs import Job, make_job, play_block
from bj.simulation.simulation import has_fast
from bj.simulation.tallies import BlockTally

SLICES = st.integers(-1, 2_000)
"""The most work of a call: none at all, or that of some hands."""


def sliced(most: int) -> tuple[Engine, list[int]]:
    """The plain engine in calls that end after ``most`` work, and a list in which they are counted."""
    calls = [0]

    def play(program: Ints, table: Ints, events: Ints, games: int) -> int:
        status = machine.play(program, table, events, games, most)
        while status == p.YIELDED:
            calls[0] += 1
            going_on = machine.WITHIN_A_GAME if games else machine.ONE_GAME
            status = machine.play(program, table, events, going_on, most)
        return status

    return (
        PLAIN._replace(
            advance=lambda *memory: play(*memory, machine.ONE_GAME),
            play_games=lambda *memory: play(*memory, machine.NEXT_GAME),
        ),
        calls,
    )


@given(variant=rulesets(), seed=SEEDS, most=SLICES)
def test_slices_change_no_event(variant: Variant, seed: int, most: int) -> None:
    """A game has the same events, questions and table whatever the work of a call."""
    compiled = variant.compile(seed)
    engine, _ = sliced(most)
    assert run(compiled.program, compiled.table, engine) == run(compiled.program, compiled.table)


def tally(job: Job, size: int, engine: Engine) -> BlockTally | str:
    """What a block of a job tallies, or the fault that ends it."""
    try:
        return play_block(job, 0, size, engine)
    except BjError as error:
        return str(error)


@pytest.mark.parametrize("unit", ["hands", "games"])
@given(variant=plain_tables(), seed=SEEDS, most=SLICES)
def test_slices_change_no_tally(unit: str, variant: Variant, seed: int, most: int) -> None:
    """A block of a simulation tallies the same whatever the work of a call, and yields as often as it should."""
    size = 60 if unit == "hands" else 5
    job = make_job(variant.load(), variant.values, unit, Random(seed).randrange(1 << 32), rounds=0, amount=size)
    engine, calls = sliced(most)
    assert tally(job, size, engine) == tally(job, size, PLAIN)
    assert calls[0] > 0 or most > 0
