"""The parts of a TOML text: its lines, its keys, its strings, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from bj.errors import Finding

Span: TypeAlias = tuple[int, int]
"""From one offset up to another, in characters of the text."""

BYTE_ORDER_MARK = "\ufeff"
PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
KEY_PART = re.compile(PART)
KEY = rf"{PART}(?:[ \t]*\.[ \t]*{PART})*+"
HEAD = re.compile(rf"[ \t]*\[?\[?[ \t]*{KEY}")
PAIR_LINE = re.compile(rf"([ \t]*){KEY}[ \t]*=")
HEADER_LINE = re.compile(  # no array has lines such as `[words]`, or its values would be bare words
    rf"[ \t]*\[\[?[ \t]*(?!(?:true|false|inf|nan)[ \t]*\])(?=[A-Za-z_]){KEY}[ \t]*\]\]?[ \t\r]*(?:#.*)?$",
    re.MULTILINE,
)
TOKEN = re.compile(
    r"""(?P<string>"{3}(?:[^"\\]|\\[\s\S]?|"(?!""))*+(?:"{3,5}|\Z) | '{3}(?:[^']|'(?!\'\'))*+(?:'{3,5}|\Z)
        | "(?:[^"\\\n]|\\.?)*+"? | '[^'\n]*+'?)
      | (?P<comment>\#[^\n]*+) | (?P<mark>[\n\[\]{},=])
      | (?P<moment>(?:\d{4}-\d\d-\d\d[Tt ])?\d\d:\d\d(?:[:.\dZz+-]*+)(?![\w/]))
      | (?P<word>[^\s"'\#\[\]{},=]++)""",
    re.VERBOSE,
)
ESCAPE = re.compile(
    r"\\(?:[ \t]*+\r?\n[ \t\r\n]*+|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])|\r\n|[\s\S]"
)
ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}


class Page:
    """A text by its lines, to turn offsets into findings."""

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self.text = text
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._excerpts: dict[int, str] = {}  # shared, as a text may be one line with many faults

    def finding(self, span: Span, code: str, message: str, remedy: str) -> Finding:
        """Make the finding of a kind of fault at a span; only the part on the span's first line is marked."""
        line = bisect_right(self.starts, span[0])
        begin = self.starts[line - 1]
        if line not in self._excerpts:
            end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
            self._excerpts[line] = self.text[begin:end].removesuffix("\r")
        excerpt = self._excerpts[line]
        length = max(1, min(span[1], begin + len(excerpt)) - span[0])
        return Finding(self.file, line, span[0] - begin + 1, length, excerpt, message, remedy, code)


def read_keys(text: str, start: int, end: int) -> list[tuple[str, Span]]:
    """The components of a dotted key with their places."""
    keys = []
    for match in KEY_PART.finditer(text, start, end):
        name = match[0]
        if name[0] in "\"'":
            name = "".join(character for _, _, character in read_string(name))
        keys.append((name, match.span()))
    return keys


def read_string(source: str) -> Iterator[tuple[int, int, str]]:
    """The characters of a string literal, each with where it is written in ``source``."""
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
