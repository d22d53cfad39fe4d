"""Finds the syntax faults in a text that is not valid TOML, and the parts that can be read anyway.

Each statement is parsed separately, so that a fault in one statement does not hide the next.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import tomli

from bj.faults_and_fixes import Fault, KeyPath
from bj.ruleset.toml.parser_messages import UNCLOSED_STRING
from bj.ruleset.toml.reading_and_writing import read_toml
from bj.ruleset.toml.removed_parts import ANY
from bj.ruleset.toml.statement_faults import explain_statement, read_head
from bj.ruleset.toml.tokens import (
    HEAD,
    HEADER_LINE,
    PAIR_LINE,
    PLAIN,
    SPACE,
    TOKEN,
    Span,
    read_keys,
    starts_of_lines,
)

MOST_FAULTS = 20
MOST_CHARACTERS = 4_000_000  # the most characters to parse in search of duplicate keys
INDENT = re.compile(r"[ \t]*")
DEEPEST = 20  # the most steps in the path of a lost part


class Salvage(NamedTuple):
    """The readable part of a text that is not valid TOML."""

    data: dict[str, Any]
    faults: tuple[Fault, ...]
    lost: tuple[KeyPath, ...]
    """The path of each part that could not be read."""
    sound: str | None
    """The text with spaces in place of faulty statements, so that all other statements keep their lines and
    columns.

    The keys below a faulty header are replaced too, because otherwise they would belong to the previous
    table. So are the tables inside a faulty ``[[header]]``. This is None if 20 statements are faulty, or if
    the rest cannot be parsed.
    """


def salvage(text: str) -> Salvage:
    """Read every valid statement in ``text``, a document that tomli rejected."""
    faults, sound = _examine(text)
    if sound is None:
        return Salvage({}, faults, ((),), None)
    return Salvage(tomli.loads(sound), faults, tuple(_find_lost(text, sound)), sound)


def _examine(text: str) -> tuple[tuple[Fault, ...], str | None]:
    """Return up to 20 syntax faults, and ``text`` with spaces in place of faulty statements.

    If the rest of the text cannot be read, return None in place of the text.
    """
    statements = list(split_statements(text))
    starts = starts_of_lines(text)
    faults: list[Fault] = []
    faulty: set[int] = set()
    for number, span in enumerate(statements):
        fault = _check(text, span)
        if fault is None:
            continue
        if not faulty or not _goes_on(text, span, faults[-1]):
            faults.append(fault)
        faulty.add(number)
        if len(faulty) == MOST_FAULTS:
            return tuple(faults), None
    sound = None
    for _ in range(max(2, min(MOST_FAULTS - len(faulty), MOST_CHARACTERS // (len(text) + 1)))):
        rest = _blank(text, _widen(text, statements, faulty))
        try:
            read_toml(rest)
        except tomli.TOMLDecodeError as error:  # the statement is valid, but clashes with another one
            at = starts[error.lineno - 1] + error.colno - 1
            number = bisect_right(statements, (at, len(text))) - 1
            if number < 0 or number in faulty:
                break
            faulty.add(number)
            first = _find_first(text, statements[:number], statements[number])
            line = bisect_right(starts, first) if first is not None else 0
            said = "Given twice" if line else error.msg
            faults.append(explain_statement(text, statements[number], said, at, line))
        except (RecursionError, ValueError):
            break
        else:
            sound = rest
            break
    faults = faults or [Fault("BJ107", (), "this is not TOML", "", "text", (0, 1))]
    return tuple(sorted(faults, key=lambda fault: fault.span or (0, 0))), sound


def split_statements(text: str) -> Iterator[Span]:
    """Yield the span of each statement. Brackets and strings can extend a statement over several lines.

    If a bracket is not closed, the statement ends before the first line that cannot be inside brackets.
    """
    start = 0
    brackets: list[str] = []
    before = ""
    for token in TOKEN.finditer(text):
        written = token[0]
        if written == "\n":
            if not brackets or _begins(text, start, token.end(), brackets[-1], before):
                if text[start : token.start()].strip(SPACE):
                    yield start, token.start()
                start = token.end()
                brackets.clear()
            continue
        if written in ("[", "{"):
            brackets.append(written)
        elif written in ("]", "}") and brackets:
            brackets.pop()
        if not token["comment"]:
            before = written
    if text[start:].strip(SPACE):
        yield start, len(text)


def _begins(text: str, start: int, at: int, bracket: str, before: str) -> bool:
    """Return whether the line at ``at`` starts a new statement even though ``bracket`` is still open.

    ``start`` is the offset at which the current statement starts. ``before`` is the last token before the
    line.
    """
    pair = PAIR_LINE.match(text, at)
    if pair is None:
        return HEADER_LINE.match(text, at) is not None
    if bracket == "[":
        return True
    indent = INDENT.match(text, start)
    return before not in ("{", ",") and indent is not None and len(pair[1]) <= len(indent[0])


def _goes_on(text: str, span: Span, before: Fault) -> bool:
    """Return whether the faulty statement at ``span`` is only a continuation of the previous statement.

    ``before`` is the fault in the previous statement.
    """
    written = text[slice(*span)]
    if not written.strip("]}, \t\r"):
        return True
    is_next = before.span is not None and text.count("\n", before.span[0], span[0]) == 1
    return (
        before.message == UNCLOSED_STRING
        and is_next
        and not PAIR_LINE.match(written)
        and not written.startswith("[")
    )


def _check(text: str, span: Span) -> Fault | None:
    written = text[slice(*span)].removesuffix("\r")
    try:
        read_toml(written)
    except tomli.TOMLDecodeError as error:
        starts = starts_of_lines(written)
        return explain_statement(text, span, error.msg, span[0] + starts[error.lineno - 1] + error.colno - 1)
    except (RecursionError, ValueError) as error:
        return explain_statement(text, span, str(error), span[0])
    return None


def _find_first(text: str, earlier: Sequence[Span], statement: Span) -> int | None:
    """Find an ``earlier`` statement with the same header as ``statement``, or the same key in the same table.

    Return the offset of the earlier statement, or None if no statement matches.
    """
    names = [name for name, _ in read_head(text, *statement)]
    is_header = text[slice(*statement)].lstrip().startswith("[")
    for start, end in reversed(earlier):
        header = text[start:end].lstrip().startswith("[")
        if header == is_header and names == [name for name, _ in read_head(text, start, end)]:
            return start
        if header and not is_header:
            break
    return None


def _widen(text: str, statements: Sequence[Span], faulty: set[int]) -> Iterator[Span]:
    """Yield the spans of faulty statements, and of the statements whose meaning depends on them."""
    dropping = several = False
    dropped: list[str] = []
    for number, (start, end) in enumerate(statements):
        written = text[start:end].lstrip()
        if written.startswith("["):
            names = [name for name, _ in read_head(text, start, end)]
            if number in faulty:
                dropping, several, dropped = True, written.startswith("[["), names
            elif not (several and names[: len(dropped)] == dropped and len(names) > len(dropped)):
                dropping = several = False
        if dropping or number in faulty:
            yield start, end


def _blank(text: str, spans: Iterable[Span]) -> str:
    """Replace every character in ``spans`` with a space, except for line breaks."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += text[at:start], re.sub(r"[^\n]", " ", text[start:end])
        at = end
    return "".join([*pieces, text[at:]])


