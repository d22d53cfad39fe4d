from __future__ import annotations

import multiprocessing
import time

from bj.simulation.jobs import make_job
from bj.simulation.simulation import prepare
from bj.simulation.workers import local_crew


def test_nobody_waits_for_blocks_that_are_of_no_use() -> None:
    """When a crew is left, processes end at once that would have played on for minutes."""
    job = make_job(*prepare("classic", [], {}), "hands")
    before = set(multiprocessing.active_children())
    with local_crew(job, "plain", 2) as crew:
        future = crew.play(0, 20_000_000)
        hired = set(multiprocessing.active_children()) - before
    assert hired
    deadline = time.monotonic() + 20
    while any(process.is_alive() for process in hired) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(process.is_alive() for process in hired)
    assert future.exception(timeout=20) is not None
