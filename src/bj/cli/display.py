"""Showing text of any length: as wide as the terminal, and always the same where there is none."""

from __future__ import annotations

import shutil
import sys

from bj.describe.rules.layout import WIDTH

NARROWEST, WIDEST = 40, 100


def columns() -> int:
    """How wide lines may be: 80 columns where stdout is no terminal."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))


def display(text: str) -> None:
    """Print, with a line end behind it."""
    print(text, end="" if text.endswith("\n") else "\n")
