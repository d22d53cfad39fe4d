"""Lay out text for a terminal or a file: wrap lines, quote text, and escape control characters."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from bj.text.untrusted_text import make_visible

WIDTH = 80
"""The width of a line without a terminal, in columns."""


def quote(text: str) -> str:
    r"""Quote ``text`` as in a ruleset.

    >>> print(quote('say "push"\n'))
    "say \"push\"\n"
    """
    import json

    return make_visible(json.dumps(text, ensure_ascii=False))


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
    """Wrap a line in a comparison, and align the other lines with the text after the sign.

    >>> hang("  - stands with 12 to 16 and hits all less", 28)
    ['  - stands with 12 to 16 and', '    hits all less']
    """
    margin = len(line) - len(line.lstrip())
    return [line] if len(line) <= width else wrap(line[margin:], width, " " * margin, " " * (margin + 2))


def runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last number of each run of consecutive numbers.

    ``numbers`` must be in ascending order.

    >>> runs([4, 5, 6, 9])
    [(4, 6), (9, 9)]
    """
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
