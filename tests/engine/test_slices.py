"""Calls of the engine that end early: the game continues as in a single call."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.heavy import talkative
from tests.engine.variants import SEEDS, Variant, plain_tables, rulesets
from tests.session.games import run

from bj.engine.game import interpreter
from bj.engine.layout import program as p
from bj.engine.layout.plain_or_compiled import Ints
from bj.errors import BjError
from bj.native.library import has_library
from bj.session.engines import PLAIN, Engine
from bj.simulation.blocks import play_block
from bj.simulation.jobs import Job, Unit, make_job
from bj.simulation.tallies import BlockTally

SLICES = st.integers(-1, 2_000)
"""Limits for the work of a call: no work, or that of some hands."""


def sliced(most: int) -> tuple[Engine, list[int]]:
    """The plain engine in calls that end after ``most`` work, and a list that counts them."""
    calls = [0]

    def play(games: int, going_on: int, program: Ints, table: Ints, events: Ints) -> int:
        status = interpreter.play(program, table, events, games, most)
        while status == p.YIELDED:
            calls[0] += 1
            status = interpreter.play(program, table, events, going_on, most)
        return status

    one_game = partial(play, interpreter.ONE_GAME, interpreter.ONE_GAME)
    games = partial(play, interpreter.NEXT_GAME, interpreter.WITHIN_A_GAME)
    return PLAIN._replace(play=one_game, play_games=games), calls


@settings(max_examples=15)
@given(variant=rulesets(), seed=SEEDS, most=SLICES)
def test_slices_change_no_event(variant: Variant, seed: int, most: int) -> None:
    """A game has the same events, questions and table, for any limit of work."""
    compiled = variant.compile(seed)
    engine, _ = sliced(most)
    assert run(compiled.program, compiled.table, engine) == run(compiled.program, compiled.table)


def tally(job: Job, size: int, engine: Engine) -> BlockTally | str:
    """The tally of a block of a job, or the fault that ends it."""
    try:
        return play_block(job, 0, size, engine)
    except BjError as error:
        return str(error)


@pytest.mark.parametrize("unit", ["hands", "games"])
@settings(max_examples=12)
@given(variant=plain_tables(), seed=SEEDS, most=SLICES)
def test_slices_change_no_tally(unit: Unit, variant: Variant, seed: int, most: int) -> None:
    """A block of a simulation has the same tally, for any limit of work."""
    size = 60 if unit == "hands" else 5
    job = make_job(variant.load(), variant.values, unit, seed, amount=size)
    engine, calls = sliced(most)
    assert tally(job, size, engine) == tally(job, size, PLAIN)
    assert calls[0] > 0 or most > 0 or unit == "games"  # some games are over after a hand


SIMULATION = """
import sys
from bj.cli import main
from bj.session.engines import compiled_engine
compiled_engine()
print("ready", flush=True)
sys.argv = ["bj", "simulate", sys.argv[1], "--hands", "100000000", "--workers", "1"]
main()
"""


@pytest.mark.skipif(not has_library(), reason="there is no compiled engine")
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_interrupt_ends_a_compiled_simulation(tmp_path: Path) -> None:
    """An interrupt ends a simulation of long hands, even if a block takes minutes."""
    file = tmp_path / "heavy.toml"
    file.write_text(tomli_w.dumps(talkative(seats=12, reactions=7).data), "utf-8")
    command = [sys.executable, "-c", SIMULATION, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        assert playing.stdout.readline() == b"ready\n"
        time.sleep(1)
        assert playing.poll() is None
        playing.send_signal(signal.SIGINT)
        _, told = playing.communicate(timeout=30)
    assert b"Traceback" not in told
    assert playing.returncode in (0, 130, -signal.SIGINT)
