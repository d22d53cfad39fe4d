"""The buffers of a search, in the form that the plain or the compiled engine needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bj.engine.layout.mode import Floats, Found, Hands, Ints, Memo, Space, Weights
from bj.engine.search import chart_values, hand_graph_values
from bj.engine.search.explorer import serve


class Buffers(Protocol):
    """Allocates and enlarges the buffers of one engine, and runs the search on them."""

    name: str
    room: int
    """The initial capacity of sequences."""

    def ints(self, numbers: Sequence[int], room: int) -> Ints:
        """Return a sequence of ``numbers``, followed by ``room`` zeros."""

    def floats(self, numbers: Sequence[float], room: int) -> Floats:
        """Return a sequence of floating-point ``numbers``, followed by ``room`` zeros."""

    def part(self, numbers: Any, count: int, room: int) -> Any:
        """Return a copy of the first ``count`` numbers, with ``room`` more places."""

    def carry(self, target: Any, source: Any, count: int) -> None:
        """Copy the first ``count`` numbers of ``source`` into ``target``, which has room for them."""

    def resized(self, numbers: Any, size: int) -> Any:
        """Return ``numbers`` with the given ``size``. The result replaces the old sequence."""

    def listed(self, numbers: Any, count: int) -> Any:
        """Return the first ``count`` numbers as a list, because Python reads lists faster."""

    def memo(self, old: Memo | None, more: int) -> Memo:
        """Return a copy of the ``old`` memo, if any, with room for ``more`` additional entries."""

    def size_of(self, memo: Memo) -> int:
        """Return the size of ``memo``, in numbers."""

    def size_with(self, memo: Memo, more: int) -> int:
        """Return the size that ``memo`` would have with room for ``more`` additional entries, in numbers."""

    def copied(self, memo: Memo) -> Memo:
        """Return a copy of ``memo``."""

    def serve(self, space: Space, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.explorer.serve``."""

    def weigh(self, weights: Weights, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.chart_values.weigh``."""

    def serve_hands(self, graph: Hands, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.hand_graph_values.serve_hands``."""


class PlainBuffers:
    """Buffers for the plain engine. They are lists."""

    name = "plain"
    room = 0

    def ints(self, numbers: Sequence[int], room: int) -> Ints:
        """Return a list of integers."""
        return [*numbers, *([0] * room)]

    def floats(self, numbers: Sequence[float], room: int) -> Floats:
        """Return a list of floating-point numbers."""
        return [*numbers, *([0.0] * room)]

    def part(self, numbers: Any, count: int, room: int) -> Any:
        """Return a list of the first ``count`` numbers."""
        return [*numbers[:count], *([0] * room)]

    def carry(self, target: Any, source: Any, count: int) -> None:
        """Copy the first ``count`` numbers into ``target``."""
        target[:count] = source[:count]

    def resized(self, numbers: Any, size: int) -> Any:
        """Extend or shorten the list ``numbers``, and return it."""
        numbers[size:] = [0] * (size - len(numbers))
        return numbers

    def listed(self, numbers: Any, count: int) -> Any:
        """Return the list itself."""
        return numbers

    def memo(self, old: Memo | None, more: int) -> Memo:
        """Return a memo that is never full."""
        return old if old is not None else Found()

    def size_of(self, memo: Memo) -> int:
        """Return 0. Memory needs no limit, because the plain engine runs out of time first."""
        return 0

    def size_with(self, memo: Memo, more: int) -> int:
        """Return 0, as ``size_of`` does."""
        return 0

    def copied(self, memo: Memo) -> Memo:
        """Return a copy of ``memo``."""
        other = Found()
        other.identities, other.found = dict(memo.identities), dict(memo.found)
        return other

    serve = staticmethod(serve)
    weigh = staticmethod(chart_values.weigh)
    serve_hands = staticmethod(hand_graph_values.serve_hands)
