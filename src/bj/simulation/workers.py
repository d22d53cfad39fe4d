"""Workers that play blocks: threads of the compiled engine, processes of the plain one, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from bj.extras import lack
from bj.pool import HAS_THREADS, Pool
from bj.simulation.crew import Crew, EngineName, engine_called, play_one
from bj.simulation.jobs import Job
from bj.simulation.tallies import BlockTally


class OneWorker:
    """Plays each block immediately, in the calling thread."""

    size = 1

    def __init__(self, job: Job, engine: EngineName) -> None:
        self.job = job
        self.engine = engine

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Play a block, and return it finished."""
        future: Future[BlockTally] = Future()
        try:
            future.set_result(play_one(self.job, index, size, self.engine))
        except Exception as error:  # the reader of the future gets it, as from any worker
            future.set_exception(error)
        return future


class ManyWorkers:
    """Plays blocks in the threads or processes of a pool."""

    def __init__(self, pool: Pool, size: int, job: Job, engine: EngineName) -> None:
        self.size = size
        self._pool = pool
        self._job = job
        self._engine = engine

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Start to play a block."""
        return self._pool.submit(play_one, self._job, index, size, self._engine)


@contextmanager
def local_crew(job: Job, engine: EngineName, workers: int) -> Iterator[Crew]:
    """Start workers on this machine, and stop them when the context ends.

    Raises UsageError if a worker process is killed or cannot be started.
    """
    if not HAS_THREADS or (workers == 1 and engine != "compiled"):
        yield OneWorker(job, engine)
        return
    if engine == "compiled":  # in a thread even for one worker: machine code would hold up every signal
        engine_called(engine)  # once, before the threads do it together
    with Pool(workers, apart=engine != "compiled") as pool:
        yield ManyWorkers(pool, workers, job, engine)


@contextmanager
def cluster_crew(job: Job, engine: EngineName, address: str) -> Iterator[Crew]:
    """The workers of the dask scheduler at ``address``; they need the same version of ``bj``.

    Raises UsageError if ``distributed`` is not installed, or if the address has no scheduler or no workers.
    """
    try:
        from bj.simulation.cluster import Cluster
    except ImportError as error:
        raise lack("a cluster needs", "cluster", error) from None
    with Cluster(job, engine, address) as crew:
        yield crew
