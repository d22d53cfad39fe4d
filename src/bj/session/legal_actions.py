"""Represents the legal actions in a state as a sequence of integers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, overload


class Choices(Sequence[int]):
    """Whole numbers in ascending order: a few individual numbers, followed by a range that may be long."""

    def __init__(self, first: Iterable[int], rest: range = range(0)) -> None:
        self.first: tuple[int, ...] = tuple(first)
        self.rest = rest

    def __len__(self) -> int:
        return len(self.first) + len(self.rest)

    def __contains__(self, number: object) -> bool:
        return number in self.first or number in self.rest

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at: int = range(len(self))[index]
        return self.first[at] if at < len(self.first) else self.rest[at - len(self.first)]

    def __repr__(self) -> str:
        return f"Choices({self.first!r}, {self.rest!r})"


def whole_number(given: Any) -> int | None:
    """Convert an integer of any type, including numpy's, to ``int``. Return None for any other value."""
    try:
        return None if isinstance(given, bool) else index(given)
    except TypeError:
        return None
