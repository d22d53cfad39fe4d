"""The columns of charts: ranks of upcards, or the dealer's totals if the dealer's whole hand is visible."""

from __future__ import annotations

FIRST_TOTAL = 100
"""The first column for hard totals. Lower numbers are ranks."""

FIRST_SOFT = 1000
"""The first column for soft totals. Lower columns from FIRST_TOTAL are hard totals."""


def column_of(total: int, *, is_soft: bool) -> int:
    """The column for one of the dealer's totals."""
    return (FIRST_SOFT if is_soft else FIRST_TOTAL) + total


def is_total(column: int) -> bool:
    """Whether a column represents one of the dealer's totals."""
    return column >= FIRST_TOTAL


def name_of_total(column: int) -> str:
    """The name of the column for a total.

    >>> name_of_total(column_of(17, is_soft=False)), name_of_total(column_of(17, is_soft=True))
    ('17', 's17')
    """
    return f"s{column - FIRST_SOFT}" if column >= FIRST_SOFT else str(column - FIRST_TOTAL)


def condition_of_total(column: int) -> str:
    """An expression that is true if the dealer has the total of a column."""
    if column >= FIRST_SOFT:
        return f"dealer_soft and dealer_total == {column - FIRST_SOFT}"
    return f"not dealer_soft and dealer_total == {column - FIRST_TOTAL}"
