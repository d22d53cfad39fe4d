"""The columns of charts: ranks of upcards, or the dealer's totals if the dealer's whole hand is visible."""

from __future__ import annotations

FIRST_TOTAL = 100
"""The first column for hard totals. Lower numbers are ranks."""

FIRST_SOFT = 1000
"""The first column for soft totals. Columns from FIRST_TOTAL up to this one are hard totals."""


def column_of(total: int, *, is_soft: bool) -> int:
    """Return the column for a total of the dealer."""
    return (FIRST_SOFT if is_soft else FIRST_TOTAL) + total


def is_total(column: int) -> bool:
    """Return whether ``column`` represents a total of the dealer, rather than an upcard."""
    return column >= FIRST_TOTAL


def name_of_total(column: int) -> str:
    """Return the name of ``column``, which represents a total of the dealer.

    >>> name_of_total(column_of(17, is_soft=False)), name_of_total(column_of(17, is_soft=True))
    ('17', 's17')
    """
    return f"s{column - FIRST_SOFT}" if column >= FIRST_SOFT else str(column - FIRST_TOTAL)


def condition_of_total(column: int) -> str:
    """Return an expression that is true if the dealer has the total that ``column`` represents."""
    if column >= FIRST_SOFT:
        return f"dealer_soft and dealer_total == {column - FIRST_SOFT}"
    return f"not dealer_soft and dealer_total == {column - FIRST_TOTAL}"
