"""Creates links to the playground, with the ruleset, the arguments and the tab after the ``#``."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from typing import Literal, TypeAlias
from urllib.parse import urlencode

Tab: TypeAlias = Literal["transcript", "play", "rules", "chart", "simulate", "cases", "verify"]
"""The tabs on the page, from left to right."""


def make_address(
    ruleset: str = "",
    *,
    text: str = "",
    arguments: str = "",
    seed: int | None = None,
    tab: Tab | Literal[""] = "",
) -> str:
    """Return the URL fragment of a link to the playground, starting with ``#``.

    ``ruleset`` is the name of a shipped ruleset, and ``text`` is the full text of a ruleset. ``arguments``
    are command-line words. The page uses its default for each empty parameter.

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
    """Compress ``text`` with raw DEFLATE, and encode it as URL-safe base64 without padding."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    content = squeezed.compress(text.encode()) + squeezed.flush()
    return urlsafe_b64encode(content).decode().rstrip("=")
