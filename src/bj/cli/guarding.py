"""Output on stdout and stderr that no CI service takes for a command."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from bj.text.visible import Guard


def guard_output() -> None:
    """Escape on stdout and stderr what the log of a CI service would obey, and what their encodings lack.

    Bytes that are written to their buffers are not checked.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
            stream.write = _guarded(stream.write)  # type: ignore[method-assign]  # what prints keeps its stream


def print_commands(text: str) -> None:
    """Print lines that a CI service should obey."""
    type(sys.stdout).write(sys.stdout, f"{text}\n")


def _guarded(write: Callable[[str], int]) -> Callable[[str], int]:
    """``write``, wrapped so that everything passes a guard."""
    guard = Guard()

    def write_harmless(text: str) -> int:
        write(guard(text))
        return len(text)

    return write_harmless
