"""Sequences of 64-bit numbers in memory that the library can use.

They are ``ctypes`` arrays: indexing returns a number, and slicing returns a list. Each has memory for SPARE
numbers beyond its length (see ``bj.engine.layout.compiled_buffers``).
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bj.catalogue.layout import SPARE

INT, FLOAT = ctypes.c_int64, ctypes.c_double
WIDTH = 8
"""The size of a number in bytes."""


def ints(numbers: Sequence[int], room: int = 0) -> Any:
    """Return a sequence with ``numbers``, followed by ``room`` zeros.

    Raises OverflowError if a number does not fit in 64 bits.
    """
    return _copy_of(array("q", numbers), INT, room)


def floats(numbers: Sequence[float], room: int = 0) -> Any:
    """Return a sequence of floating-point ``numbers``, followed by ``room`` zeros."""
    return _copy_of(array("d", numbers), FLOAT, room)


def zeros(kind: Any, count: int) -> Any:
    """Return a sequence of ``count`` zeros. It takes up memory only as numbers are written to it.

    Raises MemoryError if there is not enough memory.
    """
    return _room_for(kind, count)().numbers


def size_in_memory(numbers: Any) -> int:
    """Return how many numbers fit in the memory of a sequence, including spare ones."""
    memory = _memory_of(numbers)
    return ctypes.sizeof(numbers if memory is None else memory) // WIDTH


def copy(numbers: Any) -> Any:
    """Copy a sequence to new memory."""
    return part(numbers, len(numbers))


def part(numbers: Any, count: int, room: int = 0) -> Any:
    """Copy the first ``count`` numbers of a sequence to new memory, and append ``room`` zeros."""
    target = zeros(numbers._type_, count + room)
    carry(target, numbers, min(count, len(numbers)))
    return target


def carry(target: Any, source: Any, count: int) -> None:
    """Copy the first ``count`` numbers of ``source`` to ``target``.

    Raises ValueError if either sequence is too short.
    """
    if not 0 <= count <= min(len(source), len(target)):
        raise ValueError(f"cannot copy {count} numbers from {len(source)} to {len(target)}")
    ctypes.memmove(target, source, count * WIDTH)


def resized(numbers: Any, size: int) -> Any:
    """Change the length of a sequence to ``size``, appending zeros or cutting off its end.

    The existing memory is reused if possible, but it may move, so do not use ``numbers`` afterwards.
    """
    memory = _memory_of(numbers)
    wanted = (size + SPARE) * WIDTH
    if memory is None or wanted < ctypes.sizeof(type(memory)):
        return part(numbers, size)
    used = min(len(numbers), size) * WIDTH
    ctypes.resize(memory, wanted)
    ctypes.memset(ctypes.addressof(memory) + used, 0, wanted - used)
    found = (numbers._type_ * size).from_buffer(memory)
    found.memory = memory
    return found


def _memory_of(numbers: Any) -> Any:
    """Return the object that owns a sequence's memory, or None if the sequence owns it."""
    return getattr(numbers, "memory", numbers._b_base_)


@lru_cache(maxsize=64)
def _room_for(kind: Any, count: int) -> Any:
    fields = [("numbers", kind * count), ("spare", kind * SPARE)]
    return type("Room", (ctypes.Structure,), {"_fields_": fields})


def _copy_of(numbers: array[Any], kind: Any, room: int) -> Any:
    address, count = numbers.buffer_info()
    target = zeros(kind, count + room)
    ctypes.memmove(target, address, count * numbers.itemsize)
    return target
