"""The columns in a chart: upcard ranks or, if all of the dealer's cards are visible, dealer totals."""

from __future__ import annotations

FIRST_TOTAL = 100
"""The number of the first column for hard totals. Columns with lower numbers are for ranks."""

FIRST_SOFT = 1000
"""The number of the first column for soft totals.

Columns from FIRST_TOTAL up to this one are for hard totals.
"""


def column_of(total: int, *, is_soft: bool) -> int:
    """Return the column for one of the dealer's totals."""
    return (FIRST_SOFT if is_soft else FIRST_TOTAL) + total


def is_total(column: int) -> bool:
    """Return whether ``column`` is for one of the dealer's totals, rather than for an upcard."""
    return column >= FIRST_TOTAL


def name_of_total(column: int) -> str:
    """Return the name of a column for one of the dealer's totals.

    >>> name_of_total(column_of(17, is_soft=False)), name_of_total(column_of(17, is_soft=True))
    ('17', 's17')
    """
    return f"s{column - FIRST_SOFT}" if column >= FIRST_SOFT else str(column - FIRST_TOTAL)


def condition_of_total(column: int) -> str:
    """Return an expression that is true if the dealer has the total for ``column``."""
    if column >= FIRST_SOFT:
        return f"dealer_soft and dealer_total == {column - FIRST_SOFT}"
    return f"not dealer_soft and dealer_total == {column - FIRST_TOTAL}"
