"""The edits that apply a remedy, at their places in a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from bj.errors import Fault, Fix, KeyPath
from bj.ruleset.faults.foreign_values import fold
from bj.ruleset.faults.foreign_words import RULE_SECTIONS
from bj.ruleset.faults.shape import fields_at
from bj.ruleset.toml.keys import write_key, write_value
from bj.ruleset.toml.outline import KeyPlaces, Outline
from bj.ruleset.toml.text import TOKEN, Span

HEADER = re.compile(r"\[\[?[^#]*\]")

Replacement: TypeAlias = tuple[int, int, str]
"""From one offset of a document up to another, and the text to write there."""


def find_edits(fault: Fault, outline: Outline, text: str) -> list[Replacement]:
    """The edits of a fault's remedy in a document; none if it leaves a choice, or would lose a comment.

    ``outline`` has the places of the ``text``, without those that could not be read.
    """
    edits = sorted(_find_edits(fault, outline, text))
    return [] if any(_has_comment(text[start:end]) for start, end, _ in edits) else edits


def _has_comment(text: str) -> bool:
    """Whether a part of a document has a comment."""
    return "#" in text and any(token["comment"] for token in TOKEN.finditer(text))


def _find_edits(fault: Fault, outline: Outline, text: str) -> Iterable[Replacement]:
    """The edits of a fault's remedy, in any order."""
    fix = fault.remedy
    if not isinstance(fix, Fix):
        return ()
    if fault.part == "text":
        offset, length = fix.span or fault.span or (0, 0)
        return [(offset, offset + length, fix.text)]
    place = outline.look_up(fault.path)
    if place is None:
        return ()
    if fix.to:
        return _move(fault.path, place, fix, outline, text)
    if fault.part == "key":
        return _rename(fault.path, place, fix.text, outline, text)
    return _rewrite(place, fix, fault.span, outline)


def drop_emptied(before: str, after: str) -> str:
    """A text without the headers of tables that lost all their pairs since an earlier text.

    Tables with names of the author's own, such as strategies, stay: they have a meaning without keys.
    """
    outline = Outline(after)
    spans = []
    for path, place in _walk_tables(Outline(before).root):
        now = outline.look_up(path)
        if not place.children or now is None or now.children or now.value is not None or not now.whole:
            continue
        start = after.rfind("\n", 0, now.whole[0]) + 1
        line = re.compile(r"[ \t]*\[[^#\[\n]*\][ \t]*(\r?\n|$)(?![ \t]*#)(\r?\n)?").match(after, start)
        is_named_freely = str(path[-1]) not in fields_at(path[:-1]) and fold(path[0]) not in RULE_SECTIONS
        if line is not None and (len(path) == 1 or not is_named_freely):
            spans.append(line.span())
    for start, end in sorted(spans, reverse=True):
        after = after[:start] + after[end:]
    return re.sub(r"(\r?\n)(?:\r?\n)+\Z", r"\1", after) if spans else after


def _walk_tables(root: KeyPlaces) -> Iterator[tuple[KeyPath, KeyPlaces]]:
    """Every table with a header, with its path."""
    waiting: list[tuple[KeyPath, KeyPlaces]] = [((), root)]
    while waiting:
        path, here = waiting.pop()
        if here.whole is not None and here.value is None:
            yield path, here
        waiting += [((*path, step), child) for step, child in here.children.items() if child.value is None]


def _rename(path: KeyPath, place: KeyPlaces, name: str, outline: Outline, text: str) -> list[Replacement]:
    """The edits that rename a key wherever it is written, or remove it if the name is empty."""
    if not name:
        return _remove(place, text)
    if outline.look_up((*path[:-1], name)) is not None:
        return []
    return [(*span, write_key(name)) for span in place.written]


def _rewrite(place: KeyPlaces, fix: Fix, at_fault: Span | None, outline: Outline) -> list[Replacement]:
    """The edit of a value, or of some characters of a string."""
    if place.value is None:
        return _rewrite_header(place, fix.text, outline.text)
    literal = outline.text[slice(*place.value)]
    span = fix.span or at_fault
    if span is None and not fix.is_word:
        return [(*place.value, fix.text)]
    if literal[0] not in "\"'":
        return [(*place.value, write_value(fix.text))]
    escaped = _escape(literal, fix.text)
    if escaped is None:
        return []
    if span is None:
        quotes = 3 if literal[:3] in ('"""', "'''") and len(literal) > 5 else 1
        return [(place.value[0] + quotes, place.value[1] - quotes, escaped)]
    return [(*outline.narrow(place.value, *span), escaped)]


def _rewrite_header(place: KeyPlaces, header: str, text: str) -> list[Replacement]:
    """The edit of the header of a table that has only one, or of the only entry of a list of tables."""
    if len(place.written) != 1 or not header.startswith("["):
        return []
    start, end = text.rfind("\n", 0, place.written[0][0]) + 1, _end_of_line(text, place.written[0][1])
    match = HEADER.search(text, start, end)
    return [(*match.span(), header)] if match else []


