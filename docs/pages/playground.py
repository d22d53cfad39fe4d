"""Links that open a ruleset in the playground, if the playground is built."""

from __future__ import annotations

import posixpath
from pathlib import Path

PLAYGROUND = Path(__file__).parents[2] / "page" / "dist"
"""The folder of the built playground, which the site contains as ``playground``."""


def is_built() -> bool:
    """Whether there is a playground to link to."""
    return (PLAYGROUND / "index.html").is_file()


def button(ruleset: str, page: str) -> list[str]:
    """The lines below an example on ``page``: a link that opens the text of a ruleset, and an empty line."""
    if not ruleset or not is_built():
        return []
    target = posixpath.relpath("playground/index.html", posixpath.dirname(page) or ".")
    return [f'<a class="playground" href="{target}#{ruleset}">Open in the playground</a>', ""]
