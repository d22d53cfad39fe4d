"""Salvaging a file that is not TOML: the readable parts, and the lost ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import tomli

from bj.errors import Fault, KeyPath
from bj.ruleset.toml.removed import ANY
from bj.ruleset.toml.syntax_faults import examine
from bj.ruleset.toml.text import HEAD, HEADER_LINE, PLAIN, read_keys

DEEPEST = 20  # steps of a path to what is lost: no ruleset goes deeper


class Salvage(NamedTuple):
    """The readable part of a text that is not TOML."""

    data: dict[str, Any]
    """The data that could be read."""
    faults: tuple[Fault, ...]
    lost: tuple[KeyPath, ...]
    """The places of the parts that could not be read."""
    sound: str | None
    """The text with blanks for the parts that could not be read."""


def salvage(text: str) -> Salvage:
    """Read every statement without a fault of a text that tomli refuses."""
    faults, sound = examine(text)
    if sound is None:
        return Salvage({}, faults, ((),), None)
    return Salvage(tomli.loads(sound), faults, tuple(_find_lost(text, sound)), sound)


def _find_lost(text: str, rest: str) -> Iterator[KeyPath]:
    """The pairs and tables that are in ``text`` but not in ``rest``."""
    table: KeyPath = ()
    items: dict[KeyPath, int] = {}
    for written, kept in zip(text.split("\n"), rest.split("\n"), strict=True):
        is_lost = written.rstrip("\r") != kept.rstrip("\r")
        if is_lost or HEADER_LINE.match(written):
            plain = written.translate(PLAIN)
            head = HEAD.match(plain)
            keys = [name for name, _ in read_keys(plain, 0, head.end())[:DEEPEST]] if head else []
            if not keys:
                continue
            if written.lstrip().startswith("["):
                table = find_table(keys, items)
                if written.lstrip().startswith("[["):
                    items[table] = items.get(table, -1) + (not is_lost)
                    table = (*table, ANY if is_lost else items[table])
                keys = []
            if is_lost:
                yield (*table, *keys)


def find_table(keys: list[str], items: Mapping[KeyPath, int]) -> KeyPath:
    """The place of the table with a header of these keys. A list among them means its last item."""
    table: KeyPath = ()
    for key in keys:
        table = (*table, items[table], key) if table in items else (*table, key)
    return table
