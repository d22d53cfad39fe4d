"""Sequences of numbers of 64 bits in memory that the library can reach.

They are arrays of ``ctypes``: an index gives a number, a slice a list.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import Any

INT, FLOAT = ctypes.c_int64, ctypes.c_double


def ints(numbers: Sequence[int], room: int = 0) -> Any:
    """Whole numbers, with ``room`` for more after them. Raises OverflowError beyond 64 bits."""
    return _copy_of(array("q", numbers), INT, room)


def floats(numbers: Sequence[float], room: int = 0) -> Any:
    """Floating-point numbers, with ``room`` for more after them."""
    return _copy_of(array("d", numbers), FLOAT, room)


def zeros(kind: Any, count: int) -> Any:
    """``count`` zeros. Memory is taken only where something is written. Raises MemoryError without any."""
    return (kind * count)()


def copy(numbers: Any) -> Any:
    """The same numbers in other memory."""
    return type(numbers).from_buffer_copy(numbers)


def part(numbers: Any, count: int, room: int = 0) -> Any:
    """The first ``count`` numbers in other memory, with ``room`` for more after them."""
    target = zeros(numbers._type_, count + room)
    ctypes.memmove(target, numbers, min(count, len(numbers)) * ctypes.sizeof(numbers._type_))
    return target


def _copy_of(numbers: array[Any], kind: Any, room: int) -> Any:
    """The numbers of an array, with ``room`` for more after them."""
    address, count = numbers.buffer_info()
    target = zeros(kind, count + room)
    ctypes.memmove(target, address, count * numbers.itemsize)
    return target
