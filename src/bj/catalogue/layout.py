"""Layouts: consecutive numbers for the fields of a block or the words of a list."""

from __future__ import annotations


class Layout:
    """Fields that follow one another, from ``size`` on, so that nobody has to number them.

    >>> hand = Layout()
    >>> hand.field(), hand.field(3), hand.field(), hand.size
    (0, 1, 4, 5)
    """

    def __init__(self, size: int = 0) -> None:
        self.size = size
        """Where the next field begins, and so how many numbers the block has so far."""

    def field(self, count: int = 1) -> int:
        """Where the next field begins, which has so many numbers."""
        first = self.size
        self.size += count
        return first
