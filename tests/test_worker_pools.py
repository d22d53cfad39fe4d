"""Pools of workers, which end with the process that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import OrderedDict

import pytest
from tests.processes import is_alive

from bj.errors import UsageError
from bj.worker_pools import Pool

ON_POSIX = pytest.mark.skipif(os.name == "nt", reason="has no such signals")
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

LEFT = """
import os, signal, sys, time
from bj.worker_pools import Pool

moment, number = sys.argv[1], int(sys.argv[2])
with Pool(2, apart=True) as pool:
    if moment == "busy":
        pool.map(abs, range(4))
    endless = [pool.submit(eval, "[0 for _ in iter(int, 1)]") for _ in range(2)]
    while len(pool._processes) < 2:
        time.sleep(0.001)
    print(*(each._process.pid for each in pool._processes), flush=True)
    os.kill(os.getpid(), number)
    time.sleep(60)
"""
"""A program that a signal ends while its workers are busy, or while they are starting."""


@ON_LINUX
@pytest.mark.parametrize("moment", ["starting", "busy"])
@pytest.mark.parametrize("number", ["SIGKILL", "SIGTERM"])
def test_workers_end_with_their_parent(moment: str, number: str) -> None:
    """If a process ends in any way, its workers end too, even busy ones, and hold no output open."""
    done = subprocess.run(
        [sys.executable, "-c", LEFT, moment, str(int(signal.Signals[number]))],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # also of the workers: otherwise it would be read to its end
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == -signal.Signals[number]
    workers = [int(word) for word in done.stdout.split()]
    assert len(workers) == 2
    until = time.monotonic() + 20
    while any(map(is_alive, workers)):
        assert time.monotonic() < until, "a worker has outlived its parent"
        time.sleep(0.02)


@pytest.mark.parametrize("apart", [False, True])
def test_results_come_in_order_and_errors_are_raised(apart: bool) -> None:
    """Results are in the order of the calls, and an error is raised as in the worker."""
    with Pool(2, apart=apart) as pool:
        assert pool.map(abs, range(0, -50, -1)) == list(range(50))
        with pytest.raises(ZeroDivisionError):
            pool.map(eval, ["1", "1 / 0"])
        assert pool.submit(OrderedDict, [("key", b"value")]).result() == {"key": b"value"}


def test_errors_of_processes_say_where_they_were_raised() -> None:
    """An error of a worker has the traceback of the worker as a note, even if it cannot be sent itself."""
    with Pool(1, apart=True) as pool:
        with pytest.raises(ZeroDivisionError) as raised:
            pool.map(eval, ["1 / 0"])
        assert 'File "<string>", line 1' in "".join(raised.value.__notes__)
        with pytest.raises(RuntimeError, match="In a worker process"):
            pool.map(eval, ["(_ for _ in ()).throw(type('Local', (Exception,), {}))"])
        assert pool.map(abs, [-1]) == [1]


def test_processes_begin_with_a_call_and_print_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """A process first calls ``begin``. Its output is discarded, and is not taken for an answer."""
    with Pool(1, apart=True, begin=(exec, ("import sys; sys.begun = 7; print('begun')",))) as pool:
        assert pool.map(eval, ["print('printed') or __import__('sys').begun"]) == [7]
    assert capfd.readouterr() == ("", "")


@ON_POSIX
def test_a_worker_that_is_killed_is_an_error() -> None:
    """A task of a killed process, as when memory runs out, fails with an error that says so."""
    with Pool(1, apart=True) as pool, pytest.raises(UsageError, match=r"a worker process died: .* signal 9"):
        pool.map(eval, ["__import__('os').kill(__import__('os').getpid(), 9)"])
