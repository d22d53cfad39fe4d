"""Writes lines of TOML: keys with their values, and comments."""

from __future__ import annotations

import textwrap
from typing import Any

from bj.ruleset.toml.reading_and_writing import write_key, write_value

WIDTH = 100

OFF = "#"
"""The character that comments out a key. In a comment in prose, a space follows it."""


def write_entry(key: str, value: Any) -> list[str]:
    """Write ``key = value``. A list that is long or contains tables takes one line for each item."""
    line = f"{write_key(key)} = {write_value(value)}"
    if isinstance(value, list) and (len(line) > WIDTH or any(isinstance(item, dict) for item in value)):
        return [f"{write_key(key)} = [", *(f"  {write_value(item)}," for item in value), "]"]
    return [line]


def switch_off(lines: list[str]) -> list[str]:
    """Comment out lines of TOML. Removing the `#` enables them."""
    return [OFF + line.lstrip() for line in lines]


def comment(text: str) -> list[str]:
    """Write ``text`` as comments, wrapped at WIDTH columns."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent="# ",
        subsequent_indent="# ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def write_preamble(name: str, what: str, signs: str) -> list[str]:
    """Write the comments at the start of a new ruleset, with the command that runs it.

    ``what`` describes the ruleset, and ``signs`` explains the signs that its comments use.
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
    """Write the comment that starts a section called ``title``.

    >>> rule_off("the cards")[:20]
    '# --- the cards ----'
    """
    return f"# --- {title} ".ljust(WIDTH, "-")
