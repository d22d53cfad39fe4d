"""Tests that useless work ends with the simulation."""

from __future__ import annotations

import time

import pytest

from bj.native.library import has_library
from bj.session.game_plan import prepare
from bj.simulation.block_workers import local_crew
from bj.simulation.jobs import make_job


def test_useless_blocks_are_not_waited_for() -> None:
    """Leaving a crew ends its processes and their blocks, which would take minutes."""
    job = make_job(*prepare("classic", [], {}), "hands")
    with local_crew(job, "plain", 2) as crew:
        playing, waiting = crew.play(0, 20_000_000), [crew.play(index, 20_000_000) for index in range(1, 6)]
        while not playing.running():
            time.sleep(0.01)
    assert "a worker process died" in str(playing.exception(timeout=20))
    assert all(future.cancelled() for future in waiting[1:])


@pytest.mark.skipif(not has_library(), reason="there is no compiled engine")
def test_one_worker_leaves_the_calling_thread_to_signals() -> None:
    """A single compiled worker plays in another thread, since machine code delays signals."""
    job = make_job(*prepare("classic", [], {}), "hands")
    with local_crew(job, "compiled", 1) as crew:
        future = crew.play(0, 1_000_000)
        assert not future.done()
        assert future.result(timeout=60).hands == 1_000_000
