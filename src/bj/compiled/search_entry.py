"""The compiled search, on numpy arrays that grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types

from bj.cache import cache_folder
from bj.compiled import is_kept
from bj.compiled.code_cache import keep_in
from bj.compiled.entry import (
    as_events,
    as_floats,
    as_memo,
    as_nodes,
    as_program,
    as_situations,
    as_table,
    as_work,
)
from bj.compiled.weighing_entry import weigh
from bj.engine.layout.buffers import begin_call
from bj.engine.layout.linking import entry_function
from bj.engine.layout.mode import Space, Weights

from .layout import mode

SMALLEST_MEMO = 1 << 16

with keep_in(cache_folder()):
    from .search import explorer

    @entry_function
    def _serve(
        program: Any,
        table: Any,
        events: Any,
        work: Any,
        situations: Any,
        nodes: Any,
        values: Any,
        known: Any,
        memo: Any,
        wanted: int,
        first: int,
        second: int,
    ) -> int:
        begin_call()
        space = mode.Space(
            as_program(program),
            as_table(table),
            as_events(events),
            as_work(work),
            as_situations(situations),
            as_nodes(nodes),
            as_floats(values),
            as_memo(known),
            as_memo(memo),
        )
        return explorer.serve(space, wanted, first, second)

    @entry_function
    def _move(old: Any, new: Any) -> None:
        begin_call()
        mode.move_memo(as_memo(old), as_memo(new))


_INTS = types.int64[::1]
_FLOATS = types.float64[::1]
_NUMBER = types.int64
_ENTRIES = (
    (_serve, (*[_INTS] * 6, _FLOATS, _INTS, _INTS, *[_NUMBER] * 3)),
    (_move, (_INTS, _INTS)),
)

if not all(is_kept(function, signature) for function, signature in _ENTRIES):
    mode.compile_all()
    for function, signature in _ENTRIES:
        function.compile(signature)


class CompiledBuffers:
    """Arrays, and the compiled engine."""

    name = "compiled"
    room = 1 << 20  # only what is used takes memory

    def serve(self, space: Space, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.explorer.serve``."""
        result: int = _serve(*space, wanted, first, second)
        return result

    def weigh(self, weights: Weights, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.weighing.weigh``."""
        return weigh(weights, wanted, first, second)

    def ints(self, numbers: Sequence[int], room: int) -> Any:
        """An array of int64."""
        return self._with_room(numbers, room, np.int64)

    def floats(self, numbers: Sequence[float], room: int) -> Any:
        """An array of float64."""
        return self._with_room(numbers, room, np.float64)

    def resized(self, numbers: Any, size: int) -> Any:
        """The array, which the operating system moves where there is room for it."""
        numbers.resize(size, refcheck=False)  # nobody else looks at it between two calls
        return numbers

    def listed(self, numbers: Any, count: int) -> Any:
        """The first ``count`` numbers of an array as a list."""
        return numbers[:count].tolist()

    def memo(self, old: Any, more: int) -> Any:
        """A memo with slots of which at least three quarters are free when ``more`` are used."""
        if old is None:
            return self._empty(SMALLEST_MEMO)
        size = self.size_with(old, more)
        if size == len(old):
            return old
        new = self._empty((size - mode.MEMO_HEAD) // mode.SLOT_SIZE)
        _move(old, new)
        return new

    def size_of(self, memo: Any) -> int:
        """How many numbers a memo takes."""
        return len(memo)

    def size_with(self, memo: Any, more: int) -> int:
        """How many it takes with room for so many ``more``."""
        slots, wanted = int(memo[mode.MEMO_SIZE]), 4 * (int(memo[mode.MEMO_USED]) + more)
        while slots < wanted:
            slots *= 2
        return mode.MEMO_HEAD + mode.SLOT_SIZE * slots

    def copied(self, memo: Any) -> Any:
        """Another memo with all that is in one."""
        return memo.copy()

    @staticmethod
    def _empty(slots: int) -> Any:
        """A memo without anything in it."""
        memo = np.zeros(mode.MEMO_HEAD + mode.SLOT_SIZE * slots, np.int64)
        memo[mode.MEMO_SIZE] = slots
        return memo

    @staticmethod
    def _with_room(numbers: Any, room: int, kind: Any) -> Any:
        """An array with some numbers, and so much room behind them."""
        array = np.zeros(len(numbers) + room, kind)
        array[: len(numbers)] = numbers
        return array
