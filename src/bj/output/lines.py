"""The transcript of the compiled engine: the script as arrays, from which machine code writes the lines.

It says what ``bj.output.transcript`` says, for runs of millions of lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bj.compiled import writing as w
from bj.compiler.script import Line, Script
from bj.engine.events import FIRST_EVENT, PERSON_STRIDE

ALIGNMENTS = {"<": w.TO_THE_LEFT, ">": w.TO_THE_RIGHT, "^": w.CENTRED}
MOST_KEPT = 1 << 24  # bytes and numbers of lines that are kept at the same time
OUTPUT = 1 << 20  # bytes of a piece of the transcript


class Lines:
    """The script as arrays; a line is added when it is needed."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.entries = np.full(len(script.persons) * PERSON_STRIDE, w.MISSING, dtype=np.int64)
        self.pieces = np.zeros(1 << 12, dtype=np.int64)
        self.pieces_used = 0
        self.text = np.zeros(1 << 14, dtype=np.uint8)
        self.text_used = 0
        self.out = np.zeros(OUTPUT + w.LONGEST_LINE, dtype=np.uint8)

    def render(self, events: Any, end: int) -> Iterator[memoryview]:
        """The transcript of the events before ``end`` in UTF-8; a piece is good until the next is taken."""
        at = FIRST_EVENT
        while at < end:
            at, written = w.write_lines(events, at, end, self.entries, self.pieces, self.text, self.out)
            if written:
                yield self.out[:written].data
            if at < end and self.entries[events[at]] == w.MISSING:
                self._add(int(events[at]))

    def _add(self, code: int) -> None:
        """Put the line of ``code`` into the arrays."""
        if self.text_used + self.pieces_used > MOST_KEPT:
            self._forget()
        entry = self.script[code]
        line = entry if isinstance(entry, Line) else Line(1, str, (entry,) if entry else ())
        numbers = [line.size, len(line.pieces)]
        for piece in line.pieces:
            if isinstance(piece, str):
                content = piece.encode()
                self.text = _with_room(self.text, self.text_used + len(content))
                self.text[self.text_used : self.text_used + len(content)] = np.frombuffer(content, np.uint8)
                numbers += [w.TEXT, self.text_used, len(content), 0]
                self.text_used += len(content)
            else:
                numbers += [w.NUMBER, piece.which, piece.width, ALIGNMENTS[piece.align]]
        self.pieces = _with_room(self.pieces, self.pieces_used + len(numbers))
        self.pieces[self.pieces_used : self.pieces_used + len(numbers)] = numbers
        self.entries[code] = self.pieces_used
        self.pieces_used += len(numbers)

    def _forget(self) -> None:
        """Begin anew with empty arrays."""
        self.entries.fill(w.MISSING)
        self.pieces_used = self.text_used = 0


def _with_room(array: Any, size: int) -> Any:
    """``array``, or a longer copy of it, with room for ``size`` numbers."""
    if size <= len(array):
        return array
    return np.concatenate([array, np.zeros(max(len(array), size), dtype=array.dtype)])
