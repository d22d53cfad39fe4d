"""Determines what is at a cursor in the text of a ruleset, even if the text is invalid."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from bj.faults_and_fixes import KeyPath
from bj.ruleset.toml.statement_faults import read_head
from bj.ruleset.toml.syntax_faults import find_table, split_statements
from bj.ruleset.toml.tokens import KEY_PART, TOKEN, Span, read_keys

Part: TypeAlias = Literal["header", "key", "value", "nothing"]

BARE = re.compile(r"[\w-]*")
QUOTES = ('"""', "'''", '"', "'")


class Cursor(NamedTuple):
    """The syntactic position of a cursor in the text of a ruleset."""

    part: Part
    path: KeyPath
    """The path of the value at the cursor. For a key or a header, it is the path of the enclosing table."""
    word: Span
    """The span of the word at the cursor: part of a dotted key, a bare value, or the content of a string."""
    literal: Span | None = None
    """The span of the string at the cursor, with its quotation marks. The closing mark may be missing."""
    before: str = ""
    """The previous key in the same table, or the previous item in the same array."""
    used: tuple[str, ...] = ()
    """The keys that precede the cursor in the same inline table."""


@dataclass(slots=True)
class _Frame:
    path: KeyPath
    bracket: str = ""
    index: int = 0
    used: list[str] = field(default_factory=list)


NOTHING = Cursor("nothing", (), (0, 0))


def read_cursor(text: str, offset: int) -> Cursor:
    """Return the position of the cursor at ``offset`` in ``text``. The text may be invalid."""
    table: KeyPath = ()
    items: dict[KeyPath, int] = {}
    before = ""
    for start, end in split_statements(text):
        if start > offset:
            break
        is_header = text[start:end].lstrip().startswith("[")
        if start <= offset <= end:
            if is_header:
                return _read_header(text, start, end, offset, table)
            return _read_pair(text, (start, end), offset, table, before)
        names = [name for name, _ in read_head(text, start, end)]
        if is_header and names:
            table = find_table(names, items)
            if text[start:end].lstrip().startswith("[["):
                items[table] = items.get(table, -1) + 1
                table = (*table, items[table])
            before = ""
        elif names:
            before = names[0]
    return Cursor("key", table, (offset, offset), before=before)


def _read_header(text: str, start: int, end: int, offset: int, table: KeyPath) -> Cursor:
    """Return the position of a cursor in a table header.

    ``table`` is the path of the preceding table.
    """
    begin = start + len(text[start:end]) - len(text[start:end].lstrip("[ \t"))
    closed = text.find("]", begin, end)
    if offset < begin or (0 <= closed < offset):
        return NOTHING
    steps, word, _ = _split_key(text, begin, offset)
    is_inside = [step for step in table if isinstance(step, str)][: len(steps)] == steps
    before = [str(step) for step in table if isinstance(step, str)][len(steps) :] if is_inside else []
    return Cursor("header", tuple(steps), word, before=before[0] if before else "")


def _split_key(text: str, start: int, offset: int) -> tuple[list[str], Span, Span | None]:
    """Split a dotted key at the cursor. The key begins at ``start``.

    Return the parts before the cursor, the span of the part at the cursor, and the same span including
    quotation marks, or None if the part is not quoted.
    """
    at, steps = start, []
    while match := KEY_PART.match(text, at):
        dot = re.compile(r"[ \t]*\.[ \t]*").match(text, match.end())
        if match.end() >= offset or dot is None or dot.end() > offset:
            break
        steps += [name for name, _ in read_keys(text, *match.span())]
        at = dot.end()
    if text[at : at + 1] in ("'", '"'):
        closing = re.compile(rf"[^{text[at]}\n]*").match(text, at + 1)
        end = closing.end() if closing else offset
        is_closed = text[end : end + 1] == text[at]
        return steps, (at + 1, max(end, offset) if end >= offset else offset), (at, end + is_closed)
    bare = BARE.match(text, min(at, offset))
    return steps, (min(at, offset), max(offset, bare.end() if bare else offset)), None


def _read_pair(text: str, span: Span, offset: int, table: KeyPath, before: str) -> Cursor:
    """Return the position of a cursor in a key-value pair. ``before`` is the previous key in the table."""
    frames = [_Frame(table)]
    path, mode, first, entry = table, "key", -1, before
    for token in TOKEN.finditer(text, *span):
        written, (start, end) = token[0], token.span()
        is_mark = token["mark"] is not None
        if start > offset or (start == offset and is_mark):
            break
        frame = frames[-1]
        if token["comment"]:
            if start < offset <= end:
                return NOTHING
        elif written == "\n":
            first = -1
        elif not is_mark:
            at_cursor = start < offset < end or offset == (start if mode != "after" else -1)
            at_cursor = at_cursor or (offset == end and not (token["string"] and _is_closed(written)))
            if mode == "key":
                first = start if first < 0 else first
                if at_cursor:
                    break
            elif at_cursor and mode == "value":
                literal = (start, end) if token["string"] else None
                word = _content(text, start, end) if literal else (start, end)
                return Cursor("value", path, word, literal, entry)
            else:
                mode, entry = "after", written.strip("\"'")
        elif written == "=" and mode == "key" and first >= 0:
            keys = [name for name, _ in read_keys(text, first, start)]
            frame.used += keys[:1]
            path, mode, first, entry = (*frame.path, *keys), "value", -1, ""
        elif written in ("[", "{"):
            frames.append(_Frame((*path, 0) if written == "[" else path, written))
            mode, entry = ("value", "") if written == "[" else ("key", "")
            path = frames[-1].path
        elif written == "," and frame.bracket == "[":
            frame.index += 1
            path, mode = (*frame.path[:-1], frame.index), "value"
        elif written == ",":
            path, mode, first, entry = frame.path, "key", -1, frame.used[-1] if frame.used else ""
        elif written in ("]", "}") and len(frames) > 1:
            frames.pop()
            mode, entry = "after", ""
    if mode == "key":
        frame = frames[-1]
        steps, word, literal = _split_key(text, first if first >= 0 else offset, offset)
        return Cursor("key", (*frame.path, *steps), word, literal, "" if steps else entry, tuple(frame.used))
    return Cursor("value", path, (offset, offset), before=entry) if mode == "value" else NOTHING


def _is_closed(written: str) -> bool:
    quote = next(quote for quote in QUOTES if written.startswith(quote))
    return len(written) >= 2 * len(quote) and written.endswith(quote)


def _content(text: str, start: int, end: int) -> Span:
    """Return the span of a string's content. The closing quotation mark may be missing."""
    written = text[start:end]
    quote = next(quote for quote in QUOTES if written.startswith(quote))
    return start + len(quote), max(start + len(quote), end - len(quote) * _is_closed(written))