def _escape(literal: str, text: str) -> str | None:
    """A text as written inside a string literal; None if the literal cannot hold it."""
    if literal[0] == "'":
        return text if text.isprintable() and "'" not in text else None
    return write_value(text)[1:-1]


def _remove(place: KeyPlaces, text: str) -> list[Replacement]:
    """The edits that remove a key and its value, but no comment."""
    if place.whole is None or place.value is None:
        return []
    start, end = place.whole[0], place.value[1]
    before = text.rfind("\n", 0, start) + 1
    after = _end_of_line(text, end)
    rest = text[end:after].strip()
    if text[before:start].strip():  # in an inline table
        return _remove_inside(start, end, text)
    if rest:
        return [(start, end + len(text[end:after]) - len(text[end:after].lstrip()), "")]
    return [(before, text.find("\n", end) + 1 or len(text), "")]


def _remove_inside(start: int, end: int, text: str) -> list[Replacement]:
    """The edit that removes a pair of an inline table, with one comma."""
    after = text[end:].lstrip()
    if after.startswith(","):
        stop = len(text) - len(after) + 1
        return [(start, stop + len(text[stop:]) - len(text[stop:].lstrip(" \t")), "")]
    before = text[:start].rstrip()
    if before.endswith(","):
        return [(len(before) - 1, end, "")]
    return [(start, end, "")] if before.endswith("{") else []


def _move(path: KeyPath, place: KeyPlaces, fix: Fix, outline: Outline, text: str) -> Iterator[Replacement]:
    """The edits that move a key and its value to another path."""
    if outline.look_up(fix.to) is not None:
        return
    if place.value is None:
        yield from (
            _replace_table(place, fix, outline, text) if fix.text else _move_headers(path, place, fix.to)
        )
        return
    value = fix.text or text[slice(*place.value)]
    if fix.to[:-1] == path[:-1]:
        yield from ((*span, write_key(str(fix.to[-1]))) for span in place.written)
        if fix.text:
            yield (*place.value, value)
        return
    around = outline.look_up(path[:-1])
    if around is not None and fix.to[:-1] == path[:-2] and len(around.children) == 1 and around.written:
        start, end = around.written[-1][0], place.value[0]
        if "\n" not in text[start:end]:  # the table would stay empty
            yield start, (around.value or place.value)[1], f"{write_key(str(fix.to[-1]))} = {value}"
            return
    removed = _remove(place, text)
    inserted = _insert(fix.to, value, outline, text)
    if removed and inserted:
        yield from removed
        yield inserted


def _replace_table(place: KeyPlaces, fix: Fix, outline: Outline, text: str) -> Iterator[Replacement]:
    """The edits that write a key in place of a table with one header."""
    if place.whole is None or len(place.written) != 1:
        return
    start, end = text.rfind("\n", 0, place.whole[0]) + 1, _end_of_line(text, place.end)
    inserted = _insert(fix.to, fix.text, outline, text)
    if inserted and not start < inserted[0] < end:
        blank = re.compile(r"(?:\r?\n)*").match(text, end)
        yield inserted
        yield start, blank.end() if blank else end, ""


def _move_headers(path: KeyPath, place: KeyPlaces, to: KeyPath) -> Iterator[Replacement]:
    """The edits of the headers of a table and of those inside it."""
    waiting: list[tuple[KeyPath, KeyPlaces]] = [((), place)]
    while waiting:
        rest, here = waiting.pop()
        if here.whole is not None and here.value is None:
            yield (*here.whole, write_key(*(str(step) for step in (*to, *rest) if isinstance(step, str))))
        waiting += [((*rest, step), child) for step, child in here.children.items()]


def _insert(path: KeyPath, value: str, outline: Outline, text: str) -> Replacement | None:
    """The edit that adds a key, after the other ones of its table or below a new header."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    for depth in range(len(path) - 1, 0, -1):
        place = outline.look_up(path[:depth])
        pair = f"{_write(path[depth:])} = {value}"
        if place is None:
            continue
        if place.value is not None:
            return _insert_inside(place.value, pair, text)
        if place.whole is not None:
            at = _end_of_line(text, place.end)
            return at, at, line_end + pair
    at = len(text)
    before = "" if text.endswith("\n") or not text else line_end
    return at, at, f"{before}{line_end}[{_write(path[:-1])}]{line_end}{_write(path[-1:])} = {value}{line_end}"


def _insert_inside(table: Span, pair: str, text: str) -> Replacement | None:
    """The edit that adds a pair at the end of an inline table."""
    if text[table[0]] != "{":
        return None
    inner = text[table[0] + 1 : table[1] - 1]
    at = table[0] + 1 + len(inner.rstrip())
    return at, at, (", " if inner.strip() else " ") + pair + ("" if inner.strip() else " ")


def _write(path: Sequence[str | int]) -> str:
    """A path as a key."""
    return write_key(*map(str, path))


def _end_of_line(text: str, at: int) -> int:
    """The end of the line that has the character ``at``, without its line break."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if end > at and text[end - 1] == "\r" else end
