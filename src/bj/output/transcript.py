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
        if entry.__class__ is str:
            add(entry)
            at += 1
        else:
            size, form, numbers = entry
            add(form % tuple([events[at + number] for number in numbers]))
            at += size
    return "".join(lines)
