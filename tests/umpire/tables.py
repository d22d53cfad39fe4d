"""Reads the parts of the engine's table that its drivers do not see: the shoe and the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bj.catalogue import steps
from bj.engine.layout import table as t


def count(table: Sequence[int], person: int) -> int:
    """The running count of a person; the blocks of persons are in the order of their events."""
    return table[t.PERSONS + person * t.PERSON_SIZE + t.COUNT]


def shoe(table: Sequence[int]) -> Counter[int]:
    """All cards of the shoe, dealt or not; none if it is infinite."""
    return Counter(table[table[t.SHOE] : table[t.SHOE] + table[t.SHOE_SIZE]])


def undealt(table: Sequence[int]) -> Counter[int]:
    """The cards that are left in the shoe."""
    end = table[t.SHOE] + table[t.SHOE_SIZE]
    return Counter(table[end - table[t.CARDS_LEFT] : end])


def is_shuffling(program: Sequence[int], table: Sequence[int]) -> bool:
    """Whether the engine has stopped in the middle of a shuffle."""
    return program[table[t.PC]] == steps.SHUFFLE and table[t.CURSOR] > 0
