"""The processes of a session on Linux, for the tests of signals."""

from __future__ import annotations

import os
from pathlib import Path


def stat_of(process: int) -> list[str]:
    """The numbers of a process from its state on, see ``proc(5)``; none when it is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return []


def is_alive(process: int) -> bool:
    """Whether a process still runs; one that has ended may still be listed."""
    return stat_of(process)[:1] not in ([], ["Z"])


def processor_time(process: int) -> float:
    """The seconds that a process has worked, with those of its children that have ended."""
    return sum(map(int, stat_of(process)[11:15])) / os.sysconf("SC_CLK_TCK")


def processes_where(place: int, number: int) -> list[int]:
    """The running processes that have a number at a place of their numbers."""
    found = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [each for each in found if is_alive(each) and stat_of(each)[place : place + 1] == [str(number)]]


def children_of(parent: int) -> list[int]:
    """The running processes that a process has started."""
    return processes_where(1, parent)


def members_of(session: int) -> list[int]:
    """The running processes of a session."""
    return processes_where(3, session)
