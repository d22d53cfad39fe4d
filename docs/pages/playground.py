"""Links that open a ruleset in the playground, if the playground is built."""

from __future__ import annotations

import html
import posixpath
from pathlib import Path

from bj.playground.address import make_address

PLAYGROUND = Path(__file__).parents[2] / "page" / "dist"
"""The folder of the built playground, which the site contains as ``playground``."""


def is_built() -> bool:
    """Whether there is a playground to link to."""
    return (PLAYGROUND / "index.html").is_file()


def button(page: str, ruleset: str = "", *, text: str = "", arguments: str = "") -> list[str]:
    """The lines of a link on ``page`` to a ruleset, by its name or ``text``; none without a playground."""
    if not is_built():
        return []
    target = posixpath.relpath("playground/index.html", posixpath.dirname(page) or ".")
    words = "Open in the playground" if ruleset or text else "Open the playground"
    address = html.escape(make_address(ruleset, text=text, arguments=arguments))
    return [f'<a class="playground" href="{target}{address}">{words}</a>', ""]
