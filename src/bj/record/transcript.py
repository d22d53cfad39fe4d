"""The transcript: recorded events as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bj.record.script import Script

PIECE = 256
"""The numbers recorded for a piece of the transcript, which are at most as many lines."""


def render(script: Script, numbers: Sequence[int]) -> Iterator[str]:
    """The lines of the events that ``numbers`` record, in pieces."""
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
