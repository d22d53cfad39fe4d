"""Colors the parts of messages with ANSI escape sequences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO, TypeAlias

Paint: TypeAlias = Callable[[str, str], str]
"""A function that colors part of a message. Its arguments are the name of the part and its text."""

LOOKS = {
    "place": "1",
    "error": "1;31",
    "warning": "1;33",
    "margin": "34",
    "help": "36",
    "strong": "1",
}
"""The parameters of ``ESC [ … m`` (ECMA-48, 8.3.117) for each part of a message."""


def plain(part: str, text: str) -> str:
    """Return ``text`` without color."""
    return text


def coloured(part: str, text: str) -> str:
    r"""Return ``text`` in the color for the given ``part`` of a message.

    >>> coloured("error", "BJ201")
    '\x1b[1;31mBJ201\x1b[0m'
    """
    return f"\x1b[{LOOKS[part]}m{text}\x1b[0m" if text else ""


def paint_for(stream: TextIO, environment: Mapping[str, str]) -> Paint:
    """Return the function to use for coloring text in a stream. By default, only terminals get color.

    ``FORCE_COLOR`` enables color for other streams, and ``NO_COLOR`` disables it everywhere. Empty variables
    have no effect. Source: no-color.org, force-color.org.
    """
    if environment.get("NO_COLOR"):
        return plain
    is_able = stream.isatty() and environment.get("TERM") != "dumb"
    return coloured if environment.get("FORCE_COLOR") or is_able else plain
