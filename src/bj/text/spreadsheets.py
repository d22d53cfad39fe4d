"""Renders tables as CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from math import isfinite

from bj.text.untrusted_text import show_words


def render_csv(rows: Iterable[Iterable[float | str | None]]) -> str:
    """Render ``rows`` as CSV. Text that a spreadsheet would interpret as a formula is escaped.

    Unknown and non-finite numbers become empty cells.

    >>> print(render_csv([["name", "points"], ["=1+1", -2], ["Ann", None]]), end="")
    name,points
    '=1+1,-2
    Ann,
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_cell, row) for row in rows)
    return text.getvalue()


def _cell(value: float | str | None) -> float | str:
    if isinstance(value, str):
        return show_words(value)
    return "" if value is None or not isfinite(value) else value
