"""The transcript: recorded events as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from bj.compiler.script import Script
from bj.engine.events import FIRST_EVENT


def render(script: Script, events: Sequence[int], end: int) -> str:
    """The lines of the events that are recorded before position ``end``."""
    lines: list[str] = []
    add = lines.append
    at = FIRST_EVENT
    while at < end:
        entry = script[events[at]]
        if isinstance(entry, str):
            add(entry)
            at += 1
        else:
            size, say = entry
            add(say(*events[at + 1 : at + size]))
            at += size
    return "".join(lines)
