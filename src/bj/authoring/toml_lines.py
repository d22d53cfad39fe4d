"""Formats TOML entries and comments as lines."""

from __future__ import annotations

import textwrap
from typing import Any

from bj.ruleset.toml.reading_and_writing import write_key, write_value

WIDTH = 100

OFF = "#"
"""The prefix that comments out an entry. In comments that contain prose, a space follows it."""


def write_entry(key: str, value: Any) -> list[str]:
    """Return lines for ``key = value``. A long list, or a list of tables, gets a line for each item."""
    line = f"{write_key(key)} = {write_value(value)}"
    if isinstance(value, list) and (len(line) > WIDTH or any(isinstance(item, dict) for item in value)):
        return [f"{write_key(key)} = [", *(f"  {write_value(item)}," for item in value), "]"]
    return [line]


def switch_off(lines: list[str]) -> list[str]:
    """Comment out lines of TOML, so that removing the `#` restores them."""
    return [OFF + line.lstrip() for line in lines]


def comment(text: str) -> list[str]:
    """Return ``text`` as comment lines, wrapped at WIDTH columns."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent="# ",
        subsequent_indent="# ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def write_preamble(name: str, what: str, signs: str) -> list[str]:
    """Return the comments at the beginning of a new ruleset, including the command that runs it.

    ``what`` describes the ruleset, and ``signs`` explains how to read the comments that follow.
    """
    return [
        "#:schema ./ruleset.schema.json",
        *comment(what),
        "#",
        f"#     bj run {name}.toml",
        "#",
        *comment("Editors complete and explain the keys once their schema is next to this file:"),
        "#",
        "#     bj schema > ruleset.schema.json",
        "#",
        *comment(signs),
    ]


def rule_off(title: str) -> str:
    """Return the comment line that starts a section called ``title``.

    >>> rule_off("the cards")[:20]
    '# --- the cards ----'
    """
    return f"# --- {title} ".ljust(WIDTH, "-")
