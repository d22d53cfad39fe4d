"""Printing text: as wide as the terminal, and always the same without one."""

from __future__ import annotations

import shutil
import sys

from bj.describe.rules.layout import WIDTH

NARROWEST, WIDEST = 40, 100


def columns() -> int:
    """The width of lines: that of the terminal, or 80 columns where stdout is not one."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))


def display(text: str) -> None:
    """Print text, ending with a line break."""
    print(text, end="" if text.endswith("\n") else "\n")
