"""Crews of workers that play the blocks of a job in threads, in processes or on other machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache, partial
from typing import Protocol

from bj.session.engines import PLAIN, Engine, EngineName, compiled_engine
from bj.simulation.blocks import play_block
from bj.simulation.jobs import Job
from bj.simulation.paired_play import play_pairs
from bj.simulation.tallies import BlockTally
from bj.worker_pools import HAS_THREADS, Pool


class Crew(Protocol):
    """A group of workers that play several blocks at the same time."""

    @property
    def size(self) -> int:
        """The number of blocks to play at the same time."""

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Start playing a block of ``size`` hands or games, and return a future for its tally."""


class LocalCrew:
    """A crew on this machine: a pool of workers or, without a pool, the calling thread."""

    def __init__(
        self, play: Callable[[int, int], BlockTally], size: int = 1, pool: Pool | None = None
    ) -> None:
        self.size = size
        self._play = play
        self._pool = pool

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Start playing a block, and return a future for the block's tally.

        Without a pool, the method returns only after the block has been played.
        """
        if self._pool is not None:
            return self._pool.submit(self._play, index, size)
        future: Future[BlockTally] = Future()
        try:
            future.set_result(self._play(index, size))
        except Exception as error:  # raised where the caller reads the future, as with a pool
            future.set_exception(error)
        return future


@cache
def engine_called(name: EngineName) -> Engine:
    """Return the engine called ``name``. Each engine is created only once per process."""
    return compiled_engine() if name == "compiled" else PLAIN


def play_one(job: Job, engine: EngineName, index: int, size: int) -> BlockTally:
    """Play a block in the calling thread."""
    play = play_block if job.against is None else play_pairs
    return play(job, index, size, engine_called(engine))


@contextmanager
def local_crew(job: Job, engine: EngineName, workers: int) -> Iterator[Crew]:
    """Start a crew on this machine, and stop it when the context ends.

    Raises UsageError if a worker process is killed or cannot be started.
    """
    play = partial(play_one, job, engine)
    if not HAS_THREADS or (workers == 1 and engine != "compiled"):
        yield LocalCrew(play)
        return
    # machine code would block signals in the main thread, so even a single worker gets its own thread
    if engine == "compiled":
        engine_called(engine)  # load it before the threads start, so that they do not all try to load it
    with Pool(workers, apart=engine != "compiled") as pool:
        yield LocalCrew(play, workers, pool)
