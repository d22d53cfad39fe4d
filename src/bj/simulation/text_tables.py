"""Formats tables as text. Numbers have only as many digits as their standard errors justify."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from math import floor, isinf, log10

from bj.simulation.estimates import Estimate
from bj.text.untrusted_text import make_visible

WIDTH = 80
LONGEST_NAME, SHORTEST_LABEL = 36, 12
MOST_DIGITS = 7
"""The maximum number of decimal places."""

Row = Sequence[str]
"""The cells in a row. A row with a single cell is a heading."""


def width(text: str) -> int:
    """Return the number of terminal columns that ``text`` occupies."""
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def shorten(name: str, most: int = LONGEST_NAME) -> str:
    """Shorten a name from a ruleset or an argument so that it fits into a cell."""
    shown = make_visible(name)
    while width(shown) > most:
        shown = shown[: min(len(shown), most) - 2].rstrip() + "…"
    return shown


def lay_out(rows: Sequence[Row]) -> list[str]:
    """Format a table as lines. The first column is left-aligned, and all others are right-aligned.

    If the table is wider than 80 columns, these steps are applied in turn until it fits: move the title to a
    line of its own, split headings into two lines, narrow the gaps, and shorten the labels.

    >>> lay_out([["money", "won"], ["Ann", "1.50"]])
    ['money   won', 'Ann    1.50']
    """
    lines = _align(rows)
    for narrow, gap in ((_title_apart, 2), (_heads_apart, 2), (list, 1), (_labels_cut, 1)):
        if max(map(width, lines)) <= WIDTH:
            break
        rows = narrow(rows)
        lines = _align(rows, gap)
    return lines


def _title_apart(rows: Sequence[Row]) -> list[Row]:
    """Move the title of a table to a separate line."""
    head, *rest = rows
    return [[head[0]], ["", *head[1:]], *rest] if head[0] and len(head) > 1 else [*rows]


def _heads_apart(rows: Sequence[Row]) -> list[Row]:
    """Split each heading into two lines."""
    at = next(at for at, row in enumerate(rows) if len(row) > 1)
    halves = [head.rpartition(" ")[::2] for head in rows[at]]
    return [*rows[:at], [first for first, _ in halves], [last for _, last in halves], *rows[at + 1 :]]


def _labels_cut(rows: Sequence[Row]) -> list[Row]:
    """Shorten the labels in the first column so that the table fits."""
    others = max(width(line) for line in _align([["", *row[1:]] for row in rows if len(row) > 1], 1))
    most = max(SHORTEST_LABEL, WIDTH - others)
    return [[shorten(row[0], most), *row[1:]] if len(row) > 1 else row for row in rows]


def _align(rows: Sequence[Row], gap: int = 2) -> list[str]:
    """Align the columns of a table, with at least ``gap`` spaces between them."""
    full = [row for row in rows if len(row) > 1]
    widths = [max(width(row[at]) for row in full if at < len(row)) for at in range(max(map(len, full)))]
    lines = []
    for row in rows:
        if len(row) == 1:
            lines.append(row[0])
            continue
        cells = [row[0] + " " * (widths[0] - width(row[0]))]
        cells += [" " * (size - width(cell)) + cell for cell, size in zip(row[1:], widths[1:], strict=False)]
        lines.append((" " * gap).join(cells).rstrip())
    return lines


def wrap(text: str, first: str = "", rest: str = "") -> list[str]:
    """Wrap text into lines. The first line is indented with ``first``, and all others with ``rest``."""
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)


def join(sections: Sequence[Sequence[str]], found: object) -> str:
    """Join the sections of a report. If the error of any estimate is unknown, append an explanation."""
    if any(UNKNOWN in line for section in sections for line in section) and has_unknown(found):
        sections = [*sections, WHY_UNKNOWN]
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def has_unknown(found: object) -> bool:
    """Return whether ``found`` contains an estimate without an interval."""
    if isinstance(found, Estimate):
        return found.low is None
    if is_dataclass(found):
        return any(has_unknown(getattr(found, field.name)) for field in fields(found))
    if isinstance(found, Mapping):
        return any(map(has_unknown, found.values()))
    return isinstance(found, (list, tuple)) and any(map(has_unknown, found))


def digits_of(error: float | None, least: int = 2) -> int:
    """Return how many decimal places show a standard error to two significant digits.

    Returns ``least`` if ``error`` is unknown.

    >>> digits_of(0.0123), digits_of(12.3), digits_of(0)
    (3, 2, 2)
    """
    if error is None or error <= 0 or isinf(error):
        return least
    return min(MOST_DIGITS, max(least, 1 - floor(log10(error))))


def number(value: float, digits: int = 2) -> str:
    """Format a number with ``digits`` decimal places and thousands separators. Zero has no minus sign."""
    shown = f"{value:,.{digits}f}"
    return shown.lstrip("-") if not shown.strip("-0.,") else shown


def money(amounts: Sequence[float]) -> list[str]:
    """Format amounts of money, without decimals if all of them are whole numbers.

    >>> money([5.0, 1000.0]), money([5.0, 7.5])
    (['5', '1,000'], ['5.00', '7.50'])
    """
    digits = 0 if all(float(amount).is_integer() for amount in amounts) else 2
    return [number(amount, digits) for amount in amounts]


def percent(value: float, digits: int = 2) -> str:
    """Format a fraction as a percentage.

    >>> percent(-0.0242), percent(-0.0000001)
    ('-2.42%', '0.00%')
    """
    return number(100 * value, digits) + "%"


def cells(found: Estimate, *, as_percent: bool, least: int = 2) -> list[str]:
    """Format an estimate as three cells: the value, the standard error and the 95% interval."""
    scale = 100 if as_percent else 1
    digits = digits_of(None if found.error is None else scale * found.error, least)
    sign = "%" if as_percent else ""
    missing = UNKNOWN if found.low is None else ""
    value, error, low, high = (
        missing if part is None else NONE if isinf(part) else number(scale * part, digits) + sign
        for part in (found.value, found.error, found.low, found.high)
    )
    return [value, error, low if low == high in (UNKNOWN, NONE) else f"{low} to {high}"]


UNKNOWN, NONE = "unknown", "none"

WHY_UNKNOWN = [
    "unknown: there are too few independent games, or all have the same result;",
    "rare events may not have occurred yet, so play more hands or games",
]

HEADS = ["value", "std. error", "95% interval"]
