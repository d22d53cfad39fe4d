"""Layouts, which number the fields of a block, or the words of a list, consecutively."""

from __future__ import annotations


class Layout:
    """Assigns consecutive numbers to fields, starting at ``size``, so that none is written by hand.

    >>> hand = Layout()
    >>> hand.field(), hand.field(3), hand.field(), hand.size
    (0, 1, 4, 5)
    """

    def __init__(self, size: int = 0) -> None:
        self.size = size
        """The number of places used so far, and the number of the next field."""

    def field(self, count: int = 1) -> int:
        """Reserve ``count`` numbers for the next field, and return the first number."""
        first = self.size
        self.size += count
        return first


BITS = 62
"""The number of bits that flags or digits can use in a positive 64-bit number."""

SPARE = 64
"""The number of unused places at the end of each buffer of the compiled engine.

See ``bj.engine.layout.buffers``.
"""


def fit(count: int, room: int) -> None:
    """Raise ImportError if ``count`` exceeds ``room``.

    Modules check their layouts with this function on import.
    """
    if count > room:
        raise ImportError(f"there is room for {room}, not for {count}")
