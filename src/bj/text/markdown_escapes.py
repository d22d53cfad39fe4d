"""Escapes untrusted text for Markdown, so that it is rendered literally."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bj.text.untrusted_text import make_visible, show_characters

MARKUP = re.compile(r"[\\`*_{}\[\]<>#|&~$!^]|:(?=[/:])|(?<=www)\.", re.IGNORECASE)
"""Matches characters that can start markup anywhere in a line or turn an address into a link."""

START = re.compile(r"^(\d*)(?=[-+=.)])")
"""Matches the start of a line that would become a list item or underline a heading."""


def plain(text: str) -> str:
    r"""Escape ``text`` for use in a heading, a paragraph or a table cell.

    >>> print(plain("1. <b>[here](javascript:x)\n# www.example.org ann@example.org"))
    1\. \<b\>\[here\](javascript:x) \# www\.example.org ann`@`example.org
    """
    shown = show_characters(" ".join(text.split()))  # the backslashes added below also disable log commands
    escaped = START.sub(r"\1\\", MARKUP.sub(r"\\\g<0>", shown))
    return re.sub("@+", r"`\g<0>`", escaped)  # a backslash does not stop renderers from linking email


def code(text: str) -> str:
    r"""Format ``text`` as inline code.

    >>> print(code("hand < 3"), code("`<b>`"), code(""))
    `hand < 3` `` `<b>` `` ` `
    """
    ticks = "`" * (_longest_ticks(text) + 1)
    shown = make_visible(text) or " "
    padded = f" {shown} " if "`" in (shown[0], shown[-1]) else shown
    return f"{ticks}{padded}{ticks}"


def list_code(texts: Iterable[str]) -> str:
    """Format each text as inline code, and join them with commas."""
    return ", ".join(map(code, texts))


def fence(text: str) -> list[str]:
    """Return the lines of a code block that contains ``text``. The text cannot end the block early."""
    ticks = "`" * max(3, _longest_ticks(text) + 1)
    return [f"{ticks}text", *text.removesuffix("\n").split("\n"), ticks]


def _longest_ticks(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
