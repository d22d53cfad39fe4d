"""Creates the edits that apply a remedy to the text of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import tomli

from bj.faults_and_fixes import Fault, Fix, KeyPath
from bj.ruleset.faults.foreign_sections import RULE_SECTIONS
from bj.ruleset.faults.foreign_values import fold
from bj.ruleset.model.house_rule_reading import table_of
from bj.ruleset.model_fields import fields_at
from bj.ruleset.toml.outline import KeyPlaces, Outline
from bj.ruleset.toml.reading_and_writing import write_key, write_path, write_value
from bj.ruleset.toml.tokens import TOKEN, Span

HEADER = re.compile(r"\[\[?[^#]*\]")

Replacement: TypeAlias = tuple[int, int, str]
"""The start and end offsets of a passage in a document, and the text to replace it with."""


def find_edits(fault: Fault, outline: Outline, text: str) -> list[Replacement]:
    """Return the edits to ``text`` that apply the remedy for ``fault``.

    ``outline`` locates the readable parts of ``text``. Return an empty list if the remedy leaves a choice to
    the author, or if the edits would delete a comment.
    """
    edits = sorted(_find_edits(fault, outline, text))
    return [] if any(_has_comment(text[start:end]) for start, end, _ in edits) else edits


def _has_comment(text: str) -> bool:
    return "#" in text and any(token["comment"] for token in TOKEN.finditer(text))


def _find_edits(fault: Fault, outline: Outline, text: str) -> Iterable[Replacement]:
    fix = fault.remedy
    if not isinstance(fix, Fix):
        return ()
    if fault.part == "text":
        offset, length = fix.span or fault.span or (0, 0)
        return [(offset, offset + length, fix.text)]
    place = outline.look_up(fault.path)
    if place is None:
        return ()
    if fix.to and isinstance(fix.to[-1], int):
        return _put_before(fault.path, fix.to[-1], outline, text)
    if fix.to:
        return _move(fault.path, place, fix, outline, text)
    if fault.part == "key":
        return _rename(fault.path, place, fix.text, outline, text)
    return _rewrite(place, fix, fault.span, outline)


def drop_emptied(before: str, after: str) -> str:
    """Return ``after`` without the headers of tables that have lost all the keys they had in ``before``.

    Tables with names chosen by the author, such as strategies, are kept, because they have a meaning even
    without keys.
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
        is_unknown = str(path[0]) not in fields_at(())
        if line is not None and (len(path) == 1 or is_unknown or not is_named_freely):
            spans.append(line.span())
    for start, end in sorted(spans, reverse=True):
        after = after[:start] + after[end:]
    return re.sub(r"(\r?\n)(?:\r?\n)+\Z", r"\1", after) if spans else after


def _walk_tables(root: KeyPlaces) -> Iterator[tuple[KeyPath, KeyPlaces]]:
    waiting: list[tuple[KeyPath, KeyPlaces]] = [((), root)]
    while waiting:
        path, here = waiting.pop()
        if here.whole is not None and here.value is None:
            yield path, here
        waiting += [((*path, step), child) for step, child in here.children.items() if child.value is None]


def _rename(path: KeyPath, place: KeyPlaces, name: str, outline: Outline, text: str) -> list[Replacement]:
    """Return the edits that rename a key wherever the document contains it.

    If ``name`` is empty, remove the key instead. Return an empty list if the table already has a key
    ``name``.
    """
    if not name:
        return _remove(place, text)
    if outline.look_up((*path[:-1], name)) is not None:
        return []
    return [(*span, write_key(name)) for span in place.written]


def _rewrite(place: KeyPlaces, fix: Fix, at_fault: Span | None, outline: Outline) -> list[Replacement]:
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
    """Return the edit that replaces the header of a table.

    Return an empty list if the table has several headers, or if ``header`` is not a header.
    """
    if len(place.written) != 1 or not header.startswith("["):
        return []
    start, end = text.rfind("\n", 0, place.written[0][0]) + 1, _end_of_line(text, place.written[0][1])
    match = HEADER.search(text, start, end)
    return [(*match.span(), header)] if match else []


def _escape(literal: str, text: str) -> str | None:
    """Escape ``text`` for use in a string with the same quotes as ``literal``.

    Return None if such a string cannot contain ``text``.
    """
    if literal[0] == "'":
        return text if text.isprintable() and "'" not in text else None
    return write_value(text)[1:-1]


