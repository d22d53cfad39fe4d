"""Runs a job by giving its blocks to a crew. Blocks may finish in any order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue
from threading import current_thread, main_thread
from types import FrameType
from typing import TypeAlias

from bj.simulation.block_workers import Crew
from bj.simulation.tallies import BlockTally

Enough: TypeAlias = Callable[[BlockTally], bool]
"""A function that returns whether the run can stop because a tally contains enough blocks."""

AHEAD = 3
"""How many blocks to submit per worker: enough to keep the worker busy, but few enough to stop quickly."""

MOST_EARLY = 1_000
"""The maximum number of finished blocks to keep in memory while waiting for an earlier block."""


def sizes_of_blocks(block: int, amount: int | None) -> Iterator[tuple[int, int]]:
    """Yield the index and the size of each block. If ``amount`` is None, the sequence is endless.

    >>> list(sizes_of_blocks(100, 250))
    [(0, 100), (1, 100), (2, 50)]
    """
    for index in count():
        left = block if amount is None else amount - index * block
        if left <= 0:
            return
        yield index, min(left, block)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Postpone keyboard interrupts until the context ends."""
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield
        return
    arrived: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: arrived.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if arrived:
            before(*arrived[0])


@dataclass(slots=True)
class SimulationRun:
    """The state of a run. ``tally`` covers all blocks that come before the first unfinished block."""

    tally: BlockTally = field(default_factory=BlockTally)
    blocks: int = 0
    """The number of blocks in ``tally``."""
    early: dict[int, BlockTally] = field(default_factory=dict)
    """The tallies of blocks that finished before an earlier block did, keyed by block index."""
    is_done: bool = False

    def take(self, index: int, tally: BlockTally, is_enough: Enough | None) -> None:
        """Add a finished block, and end the run if there are now enough blocks.

        Blocks are checked one by one, in the order of their indices, so the result does not depend on which
        block finished first.
        """
        self.early[index] = tally
        while not self.is_done and self.blocks in self.early:
            with undisturbed():
                self.tally.add(self.early.pop(self.blocks))
                self.blocks += 1
            self.is_done = is_enough is not None and is_enough(self.tally)

    def all_so_far(self) -> BlockTally:
        """Return the tally of all finished blocks, even of those that come after an unfinished block."""
        with undisturbed():
            for tally in self.early.values():
                self.tally.add(tally)
                self.blocks += 1
            self.early = {}
        return self.tally


def take_finished(arrived: SimpleQueue[Future[BlockTally]]) -> list[Future[BlockTally]]:
    """Wait until at least one block has finished, and return all finished blocks.

    ``concurrent.futures.wait`` is not used, because an interrupt could leave its locks held, and the pool
    would then wait forever.
    """
    finished = [arrived.get()]
    with suppress(Empty):
        while True:
            finished.append(arrived.get_nowait())
    return finished


def play_blocks(
    crew: Crew,
    run: SimulationRun,
    sizes: Iterator[tuple[int, int]],
    *,
    known: Mapping[int, tuple[int, BlockTally]],
    keep: Callable[[int, int, BlockTally], None],
    is_enough: Enough | None = None,
    progress: Callable[[SimulationRun], None] = lambda run: None,
) -> None:
    """Play blocks with ``crew`` and add them to ``run``, until there are enough or ``sizes`` is exhausted.

    Blocks in ``known`` are not played again. ``keep`` is called with every other block as soon as it
    finishes. If any blocks fail, the error from the failed block with the lowest index is raised, so the
    error does not depend on the crew. After an error or an interrupt, ``run`` contains all blocks that had
    already finished.
    """
    playing: dict[Future[BlockTally], tuple[int, int]] = {}
    arrived: SimpleQueue[Future[BlockTally]] = SimpleQueue()
    failed: dict[int, Exception] = {}
    has_more = True
    while not run.is_done and (has_more or playing):
        while has_more and not run.is_done:
            if len(playing) >= AHEAD * crew.size or (playing and len(run.early) >= MOST_EARLY):
                break
            following = next(sizes, None)
            if following is None:
                has_more = False
                break
            index, size = following
            if index in known and known[index][0] == size:
                run.take(index, known[index][1], is_enough)
            else:
                started = crew.play(index, size)
                playing[started] = following
                started.add_done_callback(arrived.put)
                if crew.size == 1:
                    break
        if playing:
            for future in sorted(take_finished(arrived), key=lambda future: playing[future]):
                index, size = playing.pop(future)
                error = future.exception()
                if error is None:
                    keep(index, size, future.result())
                    run.take(index, future.result(), is_enough)
                elif isinstance(error, Exception):
                    failed[index] = error
                    has_more = False
                else:
                    raise error
        progress(run)
    for future in playing:
        future.cancel()
    if failed and not run.is_done:
        raise failed[min(failed)]
    run.is_done = True
