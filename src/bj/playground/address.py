"""Makes links to the playground. They have a ruleset, arguments and a tab after the ``#``."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from typing import Literal, TypeAlias
from urllib.parse import urlencode

Tab: TypeAlias = Literal["transcript", "play", "rules", "chart", "simulate", "cases", "verify"]
"""The tabs of the playground, from left to right."""


def make_address(
    ruleset: str = "",
    *,
    text: str = "",
    arguments: str = "",
    seed: int | None = None,
    tab: Tab | Literal[""] = "",
) -> str:
    """Make the part of a link to the playground that starts with ``#``.

    ``ruleset`` is the name of a shipped ruleset, and ``text`` is a ruleset to include in full. ``arguments``
    are words as on a command line. For an empty parameter, the page uses its default.

    >>> make_address("casino", arguments="1000 50 human", tab="play")
    '#ruleset=casino&arguments=1000+50+human&tab=play'
    """
    parts = {
        "ruleset": ruleset,
        "text": pack(text) if text else "",
        "arguments": arguments,
        "seed": "" if seed is None else str(seed),
        "tab": tab,
    }
    return "#" + urlencode({key: value for key, value in parts.items() if value}, safe="/")


def pack(text: str) -> str:
    """Compress ``text`` to raw DEFLATE, in URL-safe base64 without padding. The page decompresses it."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    content = squeezed.compress(text.encode()) + squeezed.flush()
    return urlsafe_b64encode(content).decode().rstrip("=")
