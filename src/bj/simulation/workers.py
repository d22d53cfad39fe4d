"""Workers that play blocks: threads of the compiled engine, processes of the plain one, or a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress

from bj.errors import UsageError
from bj.extras import lack
from bj.simulation.crew import Crew, EngineName, engine_called, play_one
from bj.simulation.jobs import Job
from bj.simulation.tallies import BlockTally


class OneWorker:
    """Plays every block immediately, in the calling thread."""

    size = 1

    def __init__(self, job: Job, engine: EngineName) -> None:
        self.job = job
        self.engine = engine

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Play a block: it is done when this returns."""
        future: Future[BlockTally] = Future()
        try:
            future.set_result(play_one(self.job, index, size, self.engine))
        except Exception as error:  # whoever takes the result gets it, as from any worker
            future.set_exception(error)
        return future


MANAGER_PATIENCE = 2.0
"""Seconds for a pool to notice that its processes have ended: it takes some thousandths."""


class Pool:
    """Plays blocks in threads or processes."""

    def __init__(self, pool: Executor, size: int, job: Job, engine: EngineName) -> None:
        self.size = size
        self._pool = pool
        self._job = job
        self._engine = engine
        self._unfinished: set[Future[BlockTally]] = set()

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Start playing a block."""
        future: Future[BlockTally] = Future()
        with _deaf_children():
            inner = self._pool.submit(play_one, self._job, index, size, self._engine)
        self._unfinished.add(inner)

        def finish(done: Future[BlockTally]) -> None:
            """Pass on the result, if something still waits for it."""
            self._unfinished.discard(done)
            with suppress(InvalidStateError, CancelledError):
                error = done.exception()
                if error is None:
                    future.set_result(done.result())
                else:
                    future.set_exception(error)

        inner.add_done_callback(finish)
        return future

    def end(self) -> None:
        """Stop: blocks still being played are no longer needed, and some take half a minute.

        A pool whose processes all ended at once has cancelled nothing: Python 3.11 cannot do both.
        """
        if not isinstance(self._pool, ProcessPoolExecutor):
            self._pool.shutdown(wait=False, cancel_futures=True)
            return
        if self._unfinished:  # from Python 3.14 on there is `terminate_workers` for this
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.terminate()
        manager = getattr(self._pool, "_executor_manager_thread", None)
        self._pool.shutdown(wait=False)
        if manager is not None:  # at the exit Python would write to a pipe that it is just closing
            manager.join(MANAGER_PATIENCE if self._unfinished else None)


def count_cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Make processes that start in this context ignore interrupts from the beginning.

    Ctrl-C goes to all processes of a terminal, and in one that is still importing it would be a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_process() -> None:
    """Make this process a worker: its parent handles interrupts, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended for any reason."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def local_crew(job: Job, engine: EngineName, workers: int) -> Iterator[Crew]:
    """This many workers on this machine, which stop when they are no longer needed.

    Raises UsageError when a process among them is killed, or cannot be started.
    """
    if workers == 1:
        yield OneWorker(job, engine)
        return
    if engine == "compiled":
        engine_called(engine)  # once, before the threads do it together
        pool: Executor = ThreadPoolExecutor(workers)
    else:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_prepare_process)
    crew = Pool(pool, workers, job, engine)
    try:
        yield crew
    except BrokenProcessPool:
        raise UsageError(
            "a worker process died",
            'keep what a script of yours does below `if __name__ == "__main__":`, or use one worker',
        ) from None
    finally:
        crew.end()


@contextmanager
def cluster_crew(job: Job, engine: EngineName, address: str) -> Iterator[Crew]:
    """The workers of the dask scheduler at ``address``; they need ``bj`` of the same version.

    Raises UsageError when ``distributed`` is not installed, or nobody answers at the address or works there.
    """
    try:
        from bj.simulation.cluster import Cluster
    except ImportError as error:
        raise lack("a cluster needs", "cluster", error) from None
    with Cluster(job, engine, address) as crew:
        yield crew
