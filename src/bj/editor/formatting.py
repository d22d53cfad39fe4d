"""Aligns the columns of charts, and spaces out expressions. All else is left to TOML formatters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from bj.editor.schema_paths import meaning_at
from bj.errors import KeyPath
from bj.ruleset.documents import Document
from bj.ruleset.expressions.vocabulary import USAGE
from bj.ruleset.toml.outline import KeyPlaces, Outline
from bj.ruleset.toml.tokens import Span

Replacement: TypeAlias = tuple[Span, str]
"""A span of characters in a text, and the characters to put in its place."""

PLAIN = re.compile(r"""(["'])(?!\1\1)(?>(?:[^\\\n"']++|(?!\1)["'])*)\1""")
"""A pattern for a string on one line without escapes."""

WORD = re.compile(r"""\s*(\d[\d_.]*|[A-Za-z_]\w*|"[^"]*"|'[^']*'|[<>=!]=|//|[-+*%<>(),])""")
KEYWORDS = frozenset(("and", "or", "not", "if", "else"))
OPERATORS = frozenset(("<=", ">=", "==", "!=", "//", "+", "*", "%", "<", ">", "-"))


def format_document(document: Document) -> list[Replacement]:
    """Return the changes, in order, that align the rows of charts and put one space around operators."""
    outline = document.make_outline()
    return sorted(_format(outline, outline.root, ()))


def _format(outline: Outline, place: KeyPlaces, path: KeyPath) -> Iterator[Replacement]:
    """Yield the changes to the value at ``path``, and to the values inside it."""
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
    """Put a space on each side of every operator, and remove spaces just inside parentheses.

    Return a broken expression unchanged.

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
    """Align the cells of those ``rows`` of a chart that start on lines of their own."""
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
    """Return whether only blanks precede ``start`` on its line."""
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _replace(text: str, span: Span, new: str) -> Iterator[Replacement]:
    """Yield the change that replaces the text at ``span`` with ``new``, unless the text is the same."""
    if text[slice(*span)] != new:
        yield span, new
