"""Colours of messages: ANSI escapes around named parts, where colours are wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO, TypeAlias

Paint: TypeAlias = Callable[[str, str], str]
"""Puts the text of a part, given the part's name and text, into colours."""

LOOKS = {
    "place": "1",
    "error": "1;31",
    "warning": "1;33",
    "margin": "34",
    "help": "36",
    "strong": "1",
}
"""Parameters of ``ESC [ … m`` (ECMA-48, 8.3.117): bold, and colours that terminals let their users choose."""


def plain(part: str, text: str) -> str:
    """The unchanged text."""
    return text


def coloured(part: str, text: str) -> str:
    r"""The text in the colours of its part.

    >>> coloured("error", "BJ201")
    '\x1b[1;31mBJ201\x1b[0m'
    """
    return f"\x1b[{LOOKS[part]}m{text}\x1b[0m" if text else ""


def paint_for(stream: TextIO, environment: Mapping[str, str]) -> Paint:
    """The way to paint text for a stream: in colours at a terminal.

    ``FORCE_COLOR`` asks for colours elsewhere, ``NO_COLOR`` for none anywhere; if empty, they have no effect.
    Source: no-color.org, force-color.org.
    """
    if environment.get("NO_COLOR"):
        return plain
    is_able = stream.isatty() and environment.get("TERM") != "dumb"
    return coloured if environment.get("FORCE_COLOR") or is_able else plain