def _remove(place: KeyPlaces, text: str) -> list[Replacement]:
    """Return the edits that remove a key and its value, or a table and its header.

    Return an empty list if that is impossible.
    """
    if place.value is None:
        return _remove_table(place, text)
    if place.whole is None:
        return []
    start, end = place.whole[0], place.value[1]
    before = text.rfind("\n", 0, start) + 1
    after = _end_of_line(text, end)
    rest = text[end:after].strip()
    if text[before:start].strip():  # the key is in an inline table
        return _remove_inside(start, end, text)
    if rest:
        return [(start, end + len(text[end:after]) - len(text[end:after].lstrip()), "")]
    return [(before, text.find("\n", end) + 1 or len(text), "")]


def _remove_inside(start: int, end: int, text: str) -> list[Replacement]:
    """Return the edit that removes a key, its value and one comma from an inline table."""
    after = text[end:].lstrip()
    if after.startswith(","):
        stop = len(text) - len(after) + 1
        return [(start, stop + len(text[stop:]) - len(text[stop:].lstrip(" \t")), "")]
    before = text[:start].rstrip()
    if before.endswith(","):
        return [(len(before) - 1, end, "")]
    return [(start, end, "")] if before.endswith("{") else []


def _remove_table(place: KeyPlaces, text: str) -> list[Replacement]:
    """Return the edits that remove a table or a list of tables, including any blank lines after it."""
    if 0 in place.children:
        return [edit for entry in place.children.values() for edit in _remove_table(entry, text)]
    if place.whole is None or len(place.written) > 1:
        return []
    start = text.rfind("\n", 0, place.whole[0]) + 1
    blank = re.compile(r"(?:\r?\n)*").match(text, _end_of_line(text, place.end))
    return [(start, blank.end() if blank else len(text), "")]


def _move(path: KeyPath, place: KeyPlaces, fix: Fix, outline: Outline, text: str) -> list[Replacement]:
    """Return the edits that move a key and its value to ``fix.to``.

    If ``fix.to`` already has the same value, the edits only remove the key. If the value there is ``true``, a
    table or string replaces it.
    """
    if (there := outline.look_up(fix.to)) is not None:
        if there.value is None or not fix.text:
            return []
        written, removed = text[slice(*there.value)], _remove(place, text)
        is_more = written == "true" and fix.text[0] in '{"' and removed
        return [*removed, (*there.value, fix.text)] if is_more else removed if written == fix.text else []
    if place.value is None and not fix.text:
        return [*_move_headers(place, fix.to)]
    value = fix.text or text[slice(*(place.value or (0, 0)))]
    if place.value and fix.to[:-1] == path[:-1]:
        renamed = [(*span, write_key(str(fix.to[-1]))) for span in place.written]
        return [*renamed, (*place.value, value)] if fix.text else renamed
    around = outline.look_up(path[:-1])
    if (
        place.value
        and around is not None
        and fix.to[:-1] == path[:-2]
        and len(around.children) == 1
        and around.written
    ):
        start, end = around.written[-1][0], place.value[0]
        if "\n" not in text[start:end]:  # otherwise, an empty table would be left
            return [(start, (around.value or place.value)[1], f"{write_key(str(fix.to[-1]))} = {value}")]
    inserted = _insert(fix.to, value, outline, text)
    return [] if inserted is None else _combine(_remove(place, text), inserted, text)


def _combine(removed: list[Replacement], inserted: Replacement, text: str) -> list[Replacement]:
    """Return the edits that remove a key and insert another key, which may take its place.

    Return an empty list if that is impossible.
    """
    at, end, written = inserted
    around = next((edit for edit in removed if edit[0] < at < edit[1]), None)
    if not removed or (around and not written.startswith(("\r", "\n"))):
        return []
    if around:  # the new line replaces the removed one
        line = written.lstrip("\r\n") + text[at : around[1]]
        return [*(edit for edit in removed if edit is not around), (*around[:2], line)]
    is_after_blank = any(one[1] == at and text[: one[0]].endswith(("\n\n", "\r\n\r\n")) for one in removed)
    is_header = is_after_blank and re.match(r"\r?\n\[", written)
    return [*removed, (at, end, written.lstrip("\r\n") if is_header else written)]


