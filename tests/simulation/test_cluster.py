"""Tests that a cluster has the results of one machine, even if a worker is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from bj.errors import GameError, UsageError
from bj.native.library import has_library
from bj.session.engines import Speed
from bj.simulation.simulation import simulate

pytest.importorskip("distributed", reason="the extra is not installed: pip install '.[cluster]'")
pytestmark = pytest.mark.filterwarnings("default")  # those of other projects are not ours

ENGINE: Speed = "compiled" if has_library() else "plain"
SETTINGS = {"DASK_LOGGING__DISTRIBUTED": "critical", "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s"}


class Started:
    """A scheduler and two worker processes on this machine."""

    def __init__(self, folder: Path) -> None:
        self._environment = {**os.environ, **SETTINGS}
        self._folder = folder
        file = folder / "scheduler.json"
        scheduler = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.processes = [self._start("scheduler", *scheduler)]
        while not file.exists():
            assert self.processes[0].poll() is None
            time.sleep(0.02)
        self.file = file
        self.workers = [self.add_worker() for _ in range(2)]

    def add_worker(self) -> subprocess.Popen[bytes]:
        """Another worker process, which is not restarted when it dies."""
        words = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder)]
        process = self._start("worker", "--scheduler-file", str(self._folder / "scheduler.json"), *words)
        self.processes.append(process)
        return process

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a program of dask."""
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)

    @property
    def address(self) -> str:
        """The address of the scheduler."""
        from json import loads

        return str(loads(self.file.read_text("utf-8"))["address"])

    def stop(self) -> None:
        """End all processes."""
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


@pytest.fixture(scope="module", name="cluster")
def a_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """A scheduler with two workers."""
    started = Started(tmp_path_factory.mktemp("cluster"))
    try:
        yield started
    finally:
        started.stop()


def test_a_cluster_finds_the_same(cluster: Started) -> None:
    """Hands, games and a small last block have the same numbers on a cluster."""
    for ruleset, arguments, wanted in (
        ("classic", ["60", "5", "50", "counting"], {"hands": 100_000}),
        ("sos_vs_sc", ["simple", "sc"], {"games": 250}),
    ):
        if ENGINE == "plain" and "hands" in wanted:
            continue
        far = simulate(ruleset, arguments, engine=ENGINE, cluster=cluster.address, **wanted)  # type: ignore[arg-type]
        here = simulate(ruleset, arguments, engine=ENGINE, workers=1, **wanted)  # type: ignore[arg-type]
        assert far == here
        assert far.key == here.key


def test_faults_of_games_come_back(cluster: Started) -> None:
    """A fault on a worker is reported here immediately."""
    begun = time.monotonic()
    with pytest.raises(GameError, match="most games end before a hand is played"):
        simulate("classic", ["4", "5", "9", "simple"], hands=1000, engine=ENGINE, cluster=cluster.address)
    assert time.monotonic() - begun < 10


def test_a_scheduler_that_dies_without_workers_is_reported(
    cluster: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lost connection to the scheduler during the wait for workers is a fault."""

    def fail(*_: object, **__: object) -> None:
        raise OSError("Timed out")

    monkeypatch.setattr("bj.simulation.cluster._Client.wait_for_workers", fail)
    with pytest.raises(UsageError, match="the connection to the cluster's scheduler was lost"):
        simulate("classic", games=10, engine=ENGINE, cluster=cluster.address)


def test_a_worker_that_dies_changes_nothing(cluster: Started) -> None:
    """If one of two workers is killed during its work, the numbers are the same."""
    arguments, games = ["100", "300", "counting", "sos"], 1000 if ENGINE == "compiled" else 600
    here = simulate("sos_vs_sc", arguments, games=games, engine=ENGINE, workers=0)
    seen: list[float] = []

    def look(hands: int, share: float) -> None:
        """Kill a worker after the first block."""
        if hands and not seen:
            cluster.workers[0].send_signal(signal.SIGKILL)
        if hands:
            seen.append(share)

    far = simulate("sos_vs_sc", arguments, games=games, engine=ENGINE, cluster=cluster.address, progress=look)
    assert cluster.workers[0].wait(10) == -signal.SIGKILL
    assert seen[0] < 0.7
    assert cluster.workers[1].poll() is None
    assert (far.key, far) == (here.key, here)


def test_a_cluster_without_workers_waits_for_one(cluster: Started) -> None:
    """If all workers have died, the blocks wait for a new one."""
    for worker in cluster.workers:
        worker.kill()
        worker.wait()
    Timer(0.5, cluster.add_worker).start()
    arguments = ["60", "5", "50", "counting"]
    far = simulate("classic", arguments, games=300, engine=ENGINE, cluster=cluster.address)
    assert far.key == simulate("classic", arguments, games=300, engine=ENGINE, workers=1).key


def test_a_scheduler_that_dies_is_reported(cluster: Started) -> None:
    """Without its scheduler a simulation ends with a fault."""
    with pytest.raises(UsageError, match="the connection to the cluster's scheduler was lost"):
        simulate(
            "sos_vs_sc",
            ["100", "1000", "counting", "sos"],
            games=100_000,
            engine=ENGINE,
            cluster=cluster.address,
            progress=lambda hands, share: cluster.processes[0].kill() if hands else None,
        )


@pytest.mark.parametrize("address", ["127.0.0.1:1", "no address", "tcp://127.0.0.1:99999", "http://x:1"])
def test_addresses_without_a_scheduler_are_reported(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """These addresses do not answer."""
    monkeypatch.setattr("bj.simulation.cluster.PATIENCE", 0.5)
    with pytest.raises(UsageError, match="no scheduler answers at"):
        simulate("classic", games=10, engine=ENGINE, cluster=address)
