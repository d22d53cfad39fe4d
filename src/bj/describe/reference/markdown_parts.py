"""Write small parts of a Markdown document: links, tables and TOML examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bj.ruleset.toml.reading_and_writing import write_key, write_value
from bj.text.markdown_escapes import code

SHORT = 4  # the maximum number of entries on one line


def link(title: str, words: str = "") -> str:
    """Return a link to the heading ``title`` in the same document.

    The text of the link is ``words`` or, by default, the title.

    >>> link("`[shoe.shuffle]`")
    '[`[shoe.shuffle]`](#shoeshuffle)'
    """
    return f"[{words or title}](#{slug(title)})"


def slug(title: str) -> str:
    """Return the anchor that Markdown generates for the heading ``title``."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table, followed by an empty line."""
    yield _row(titles)
    yield _row(["---"] * len(titles))
    yield from map(_row, rows)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def listed(words: Iterable[str]) -> str:
    """Join words as a list of alternatives.

    >>> listed(["a", "b", "c"])
    '`a`, `b` or `c`'
    """
    *others, last = map(code, words)
    return f"{', '.join(others)} or {last}" if others else last


def fenced_example(name: str, value: Any) -> Iterator[str]:
    """Yield the section ``name`` of a ruleset as a block of TOML, followed by an empty line."""
    yield "```toml"
    yield from _section(name, value)
    yield from ("```", "")


def _section(header: str, value: Any) -> Iterator[str]:
    """Yield a TOML table with its header.

    If ``value`` is a list, yield a header and a table for each item.
    """
    if isinstance(value, list):
        for number, entry in enumerate(value):
            yield from [""] * bool(number)
            yield f"[[{header}]]"
            yield from (f"{write_key(key)} = {write_value(inner)}" for key, inner in entry.items())
        return
    below = {key: inner for key, inner in value.items() if _needs_header(inner)}
    here = {key: inner for key, inner in value.items() if key not in below}
    if here or not below:
        yield f"[{header}]"
        for key, inner in here.items():
            yield from _entry(write_key(key), inner)
    for number, (key, inner) in enumerate(below.items()):
        yield from [""] * bool(here or number)
        yield from _section(f"{header}.{write_key(key)}", inner)


def _entry(key: str, value: Any) -> Iterator[str]:
    """Yield ``key`` with its value. In a list with many items, each item is on its own line."""
    if isinstance(value, list | tuple) and len(value) > SHORT:
        yield f"{key} = ["
        yield from (f"  {write_value(entry)}," for entry in value)
        yield "]"
    else:
        yield f"{key} = {write_value(value)}"


def _needs_header(value: Any) -> bool:
    """Return whether ``value`` is a TOML table that is too large for one line."""
    if not isinstance(value, Mapping):
        return False
    return not value or len(value) > SHORT or any(_needs_header(inner) for inner in value.values())