def _find_lost(text: str, rest: str) -> Iterator[KeyPath]:
    """Yield the paths of keys and tables that are in ``text`` but missing from ``rest``."""
    table: KeyPath = ()
    items: dict[KeyPath, int] = {}
    for written, kept in zip(text.split("\n"), rest.split("\n"), strict=True):
        is_lost = written.rstrip("\r") != kept.rstrip("\r")
        if is_lost or HEADER_LINE.match(written):
            plain = written.translate(PLAIN)
            head = HEAD.match(plain)
            keys = [name for name, _ in read_keys(plain, 0, head.end())[:DEEPEST]] if head else []
            if not keys:
                continue
            if written.lstrip().startswith("["):
                table = find_table(keys, items)
                if written.lstrip().startswith("[["):
                    items[table] = items.get(table, -1) + (not is_lost)
                    table = (*table, ANY if is_lost else items[table])
                keys = []
            if is_lost:
                yield (*table, *keys)


def find_table(keys: list[str], items: Mapping[KeyPath, int]) -> KeyPath:
    """Return the path of the table whose header consists of ``keys``.

    In an array of tables, the header refers to the last item. ``items`` maps the path of each array to the
    index of its last item.
    """
    table: KeyPath = ()
    for key in keys:
        table = (*table, items[table], key) if table in items else (*table, key)
    return table
