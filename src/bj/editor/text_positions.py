"""Converts between offsets and the positions that editors use, which count lines and UTF-16 units from 0."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple, TypeAlias

from bj.ruleset.toml.tokens import Span

END = re.compile(r"\r\n|\n|\r")

Range: TypeAlias = tuple["EditorPosition", "EditorPosition"]
"""The start and the end of a range."""


class EditorPosition(NamedTuple):
    """A line number, and an index on that line in UTF-16 units. Both count from 0."""

    line: int
    character: int


class EditorPositions:
    r"""Converts between offsets and editor positions in a text.

    >>> positions = EditorPositions("a = 1\nb = '♠🂡x'")
    >>> positions.find(positions.text.index("x")), positions.offset(1, 8) == positions.text.index("x")
    (EditorPosition(line=1, character=8), True)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in END.finditer(text))]
        self._is_narrow = text.isascii() or max(text) < "\U00010000"  # each character is one unit

    def find(self, offset: int) -> EditorPosition:
        """Return the editor position at ``offset``."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return EditorPosition(line, offset - start if self._is_narrow else _units(self.text[start:offset]))

    def range(self, span: Span) -> Range:
        """Return the editor positions at the start and the end of a span."""
        return self.find(span[0]), self.find(span[1])

    def offset(self, line: int, character: int) -> int:
        """Return the offset of an editor position.

        A position past the end of a line or of the text is moved back to that end.
        """
        if line >= len(self._starts):
            return len(self.text)
        at = self._starts[line]
        end = END.search(self.text, at)
        stop = end.start() if end else len(self.text)
        if self._is_narrow:
            return min(at + character, stop)
        units = 0
        while at < stop and units < character:
            units += _units(self.text[at])
            at += 1
        return at

    def line_offset(self, line: int, column: int) -> int:
        """Return the offset of a finding, given its line and column, which count characters from 1.

        In findings, only a newline character ends a line.
        """
        return self._newlines[line - 1] + column - 1

    @cached_property
    def _newlines(self) -> list[int]:
        """The offset at which each line starts. Only newline characters end lines."""
        if "\r" not in self.text:
            return self._starts
        return [0, *(match.end() for match in re.finditer("\n", self.text))]


def _units(text: str) -> int:
    """Return the length of ``text`` in UTF-16 units."""
    return len(text) + sum(character > "\uffff" for character in text)
