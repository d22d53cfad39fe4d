"""Writes a short ruleset that contains only its differences from a shipped one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bj.authoring.base_ruleset import Base, Changes, lay_over, left_out
from bj.authoring.toml_lines import comment, write_entry
from bj.ruleset.model import Ruleset
from bj.ruleset.toml.reading_and_writing import write_key


def write_differences(name: str, title: str, base: Base, changes: Changes) -> str:
    """Return the text of a ruleset that extends ``base`` with ``changes``, without comments on the keys.

    ``name`` and ``title`` are those of the new ruleset.
    """
    without = left_out(changes)
    head = {"title": title, "extends": base.name, **({"without": without} if without else {}), "format": 1}
    data = lay_over({"ruleset": head}, changes)
    lines = comment(
        f"The differences from {base.name}; everything else is inherited. "
        f"`bj show {name}.toml --resolved` prints every key."
    )
    for section in Ruleset.model_fields:
        if section in data:
            lines += _section(section, data[section])
    return "\n".join(lines) + "\n"


def _section(name: str, value: Any) -> Iterator[str]:
    """Yield the lines of a table, or of a list of tables."""
    if isinstance(value, list):
        for item in value:
            yield from ("", f"[[{name}]]", *_entries(item))
    else:
        yield from _table((name,), value)


def _table(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table, then those of the tables in it."""
    if entries := list(_entries(table)):
        yield from ("", f"[{write_key(*path)}]", *entries)
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _table((*path, key), value)


def _entries(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, dict):
            yield from write_entry(key, value)
