"""The transcript: converts recorded events to lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bj.record.script import Script

PIECE = 256
"""The most numbers, and so the most lines, in one piece of the transcript."""


def render(script: Script, numbers: Sequence[int]) -> Iterator[str]:
    """Render the events that ``numbers`` record as lines of text, in pieces."""
    at, end = 0, len(numbers)
    while at < end:
        lines: list[str] = []
        add = lines.append
        stop = min(end, at + PIECE)
        while at < stop:
            entry = script[numbers[at]]
            if isinstance(entry, str):
                add(entry)
                at += 1
            else:
                size, say, _ = entry
                add(say(*numbers[at + 1 : at + size]))
                at += size
        yield "".join(lines)
