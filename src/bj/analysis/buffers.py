"""The buffers of a search, at both speeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bj.engine.layout.mode import Floats, Found, Hands, Ints, Memo, Space, Weights
from bj.engine.search import chart_values, hand_values
from bj.engine.search.explorer import serve


class Buffers(Protocol):
    """Allocates and enlarges the buffers of one speed, and runs the search on them."""

    name: str
    room: int
    """The initial room of sequences."""

    def ints(self, numbers: Sequence[int], room: int) -> Ints:
        """Whole numbers, followed by ``room`` more, which are 0."""

    def floats(self, numbers: Sequence[float], room: int) -> Floats:
        """Floating-point numbers, followed by ``room`` more, which are 0."""

    def part(self, numbers: Any, count: int, room: int) -> Any:
        """A copy of the first ``count`` numbers, with ``room`` for more after them."""

    def carry(self, target: Any, source: Any, count: int) -> None:
        """Copy the first ``count`` numbers of a sequence into a ``target`` with room for them."""

    def resized(self, numbers: Any, size: int) -> Any:
        """A sequence with a different ``size``; it replaces the old one."""

    def listed(self, numbers: Any, count: int) -> Any:
        """The first ``count`` numbers of a sequence as a list, because Python reads lists faster."""

    def memo(self, old: Memo | None, more: int) -> Memo:
        """A memo with the entries of the ``old`` one, and room for this many ``more``."""

    def size_of(self, memo: Memo) -> int:
        """The length of a memo, in numbers."""

    def size_with(self, memo: Memo, more: int) -> int:
        """The length of a memo with room for this many ``more`` entries."""

    def copied(self, memo: Memo) -> Memo:
        """A copy of a memo."""

    def serve(self, space: Space, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.explorer.serve``."""

    def weigh(self, weights: Weights, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.chart_values.weigh``."""

    def serve_hands(self, graph: Hands, wanted: int, first: int, second: int) -> int:
        """See ``bj.engine.search.hand_values.serve_hands``."""


class PlainBuffers:
    """Lists, and the plain engine."""

    name = "plain"
    room = 0

    def ints(self, numbers: Sequence[int], room: int) -> Ints:
        """A list."""
        return [*numbers, *([0] * room)]

    def floats(self, numbers: Sequence[float], room: int) -> Floats:
        """A list."""
        return [*numbers, *([0.0] * room)]

    def part(self, numbers: Any, count: int, room: int) -> Any:
        """A list."""
        return [*numbers[:count], *([0] * room)]

    def carry(self, target: Any, source: Any, count: int) -> None:
        """Copy the first ``count`` numbers."""
        target[:count] = source[:count]

    def resized(self, numbers: Any, size: int) -> Any:
        """The list, extended or shortened."""
        numbers[size:] = [0] * (size - len(numbers))
        return numbers

    def listed(self, numbers: Any, count: int) -> Any:
        """The list itself."""
        return numbers

    def memo(self, old: Memo | None, more: int) -> Memo:
        """A memo that is never full."""
        return old if old is not None else Found()

    def size_of(self, memo: Memo) -> int:
        """Zero, which means no limit: the plain engine runs out of time before it runs out of memory."""
        return 0

    def size_with(self, memo: Memo, more: int) -> int:
        """Zero, see ``size_of``."""
        return 0

    def copied(self, memo: Memo) -> Memo:
        """A copy of a memo."""
        other = Found()
        other.identities, other.found = dict(memo.identities), dict(memo.found)
        return other

    serve = staticmethod(serve)
    weigh = staticmethod(chart_values.weigh)
    serve_hands = staticmethod(hand_values.serve_hands)
