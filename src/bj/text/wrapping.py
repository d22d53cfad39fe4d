"""Wraps lines of text to the width of a terminal or a file."""

from __future__ import annotations

import textwrap

from bj.text.untrusted_text import make_visible

WIDTH = 80
"""The maximum width of lines that are not printed to a terminal, in columns."""


def wrap(text: str, width: int, first: str = "  ", rest: str = "    ") -> list[str]:
    """Wrap a paragraph, indenting its first line by ``first`` and all other lines by ``rest``."""
    lines = textwrap.wrap(
        make_visible(text),
        max(width, 20),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]


def hang(line: str, width: int) -> list[str]:
    """Wrap a line of a comparison, and align the continuation lines with the text after the sign.

    >>> hang("  - stands with 12 to 16 and hits all less", 28)
    ['  - stands with 12 to 16 and', '    hits all less']
    """
    margin = len(line) - len(line.lstrip())
    return [line] if len(line) <= width else wrap(line[margin:], width, " " * margin, " " * (margin + 2))
