"""Renders HTML tables for notebooks, with all text escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from bj.text.untrusted_text import make_visible

MOST_ROWS = 200
"""The maximum number of rows to show in a table, so that the notebook stays readable."""


def render_table(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], colours: Mapping[str, str] | None = None
) -> str:
    """Render a table with a caption. The first cell in each row is a row heading.

    ``colours`` maps the first letter of a cell's text to a background color.

    >>> render_table("A < B", ["", "won"], [["Ann", "1"]]).splitlines()[1]
    '<tr><th></th><th>won</th></tr>'
    """
    lines = [f"<table><caption>{escape_text(title)}</caption>", f"<tr>{''.join(map(_head, head))}</tr>"]
    for first, *cells in rows[:MOST_ROWS]:
        shown = "".join(_cell(cell, (colours or {}).get(cell[:1], "")) for cell in cells)
        lines.append(f"<tr>{_head(first)}{shown}</tr>")
    if len(rows) > MOST_ROWS:
        lines.append(f"<tr><td>and {len(rows) - MOST_ROWS:,} more</td></tr>")
    return "\n".join([*lines, "</table>"])


def escape_text(text: str) -> str:
    """Escape text for HTML, and make invisible characters visible.

    >>> escape_text("<b>Ann")
    '&lt;b&gt;Ann'
    """
    return escape(make_visible(text))


def _head(text: str) -> str:
    return f"<th>{escape_text(text)}</th>"


def _cell(text: str, colour: str) -> str:
    style = f' style="background: {colour}; color: #fff"' if colour else ""
    return f"<td{style}>{escape_text(text)}</td>"
