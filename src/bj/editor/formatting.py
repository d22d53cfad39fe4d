"""Aligns the columns of charts and adds spaces to expressions.

Other formatting is left to TOML formatters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from bj.editor.schema_paths import meaning_at
from bj.faults_and_fixes import KeyPath
from bj.ruleset.documents import Document
from bj.ruleset.expressions.supported_syntax import USAGE
from bj.ruleset.toml.outline import KeyPlaces, Outline
from bj.ruleset.toml.tokens import Span

Replacement: TypeAlias = tuple[Span, str]
"""A span of text, and its replacement."""

PLAIN = re.compile(r"""(["'])(?!\1\1)(?>(?:[^\\\n"']++|(?!\1)["'])*)\1""")
"""Matches a single-line string without escapes."""

WORD = re.compile(r"""\s*(\d[\d_.]*|[A-Za-z_]\w*|"[^"]*"|'[^']*'|[<>=!]=|//|[-+*%<>(),])""")
KEYWORDS = frozenset(("and", "or", "not", "if", "else"))
OPERATORS = frozenset(("<=", ">=", "==", "!=", "//", "+", "*", "%", "<", ">", "-"))


def format_document(document: Document) -> list[Replacement]:
    """Return, in order, the replacements that align chart columns and put one space around each operator."""
    outline = document.make_outline()
    return sorted(_format(outline, outline.root, ()))


def _format(outline: Outline, place: KeyPlaces, path: KeyPath) -> Iterator[Replacement]:
    """Yield the replacements for the value at ``path`` and the values inside it."""
    match path:
        case ("strategies", _, "chart" | "chart_by_total" | "worths", "rows"):
            yield from _align(outline.text, list(place.children.values()))
            return
    is_plain = place.value is not None and PLAIN.fullmatch(outline.text, *place.value)
    if place.value and is_plain and (meaning_at(path) is not None or path[:1] == ("define",)):
        start, end = place.value[0] + 1, place.value[1] - 1
        yield from _replace(outline.text, (start, end), space_out(outline.text[start:end]))
    for step, inner in place.children.items():
        yield from _format(outline, inner, (*path, step))


def space_out(expression: str) -> str:
    """Put one space around each operator, and remove spaces next to parentheses.

    An expression with invalid characters is returned unchanged.

    >>> space_out("2*minimum  if count>=-2 else max( minimum,5 )")
    '2 * minimum if count >= -2 else max(minimum, 5)'
    """
    words, at = [], 0
    while match := WORD.match(expression, at):
        words.append(match[1])
        at = match.end()
    if expression[at:].strip() or not words:
        return expression
    written = words[0]
    is_sign = written == "-"
    for before, word in pairwise(words):
        is_call = word == "(" and before in USAGE
        is_tight = before == "(" or word in (")", ",") or is_call or is_sign
        written += word if is_tight else f" {word}"
        is_sign = word == "-" and (before in OPERATORS or before in KEYWORDS or before in ("(", ","))
    return written


def _align(text: str, rows: list[KeyPlaces]) -> Iterator[Replacement]:
    """Align the columns of the ``rows`` in a chart, except rows that share a line with other text."""
    found = [
        (row.whole, row.value)
        for row in rows
        if row.whole and row.value and PLAIN.fullmatch(text, *row.value) and _is_alone(text, row.whole[0])
    ]
    cells = [text[start + 1 : end - 1].split() for _, (start, end) in found]
    most = max(map(len, cells), default=0)
    if most < 2:
        return
    full = [row for row in cells if len(row) == most]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)]
    longest = max(end - start for (start, end), _ in found)
    for ((start, end), value), row in zip(found, cells, strict=True):
        yield from _replace(text, (end, value[0]), " " * (longest - (end - start)) + " = ")
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        aligned = " ".join(padded).rstrip() if len(row) == most else " ".join(row)
        yield from _replace(text, (value[0] + 1, value[1] - 1), aligned)


def _is_alone(text: str, start: int) -> bool:
    """Return whether there is only white space before ``start`` on its line."""
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _replace(text: str, span: Span, new: str) -> Iterator[Replacement]:
    """Yield a replacement for the text at ``span`` if it differs from ``new``."""
    if text[slice(*span)] != new:
        yield span, new
