"""Lists the tables and keys in a document, and the blocks of lines that an editor can fold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bj.ruleset.documents import Document
from bj.ruleset.toml.outline import KeyPlaces
from bj.ruleset.toml.syntax_faults import split_statements
from bj.ruleset.toml.tokens import Span


class Symbol(NamedTuple):
    """A table or a key, for the outline in an editor."""

    name: str
    about: str
    """The value as written if it is short, or else an empty string."""
    is_table: bool
    span: Span
    """The span of the whole table or entry, including its contents."""
    key: Span
    inner: tuple[Symbol, ...]


SHORT = 60
"""The maximum length of a value to show, in characters."""


def symbols(document: Document) -> list[Symbol]:
    """Return the tables and keys in a document, in order, as far as the document can be parsed."""
    outline = document.make_outline()
    return list(_symbols(outline.root, outline.text))


def _symbols(place: KeyPlaces, text: str) -> Iterator[Symbol]:
    for step, child in sorted(place.children.items(), key=lambda each: _start(each[1])):
        name = str(step + 1) if isinstance(step, int) else step
        inner = tuple(_symbols(child, text))
        key = child.key or child.value or (0, 0)
        own = [key, *child.written, *([child.value] if child.value else []), *(each.span for each in inner)]
        span = min(start for start, _ in own), max(child.end, *(end for _, end in own))
        value = text[slice(*child.value)] if child.value and not inner else ""
        about = value if len(value) <= SHORT and "\n" not in value else ""
        yield Symbol(name or '""', about, not child.value or bool(inner), span, key, inner)


def _start(place: KeyPlaces) -> int:
    return (place.key or place.value or (0, 0))[0]


class Fold(NamedTuple):
    """A block of lines that can be folded, given by its first and last line. Lines are numbered from 0."""

    first: int
    last: int
    is_comment: bool = False


def folds(text: str) -> list[Fold]:
    """Return the blocks that can be folded: tables, multi-line values, and multi-line comments."""
    lines = text.split("\n")
    found = []
    header: int | None = None
    last = 0  # the last line of the previous statement
    at = line = 0
    for start, end in split_statements(text):
        line += text.count("\n", at, start)
        at = start
        through = line + text.count("\n", start, end)
        through -= text[start:end].endswith("\n")
        if text[start:end].lstrip().startswith("["):
            if header is not None and last > header:
                found.append(Fold(header, last))
            header = line
        if text[start:end].lstrip().startswith("#"):
            continue
        if through > line:
            found.append(Fold(line, through))
        last = through
    if header is not None and last > header:
        found.append(Fold(header, last))
    return sorted([*found, *_comments(lines)])


def _comments(lines: list[str]) -> Iterator[Fold]:
    first: int | None = None
    for number, line in enumerate([*lines, ""]):
        is_comment = line.lstrip().startswith("#")
        if is_comment and first is None:
            first = number
        elif not is_comment and first is not None:
            if number - 1 > first:
                yield Fold(first, number - 1, is_comment=True)
            first = None
