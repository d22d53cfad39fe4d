"""Finds which numbers in a compiled game are read by a replay. Changing any of the others has no effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bj.verify.changed_games import differences
from bj.verify.reference_game import ReferenceGame


class WatchedProgram(list[int]):
    """A compiled program that keeps track of the numbers that are read from it."""

    def __init__(self, program: list[int]) -> None:
        super().__init__(program)
        self.read = set[int]()
        """The indices that have been read so far."""

    def __getitem__(self, at: Any) -> Any:
        """Return the number at an index, or the numbers in a slice, and mark them as read."""
        if isinstance(at, slice):
            self.read.update(range(*at.indices(len(self))))
        else:
            self.read.add(at % len(self))
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[int]:
        """Iterate over all numbers, and mark them as read."""
        self.read.update(range(len(self)))
        return super().__iter__()


def with_program(reference: ReferenceGame, program: list[int]) -> ReferenceGame:
    """Return a copy of a game that runs ``program``."""
    return replace(reference, compiled=reference.compiled._replace(program=program))


def is_read(read: set[int] | None, before: ReferenceGame, after: ReferenceGame) -> bool:
    """Return whether a replay may depend on a number that differs between ``before`` and ``after``.

    ``read`` contains the indices that the replay reads from the program, or is None if it may read any of
    them.
    """
    one, other = before.compiled, after.compiled
    if one.table != other.table or len(one.program) != len(other.program):
        return True
    changed = differences(one.program, other.program)
    return any(read is None or place in read for place, _, _ in changed)
