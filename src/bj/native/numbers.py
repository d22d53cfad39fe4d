"""Sequences of numbers of 64 bits in memory that the library can reach.

They are arrays of ``ctypes``: an index gives a number, a slice a list. The memory of each has SPARE numbers
more than its length, see ``bj.engine.layout.buffers``.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bj.catalogue.layout import SPARE

INT, FLOAT = ctypes.c_int64, ctypes.c_double


def ints(numbers: Sequence[int], room: int = 0) -> Any:
    """Whole numbers, with ``room`` for more after them. Raises OverflowError beyond 64 bits."""
    return _copy_of(array("q", numbers), INT, room)


def floats(numbers: Sequence[float], room: int = 0) -> Any:
    """Floating-point numbers, with ``room`` for more after them."""
    return _copy_of(array("d", numbers), FLOAT, room)


def zeros(kind: Any, count: int) -> Any:
    """``count`` zeros. Memory is taken only where something is written. Raises MemoryError without any."""
    return _room_for(kind, count)().numbers


def size_in_memory(numbers: Any) -> int:
    """How many numbers fit into the memory of a sequence, with those that are spare."""
    memory = numbers if numbers._b_base_ is None else numbers._b_base_
    return ctypes.sizeof(memory) // ctypes.sizeof(numbers._type_)


def copy(numbers: Any) -> Any:
    """The same numbers in other memory."""
    return part(numbers, len(numbers))


def part(numbers: Any, count: int, room: int = 0) -> Any:
    """The first ``count`` numbers in other memory, with ``room`` for more after them."""
    target = zeros(numbers._type_, count + room)
    ctypes.memmove(target, numbers, min(count, len(numbers)) * ctypes.sizeof(numbers._type_))
    return target


@lru_cache(maxsize=64)
def _room_for(kind: Any, count: int) -> Any:
    """The type of a piece of memory for a sequence."""
    fields = [("numbers", kind * count), ("spare", kind * SPARE)]
    return type("Room", (ctypes.Structure,), {"_fields_": fields})


def _copy_of(numbers: array[Any], kind: Any, room: int) -> Any:
    """The numbers of an array, with ``room`` for more after them."""
    address, count = numbers.buffer_info()
    target = zeros(kind, count + room)
    ctypes.memmove(target, address, count * numbers.itemsize)
    return target
