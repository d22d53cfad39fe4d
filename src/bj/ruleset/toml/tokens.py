"""Finds the lines, keys and strings in a TOML text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""The start and the end of a passage in the text, as character offsets."""

SPACE = " \t\r\n"
PART = r"""(?:[A-Za-z0-9_-]++|"(?>(?:[^"\\\n]++|\\.)*)"|'[^'\n]*+')"""
"""Matches one part of a dotted key.

Its groups are atomic, because Python before 3.11.5 handles possessive groups incorrectly.
"""
KEY_PART = re.compile(PART)
KEY = rf"{PART}(?>(?:[ \t]*\.[ \t]*{PART})*)"
HEAD = re.compile(rf"[ \t]*+\[?\[?[ \t]*+{KEY}")
PAIR_LINE = re.compile(rf"([ \t]*){KEY}[ \t]*=")
HEADER_LINE = re.compile(  # no array has a line like `[words]`, because bare words are not values
    rf"[ \t]*\[\[?[ \t]*(?!(?:true|false|inf|nan)[ \t]*\])(?=[A-Za-z_]){KEY}[ \t]*\]\]?[ \t\r]*(?:#.*)?$",
    re.MULTILINE,
)
TOKEN = re.compile(
    r"""(?P<string>"{3}(?>(?:[^"\\]++|\\[\s\S]?|"(?!""))*)(?:"{3,5}|\Z)
        | '{3}(?>(?:[^']++|'(?!\'\'))*)(?:'{3,5}|\Z)
        | "(?>(?:[^"\\\n]++|\\.?)*)"? | '[^'\n]*+'?)
      | (?P<comment>\#[^\n]*+) | (?P<mark>[\n\[\]{},=])
      | (?P<moment>(?:\d{4}-\d\d-\d\d[Tt ])?\d\d:\d\d(?:[:.\dZz+-]*+)(?![\w/]))
      | (?P<word>[^\s"'\#\[\]{},=]++)""",
    re.VERBOSE,
)
ESCAPE = re.compile(
    r"\\(?:[ \t]*+\r?\n[ \t\r\n]*+|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])|\r\n|[\s\S]"
)
ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}

PLAIN = {
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033"), '"'),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032"), "'"),
    **dict.fromkeys(map(ord, "\u00a0\u2007\u202f\u3000"), " "),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-"),
}
"""Maps typographic quotes, spaces and minus signs to the plain characters that TOML uses."""


def starts_of_lines(text: str) -> list[int]:
    """Return the offset at which each line in ``text`` starts."""
    return [0, *(match.end() for match in re.finditer("\n", text))]


def read_keys(text: str, start: int, end: int) -> list[tuple[str, Span]]:
    """Return each part of the dotted key between ``start`` and ``end``, with its span."""
    keys = []
    for match in KEY_PART.finditer(text, start, end):
        name = match[0]
        if name[0] in "\"'":
            name = "".join(character for _, _, character in read_string(name))
        keys.append((name, match.span()))
    return keys


def read_string(source: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start, the end and the value of each character in the string literal ``source``."""
    quotes = 3 if source[:3] in ('"""', "'''") and len(source) > 5 else 1
    at, end = quotes, len(source) - quotes
    if quotes == 3:
        at += 2 if source.startswith("\r\n", at) else source.startswith("\n", at)
    while at < end:
        if source[0] == '"' and (match := ESCAPE.match(source, at, end)):
            written, stop = match[0], match.end()
        else:
            stop = at + 2 if source.startswith("\r\n", at) else at + 1
            written = source[at:stop]
        if written[0] != "\\":
            yield at, stop, "\n" if written == "\r\n" else written
        elif source[0] == "'":
            yield at, stop, "\\"
        elif written[1] in "xuU":
            yield at, stop, chr(min(int(written[2:] or "0", 16), 0x10FFFF))
        elif written[1] in ESCAPED:
            yield at, stop, ESCAPED[written[1]]
        at = stop
