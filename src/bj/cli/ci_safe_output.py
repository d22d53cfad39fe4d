"""Guards stdout and stderr, so that no CI service interprets output as a command."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from bj.text.visible import Guard


def guard_output() -> None:
    """Make stdout and stderr escape commands of CI services, and characters that their encoding lacks.

    Bytes written to the buffers of stdout and stderr are not checked.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
            stream.write = _guarded(stream.write)  # type: ignore[method-assign]  # what prints keeps its stream


def print_commands(text: str) -> None:
    """Print lines that a CI service should interpret as commands."""
    type(sys.stdout).write(sys.stdout, f"{text}\n")


def _guarded(write: Callable[[str], int]) -> Callable[[str], int]:
    guard = Guard()

    def write_harmless(text: str) -> int:
        write(guard(text))
        return len(text)

    return write_harmless
