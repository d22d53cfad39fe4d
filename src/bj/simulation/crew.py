"""Crews: the interface that all kinds of workers have."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache
from typing import Protocol, TypeAlias

from bj.session.engines import PLAIN, Engine, compiled_engine
from bj.simulation.blocks import play_block
from bj.simulation.jobs import Job
from bj.simulation.paired_play import play_pairs
from bj.simulation.tallies import BlockTally

EngineName: TypeAlias = str
"""``plain`` or ``compiled``."""


class Crew(Protocol):
    """Plays several blocks at the same time."""

    @property
    def size(self) -> int:
        """The number of blocks to play at the same time."""

    def play(self, index: int, size: int) -> Future[BlockTally]:
        """Start to play a block."""


@cache
def engine_called(name: EngineName) -> Engine:
    """The engine with this name, made once per process."""
    return compiled_engine() if name == "compiled" else PLAIN


def play_one(job: Job, index: int, size: int, engine: EngineName) -> BlockTally:
    """Play a block in this process."""
    play = play_block if job.against is None else play_pairs
    return play(job, index, size, engine_called(engine))
