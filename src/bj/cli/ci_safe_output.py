"""Prevents CI services from interpreting printed text as commands."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from bj.text.untrusted_text import Guard


def guard_output() -> None:
    """Make stdout and stderr escape CI commands, as well as characters that their encoding does not support.

    Bytes written directly to the underlying buffers are not escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
            stream.write = _guarded(stream.write)  # type: ignore[method-assign]  # what prints keeps its stream


def print_commands(text: str) -> None:
    """Print lines that the CI service should interpret as commands."""
    type(sys.stdout).write(sys.stdout, f"{text}\n")


def _guarded(write: Callable[[str], int]) -> Callable[[str], int]:
    guard = Guard()

    def write_harmless(text: str) -> int:
        write(guard(text))
        return len(text)

    return write_harmless
