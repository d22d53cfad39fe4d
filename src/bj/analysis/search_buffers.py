"""The buffers for a search, in the format that the plain or the compiled engine requires."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bj.engine.layout.plain_or_compiled import Floats, Found, Hands, Ints, Memo, Space, Weights
from bj.engine.search import chart_values, hand_graph_values
from bj.engine.search.explorer import serve


class Buffers(Protocol):
    """Allocates and resizes buffers for one of the engines, and runs searches that use them."""

    name: str
    room: int
    """The initial capacity of a sequence."""

    def ints(self, numbers: Sequence[int], room: int) -> Ints:
        """Return a sequence that contains ``numbers`` followed by ``room`` zeros."""

    def floats(self, numbers: Sequence[float], room: int) -> Floats:
        """Return a sequence that contains the floating-point ``numbers`` followed by ``room`` zeros."""

    def part(self, numbers: Any, count: int, room: int) -> Any:
        """Return a copy of the first ``count`` numbers, followed by ``room`` zeros."""

    def carry(self, target: Any, source: Any, count: int) -> None:
        """Copy the first ``count`` numbers in ``source`` into ``target``, which must be large enough."""

    def resized(self, numbers: Any, size: int) -> Any:
        """Return ``numbers`` resized to ``size``. Do not use the old sequence afterward."""

    def listed(self, numbers: Any, count: int) -> Any:
        """Return at least the first ``count`` numbers as a list. Python reads a list faster than a buffer."""

    def memo(self, old: Memo | None, more: int) -> Memo:
        """Return ``old`` or, if it lacks room for ``more`` entries, a larger copy.

        If ``old`` is None, return a new memo.
        """

    def size_of(self, memo: Memo) -> int:
        """Return how many numbers ``memo`` contains."""

    def size_with(self, memo: Memo, more: int) -> int:
        """Return how many numbers ``memo`` would contain if it had room for ``more`` additional entries."""

    def copied(self, memo: Memo) -> Memo:
        """Return a copy of ``memo``."""

    def serve(self, space: Space, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.explorer.serve``."""

    def weigh(self, weights: Weights, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.chart_values.weigh``."""

    def serve_hands(self, graph: Hands, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.hand_graph_values.serve_hands``."""


class PlainBuffers:
    """Buffers for the plain engine, which uses lists."""

    name = "plain"
    room = 0

    def ints(self, numbers: Sequence[int], room: int) -> Ints:
        """Return a list of integers, followed by ``room`` zeros."""
        return [*numbers, *([0] * room)]

    def floats(self, numbers: Sequence[float], room: int) -> Floats:
        """Return a list of floating-point numbers, followed by ``room`` zeros."""
        return [*numbers, *([0.0] * room)]

    def part(self, numbers: Any, count: int, room: int) -> Any:
        """Return a list of the first ``count`` numbers, followed by ``room`` zeros."""
        return [*numbers[:count], *([0] * room)]

    def carry(self, target: Any, source: Any, count: int) -> None:
        """Copy the first ``count`` numbers in ``source`` into ``target``."""
        target[:count] = source[:count]

    def resized(self, numbers: Any, size: int) -> Any:
        """Lengthen or shorten the list ``numbers`` in place, and return it."""
        numbers[size:] = [0] * (size - len(numbers))
        return numbers

    def listed(self, numbers: Any, count: int) -> Any:
        """Return ``numbers`` unchanged."""
        return numbers

    def memo(self, old: Memo | None, more: int) -> Memo:
        """Return ``old`` or, if it is None, a new memo. A memo can grow without limit."""
        return old if old is not None else Found()

    def size_of(self, memo: Memo) -> int:
        """Return 0, because no limit is needed: the plain engine is too slow to exhaust memory."""
        return 0

    def size_with(self, memo: Memo, more: int) -> int:
        """Return 0, for the same reason as ``size_of``."""
        return 0

    def copied(self, memo: Memo) -> Memo:
        """Return a copy of ``memo``."""
        other = Found()
        other.identities, other.found = dict(memo.identities), dict(memo.found)
        return other

    serve = staticmethod(serve)
    weigh = staticmethod(chart_values.weigh)
    serve_hands = staticmethod(hand_graph_values.serve_hands)
