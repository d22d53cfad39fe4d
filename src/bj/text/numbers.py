"""Numbers in sentences."""

from __future__ import annotations


def count_of(number: int, noun: str) -> str:
    """A number with its noun in the right form.

    >>> count_of(1, "fault"), count_of(3000, "fault")
    ('1 fault', '3,000 faults')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