def _put_before(path: KeyPath, first: int, outline: Outline, text: str) -> list[Replacement]:
    """Return the edits that move a list item to the place before the item with the index ``first``.

    Return an empty list if there is a comment between the two items.
    """
    entries = (outline.look_up((*path[:-1], at)) for at in range(first, int(path[-1]) + 1))
    spans = [entry.value for entry in entries if entry and entry.value]
    if len(spans) <= int(path[-1]) - first or _has_comment(
        text[spans[0][0] : _end_of_line(text, spans[-1][1])]
    ):
        return []
    written = (text[slice(*span)] for span in (spans[-1], *spans[:-1]))
    return [(*span, entry) for span, entry in zip(spans, written, strict=True)]


def _move_headers(place: KeyPlaces, to: KeyPath) -> Iterator[Replacement]:
    """Yield the edits that move a table by rewriting its header and the headers of all tables inside it."""
    waiting: list[tuple[KeyPath, KeyPlaces]] = [((), place)]
    while waiting:
        rest, here = waiting.pop()
        if here.whole is not None and here.value is None:
            yield (*here.whole, write_key(*(str(step) for step in (*to, *rest) if isinstance(step, str))))
        waiting += [((*rest, step), child) for step, child in here.children.items()]


def _insert(path: KeyPath, value: str, outline: Outline, text: str) -> Replacement | None:
    """Return the edit that adds a key and its value to an existing table, or to a new one.

    A new table goes at the end of the text, except [ruleset], which goes first if possible. Return None if
    the key cannot be added.
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    depth, place = _find_table(path, outline)
    pair = f"{write_path(path[depth:])} = {value}"
    first = _above_headers(outline, text)
    if len(path) == 1:
        return first, first, f"{pair}{line_end}{line_end}"
    if place is not None and place.value is None:
        at = _end_of_line(text, place.end)
        return at, at, line_end + pair
    if place is not None and place.value is not None:
        return _insert_in_value(place.value, path, depth, value, text)
    table = f"[{write_path(path[:-1])}]{line_end}{write_path(path[-1:])} = {value}{line_end}"
    if path[:-1] == ("ruleset",) and first and not text.startswith("#", text.rfind("\n", 0, first - 1) + 1):
        return first, first, table + line_end
    before = "" if text.endswith("\n") or not text else line_end
    return len(text), len(text), before + line_end + table


def _insert_in_value(span: Span, path: KeyPath, depth: int, value: str, text: str) -> Replacement | None:
    """Return the edit that adds a key to the value in ``span``, an inline table or a word that means a table.

    Return None if the value has no equivalent table.
    """
    pair = f"{write_path(path[depth:])} = {value}"
    if text[span[0]] == "{":
        return _insert_inside(span, pair, text)
    written = _as_table(path[:depth], text[slice(*span)])
    if written is None:
        return None
    kept = [f"{key} = {each}" for key, each in written.items() if key != write_path(path[depth:])]
    return (*span, f"{{ {', '.join([*kept, pair])} }}")


def _as_table(path: KeyPath, literal: str) -> dict[str, str] | None:
    """Convert the value of a house rule to the keys and values of an equivalent table.

    Return None if the value has no equivalent table.
    """
    if path == ("rules", "charlie") and literal.isdigit():
        return {"cards": literal}
    is_rule = path[:-1] == ("rules",)
    table = table_of(str(path[-1]), tomli.loads(f"value = {literal}")["value"]) if is_rule else None
    return None if table is None else {write_key(key): write_value(each) for key, each in table.items()}


def _above_headers(outline: Outline, text: str) -> int:
    """Return the offset of the line with the first header."""
    headers = [place.whole[0] for _, place in _walk_tables(outline.root) if place.whole]
    return text.rfind("\n", 0, min(headers, default=0)) + 1


def _find_table(path: KeyPath, outline: Outline) -> tuple[int, KeyPlaces | None]:
    """Find the innermost table in the text that encloses ``path``.

    Return its depth and its spans, or 0 and None if no table matches.
    """
    for depth in range(len(path) - 1, 0, -1):
        place = outline.look_up(path[:depth])
        if place is not None and (place.value is not None or place.whole is not None):
            return depth, place
    return 0, None


def _insert_inside(table: Span, pairs: str, text: str) -> Replacement:
    inner = text[table[0] + 1 : table[1] - 1]
    at = table[0] + 1 + len(inner.rstrip())
    return at, at, (", " if inner.strip() else " ") + pairs + ("" if inner.strip() else " ")


def _end_of_line(text: str, at: int) -> int:
    """Return the offset at which the line that contains ``at`` ends, before its line break."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if end > at and text[end - 1] == "\r" else end
