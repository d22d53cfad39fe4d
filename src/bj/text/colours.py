"""Colors messages: puts ANSI escapes around their parts, if colors are enabled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO, TypeAlias

Paint: TypeAlias = Callable[[str, str], str]
"""A function that colors a part of a message, given the name of the part and its text."""

LOOKS = {
    "place": "1",
    "error": "1;31",
    "warning": "1;33",
    "margin": "34",
    "help": "36",
    "strong": "1",
}
"""Maps parts of a message to the parameters of ``ESC [ … m`` (ECMA-48, 8.3.117) for bold and colors."""


def plain(part: str, text: str) -> str:
    """Return ``text`` unchanged."""
    return text


def coloured(part: str, text: str) -> str:
    r"""Return ``text`` in the color that ``part`` of a message has.

    >>> coloured("error", "BJ201")
    '\x1b[1;31mBJ201\x1b[0m'
    """
    return f"\x1b[{LOOKS[part]}m{text}\x1b[0m" if text else ""


def paint_for(stream: TextIO, environment: Mapping[str, str]) -> Paint:
    """Return the function that colors text for a stream. By default, only terminals get colors.

    ``FORCE_COLOR`` enables colors for other streams. ``NO_COLOR`` disables them everywhere. Empty variables
    have no effect. Source: no-color.org, force-color.org.
    """
    if environment.get("NO_COLOR"):
        return plain
    is_able = stream.isatty() and environment.get("TERM") != "dumb"
    return coloured if environment.get("FORCE_COLOR") or is_able else plain
