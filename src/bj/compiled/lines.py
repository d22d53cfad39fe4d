"""The transcript of the compiled engine: lines are copied byte by byte, numbers written in place.

It says what ``bj.output.transcript`` says, from the same script, for runs of millions of lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import njit

from bj.compiler.script import Line, Script
from bj.engine.events import FIRST_EVENT, PERSON_STRIDE

MISSING = -1  # the line of a code that has not been needed yet
TEXT = 0  # a piece that is text: where it begins, its length, 0
NUMBER = 1  # a piece that is a number: which one of the event's, width, alignment
PIECE_SIZE = 4
ALIGNMENTS = {"<": 0, ">": 1, "^": 2}
LONGEST_LINE = 1 << 16  # bytes: templates are bounded, so are names and widths
OUTPUT = 1 << 20

_compile = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)


@_compile
def put_number(out: Any, at: int, number: int, width: int, alignment: int) -> int:
    """Write ``number`` in decimal at ``out[at]`` in a field of ``width``: the place behind it."""
    digits = 1
    rest = abs(number) // 10
    while rest:
        rest //= 10
        digits += 1
    length = digits + (1 if number < 0 else 0)
    padding = max(0, width - length)
    before = padding if alignment == 1 else padding // 2 if alignment == 2 else 0
    for _ in range(before):
        out[at] = 32
        at += 1
    if number < 0:
        out[at] = 45
        at += 1
    rest = abs(number)
    for i in range(digits - 1, -1, -1):
        out[at + i] = 48 + rest % 10
        rest //= 10
    at += digits
    for _ in range(padding - before):
        out[at] = 32
        at += 1
    return at


@_compile
def write_lines(
    events: Any, at: int, end: int, entries: Any, pieces: Any, text: Any, out: Any
) -> tuple[int, int]:
    """Write the lines of the events from ``at`` on: how far it came in the events, and in ``out``.

    It stops at ``end``, at a code whose line is missing, and when ``out`` may not hold another line.
    """
    written = 0
    while at < end and written < len(out) - LONGEST_LINE:
        piece = entries[events[at]]
        if piece == MISSING:
            break
        size = pieces[piece]
        last = piece + 2 + PIECE_SIZE * pieces[piece + 1]
        for p in range(piece + 2, last, PIECE_SIZE):
            first, second = pieces[p + 1], pieces[p + 2]
            if pieces[p] == NUMBER:
                written = put_number(out, written, events[at + 1 + first], second, pieces[p + 3])
            else:
                for i in range(second):
                    out[written + i] = text[first + i]
                written += second
        at += size
    return at, written


class Lines:
    """The script as arrays; a line is added the first time that it is needed."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.entries = np.full(len(script.persons) * PERSON_STRIDE, MISSING, dtype=np.int64)
        self.pieces = np.zeros(1 << 12, dtype=np.int64)
        self.pieces_used = 0
        self.text = np.zeros(1 << 14, dtype=np.uint8)
        self.text_used = 0
        self.out = np.zeros(OUTPUT + LONGEST_LINE, dtype=np.uint8)

    def render(self, events: Any, end: int) -> Iterator[memoryview]:
        """The transcript of the events before ``end`` in UTF-8; each piece is good until the next is taken."""
        at = FIRST_EVENT
        while at < end:
            at, written = write_lines(events, at, end, self.entries, self.pieces, self.text, self.out)
            if written:
                yield memoryview(self.out)[:written]
            if at < end and self.entries[events[at]] == MISSING:
                self._add(int(events[at]))

    def _add(self, code: int) -> None:
        """Put the line of ``code`` into the arrays."""
        entry = self.script[code]
        line = entry if isinstance(entry, Line) else Line(1, (entry,) if entry else (), str)
        numbers = [line.size, len(line.pieces)]
        for piece in line.pieces:
            if isinstance(piece, str):
                content = piece.encode()
                self.text = _with_room(self.text, self.text_used + len(content))
                self.text[self.text_used : self.text_used + len(content)] = np.frombuffer(content, np.uint8)
                numbers += [TEXT, self.text_used, len(content), 0]
                self.text_used += len(content)
            else:
                numbers += [NUMBER, piece.index, piece.width, ALIGNMENTS[piece.align]]
        self.pieces = _with_room(self.pieces, self.pieces_used + len(numbers))
        self.pieces[self.pieces_used : self.pieces_used + len(numbers)] = numbers
        self.entries[code] = self.pieces_used
        self.pieces_used += len(numbers)


def _with_room(array: Any, size: int) -> Any:
    """``array``, or a longer copy of it, with room for ``size`` numbers."""
    if size <= len(array):
        return array
    return np.concatenate([array, np.zeros(max(len(array), size), dtype=array.dtype)])
