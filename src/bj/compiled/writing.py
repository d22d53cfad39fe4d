"""Writing a transcript: lines are copied byte by byte, numbers written in place.

``bj.output.lines`` makes the arrays that are read here.
"""

from __future__ import annotations

from typing import Any

from numba import njit

MISSING = -1  # the line of a code that has not been needed yet
TEXT = 0  # a piece that is text: where it begins, its length, 0
NUMBER = 1  # a piece that is a number: which one of the event's, width, alignment
PIECE_SIZE = 4
TO_THE_LEFT = 0
TO_THE_RIGHT = 1
CENTRED = 2
LONGEST_LINE = 1 << 16  # bytes: `bj.ruleset.check.lengths` bounds the characters, of four bytes at most

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
    before = padding if alignment == TO_THE_RIGHT else padding // 2 if alignment == CENTRED else 0
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
