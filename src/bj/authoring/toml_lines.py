"""Writes values as TOML on one line each, and comments."""

from __future__ import annotations

import textwrap
from typing import Any

from bj.ruleset.toml.reading_and_writing import write_key, write_value

WIDTH = 100

OFF = "#"
"""The character that comments out a key. Before prose, a space follows it."""


def write_entry(key: str, value: Any) -> list[str]:
    """Write ``key = value``. A list that is long or contains tables has one line for each item."""
    line = f"{write_key(key)} = {write_value(value)}"
    if isinstance(value, list) and (len(line) > WIDTH or any(isinstance(item, dict) for item in value)):
        return [f"{write_key(key)} = [", *(f"  {write_value(item)}," for item in value), "]"]
    return [line]


def switch_off(lines: list[str]) -> list[str]:
    """Comment out lines of TOML. Removing the `#` enables them."""
    return [OFF + line.lstrip() for line in lines]


def comment(text: str) -> list[str]:
    """Write prose as comments."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent="# ",
        subsequent_indent="# ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def write_preamble(name: str, what: str, signs: str) -> list[str]:
    """Write the first lines of a new ruleset: ``what`` it is, how to run it, and what its ``signs`` mean."""
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
    """Write a comment that starts a section of a file.

    >>> rule_off("the cards")[:20]
    '# --- the cards ----'
    """
    return f"# --- {title} ".ljust(WIDTH, "-")
