"""The buffers that the compiled engine uses in a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bj.engine.layout.plain_or_compiled import (
    MEMO_HEAD,
    MEMO_SIZE,
    MEMO_USED,
    SLOT_SIZE,
    Hands,
    Space,
    Weights,
)
from bj.native import number_sequences
from bj.native.library import Entry, call, call_again, changed_call, entry, prepare_call

SMALLEST_MEMO = 1 << 16


class PreparedEntry:
    """A function in the compiled engine that remembers its last call.

    This saves time, because most calls use the same buffers as the previous one.
    """

    def __init__(self, symbol: Entry) -> None:
        self._function = entry(symbol)
        self._last: tuple[Sequence[Any], Any] | None = None

    def __call__(self, buffers: Sequence[Any], wanted: int, first: int, second: int) -> int:
        """Call the function, reusing the previous call if ``buffers`` has not changed."""
        before, prepared = self._last or ((), None)
        if before is not buffers:  # another thread may still be using the previous call
            prepared = prepare_call(buffers) if prepared is None else changed_call(prepared, before, buffers)
            self._last = buffers, prepared
        return call_again(self._function, prepared, wanted, first, second)


class CompiledBuffers:
    """Buffers in memory that the compiled engine can use."""

    name = "compiled"
    room = 1 << 20  # memory is taken up only as it is used

    def __init__(self) -> None:
        """Prepare to call the library's functions.

        Raises MissingLibraryError if the library is not available.
        """
        self._serve = PreparedEntry(Entry.SERVE)
        self._weigh = PreparedEntry(Entry.WEIGH)
        self._serve_hands = PreparedEntry(Entry.SERVE_HANDS)

    def serve(self, space: Space, wanted: int, first: int, second: int) -> int:
        """Handle a search request (see ``bj.engine.search.explorer.serve``)."""
        return self._serve(space, wanted, first, second)

    def weigh(self, weights: Weights, wanted: int, first: int, second: int) -> int:
        """Handle a request for a chart (see ``bj.engine.search.chart_values.weigh``)."""
        return self._weigh(weights, wanted, first, second)

    def serve_hands(self, graph: Hands, wanted: int, first: int, second: int) -> int:
        """Handle a request for a hand graph (see ``bj.engine.search.hand_graph_values.serve_hands``)."""
        return self._serve_hands(graph, wanted, first, second)

    ints = staticmethod(number_sequences.ints)
    floats = staticmethod(number_sequences.floats)
    part = staticmethod(number_sequences.part)
    carry = staticmethod(number_sequences.carry)
    resized = staticmethod(number_sequences.resized)
    copied = staticmethod(number_sequences.copy)

    def listed(self, sequence: Any, count: int) -> Any:
        """Return the first ``count`` numbers of a sequence as a list."""
        return sequence[:count]

    def memo(self, old: Any, more: int) -> Any:
        """Return a memo with space for ``more`` entries. This is ``old``, a larger copy of it, or a new memo.

        At least three quarters of the slots are still free once the entries have been added.
        """
        if old is None:
            return self._empty(SMALLEST_MEMO)
        size = self.size_with(old, more)
        if size == len(old):
            return old
        new = self._empty((size - MEMO_HEAD) // SLOT_SIZE)
        call(entry(Entry.MOVE_MEMO), (old, new))
        return new

    def size_of(self, memo: Any) -> int:
        """Return how many numbers a memo takes up."""
        return len(memo)

    def size_with(self, memo: Any, more: int) -> int:
        """Return how many numbers a memo takes up once there is space for ``more`` entries."""
        slots, wanted = memo[MEMO_SIZE], 4 * (memo[MEMO_USED] + more)
        while slots < wanted:
            slots *= 2
        return int(MEMO_HEAD + SLOT_SIZE * slots)

    @staticmethod
    def _empty(slots: int) -> Any:
        memo = number_sequences.zeros(number_sequences.INT, MEMO_HEAD + SLOT_SIZE * slots)
        memo[MEMO_SIZE] = slots
        return memo
