"""The way into the compiled engine, from numpy arrays to plain pointers.

A call needs one machine register for a pointer and seven for an array, and indexing a pointer does not check
the sign of the index.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from bj.engine.linking import entry_function

from . import generators, machine


@intrinsic
def pointer(typing_context: Any, array: Any) -> Any:
    """The address of the first number of an array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


@entry_function
def play(program: Any, table: Any, events: Any, games: int, most_work: int) -> int:
    """``bj.engine.machine.play`` for contiguous int64 arrays."""
    return machine.play(pointer(program), pointer(table), pointer(events), games, most_work)


@entry_function
def seed_generators(table: Any, generator: int, seed: int) -> None:
    """``bj.engine.generators.seed_generators`` for a contiguous int64 array."""
    generators.seed_generators(pointer(table), generator, seed)
