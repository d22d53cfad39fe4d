"""Layouts: consecutive numbers for the fields of a block or the words of a list."""

from __future__ import annotations


class Layout:
    """Consecutive fields, starting at ``size``, so that they are never numbered by hand.

    >>> hand = Layout()
    >>> hand.field(), hand.field(3), hand.field(), hand.size
    (0, 1, 4, 5)
    """

    def __init__(self, size: int = 0) -> None:
        self.size = size
        """The size of the block up to now. The next field starts there."""

    def field(self, count: int = 1) -> int:
        """Reserve ``count`` numbers for the next field, and return the first number."""
        first = self.size
        self.size += count
        return first


BITS = 62
"""The usable bits of a positive 64-bit number that holds flags or digits."""

SPARE = 64
"""The unused places at the end of each buffer of the compiled engine (see ``bj.engine.layout.buffers``)."""


def fit(count: int, room: int) -> None:
    """Check during import that there is room for ``count``. Raises ImportError if there is not."""
    if count > room:
        raise ImportError(f"there is room for {room}, not for {count}")
