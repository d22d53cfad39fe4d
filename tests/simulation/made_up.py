"""Makes up tallies and crews for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import SimpleQueue
from random import Random
from unittest.mock import patch

from hypothesis import strategies as st

from bj.simulation import running_jobs
from bj.simulation.running_jobs import take_finished
from bj.simulation.tallies import COUNT_BATCHES, COUNT_PRODUCTS, CUBES, PRODUCTS, SIZE, BlockTally, GroupTally

NUMBERS = st.integers(-(2**70), 2**70)
COUNTERS = st.dictionaries(NUMBERS, st.integers(1, 2**40), max_size=3).map(Counter)
COUNT_CELL = COUNT_BATCHES + 1 + len(COUNT_PRODUCTS)

GROUPS = ((0,), (1,), (0, 1))
"""Two persons, alone and together."""


def numbers(count: int) -> st.SearchStrategy[list[int]]:
    """A list of this many numbers."""
    return st.lists(NUMBERS, min_size=count, max_size=count)


def groups() -> st.SearchStrategy[GroupTally]:
    """A group's tally."""
    counts = st.dictionaries(st.integers(-40, 40), numbers(COUNT_CELL), max_size=3)
    return st.builds(GroupTally, NUMBERS, numbers(SIZE), numbers(len(PRODUCTS)), counts, numbers(len(CUBES)))


@st.composite
def tallies(draw: st.DrawFn) -> BlockTally:
    """A block's tally of two persons."""
    return BlockTally(
        draw(st.integers(0, 2**40)),
        draw(st.integers(0, 2**40)),
        draw(st.integers(0, 2**40)),
        {members: draw(groups()) for members in GROUPS},
        [draw(COUNTERS) for _ in range(2)],
        draw(COUNTERS),
        draw(COUNTERS),
        draw(COUNTERS),
    )


def block(index: int) -> BlockTally:
    """A small tally that identifies its block."""
    numbers = [index + 1] + [7**index % 1000] * (SIZE - 1)
    counts = {index % 3: [1, 2, 3, *[index] * (COUNT_CELL - 3)]}
    cubes = [3**index] * len(CUBES)
    return BlockTally(
        hands=1 << index, groups={(0,): GroupTally(index, numbers, [index] * len(PRODUCTS), counts, cubes)}
    )


class MadeUpCrew:
    """Plays nothing: blocks finish when a run waits for them, in any order, the late ones last."""

    def __init__(
        self, size: int, chance: Random, failing: Collection[int] = (), late: Collection[int] = ()
    ) -> None:
        self.size = size
        self._late = late
        self.played: list[int] = []
        self._chance = chance
        self._failing = failing
        self._open: dict[Future[BlockTally], int] = {}

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Begin to play a block."""
        assert size > 0
        self.played.append(index)
        future: Future[BlockTally] = Future()
        self._open[future] = index
        return future

    def _finish(self, arrived: SimpleQueue[Future[BlockTally]]) -> list[Future[BlockTally]]:
        """Finish some of the blocks."""
        ready = [each for each, index in self._open.items() if index not in self._late] or list(self._open)
        for future in self._chance.sample(ready, self._chance.randint(1, len(ready))):
            index = self._open.pop(future)
            if index in self._failing:
                future.set_exception(ValueError(index))
            else:
                future.set_result(block(index))
        return take_finished(arrived)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Make runs wait for this crew."""
        with patch.object(running_jobs, "take_finished", self._finish):
            yield
