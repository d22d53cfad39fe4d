"""Layouts, which assign consecutive numbers to the fields in a block or the words in a list."""

from __future__ import annotations


class Layout:
    """Assigns consecutive numbers to fields, beginning with ``size``, so that no number is written by hand.

    >>> hand = Layout()
    >>> hand.field(), hand.field(3), hand.field(), hand.size
    (0, 1, 4, 5)
    """

    def __init__(self, size: int = 0) -> None:
        self.size = size
        """How many numbers have been used so far, which is also the number of the next field."""

    def field(self, count: int = 1) -> int:
        """Reserve ``count`` numbers for the next field, and return the first of them."""
        first = self.size
        self.size += count
        return first


BITS = 62
"""The number of bits that can be used for flags or digits in a positive 64-bit number."""

SPARE = 64
"""The number of unused numbers at the end of each buffer in the compiled engine.

See ``bj.engine.layout.compiled_buffers``.
"""


def fit(count: int, room: int) -> None:
    """Raise ImportError if ``count`` is greater than ``room``.

    Modules call this to check their layouts when they are imported.
    """
    if count > room:
        raise ImportError(f"there is room for {room}, not for {count}")
