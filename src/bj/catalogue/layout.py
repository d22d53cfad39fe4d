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
        """The numbers in the block so far: where the next field begins."""

    def field(self, count: int = 1) -> int:
        """The place of the next field, of ``count`` numbers."""
        first = self.size
        self.size += count
        return first
