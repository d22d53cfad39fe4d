"""What can be salvaged of a file that is not TOML, and what of it is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import tomli

from bj.errors import Finding, KeyPath
from bj.ruleset.toml.gaps import ANY
from bj.ruleset.toml.syntax import locate_syntax, salvage
from bj.ruleset.toml.text import HEAD, HEADER_LINE, read_keys

DEEPEST = 20  # steps of a path to what is lost: no ruleset goes deeper

Rest: TypeAlias = tuple[dict[str, Any], tuple[Finding, ...], dict[KeyPath, str]]
"""What could be read, the faults of what could not, and its places with what is written there."""


def save_rest(file: Path, text: str, error: Exception) -> Rest:
    """Read of ``text``, which tomli refuses with ``error``, every statement without a fault."""
    findings = tuple(locate_syntax(file, text, error))
    rest = salvage(text)
    if rest is None:
        return {}, findings, {(): ""}
    return tomli.loads(rest), findings, dict(_find_lost(text.removeprefix("\ufeff"), rest))


def refuse_bytes(file: Path, content: bytes, error: UnicodeDecodeError) -> Finding:
    """The finding that a file is not UTF-8."""
    begin = content.rfind(b"\n", 0, error.start) + 1
    end = content.find(b"\n", error.start)
    excerpt = content[begin : len(content) if end < 0 else end].decode("utf-8", "replace").rstrip("\r")
    column = len(content[begin : error.start].decode("utf-8")) + 1
    line = content.count(b"\n", 0, error.start) + 1
    message = f"the byte {content[error.start]:#04x} is not UTF-8"
    return Finding(file, line, column, 1, excerpt, message, "save the file as UTF-8", "BJ101")


def _find_lost(text: str, rest: str) -> Iterator[tuple[KeyPath, str]]:
    """The pairs and tables that stand in ``text`` but not in ``rest``."""
    table: KeyPath = ()
    items: dict[KeyPath, int] = {}
    for written, kept in zip(text.split("\n"), rest.split("\n"), strict=True):
        is_lost = written.rstrip("\r") != kept.rstrip("\r")
        if is_lost or HEADER_LINE.match(written):
            head = HEAD.match(written)
            keys = [name for name, _ in read_keys(written, 0, head.end())[:DEEPEST]] if head else []
            if not keys:
                continue
            if written.lstrip().startswith("["):
                table = _find_table(keys, items)
                if written.lstrip().startswith("[["):
                    items[table] = items.get(table, -1) + (not is_lost)
                    table = (*table, ANY if is_lost else items[table])
                keys = []
            if is_lost:
                yield (*table, *keys), written.partition("=")[2].partition("#")[0].strip("\"' \t\r")


def _find_table(keys: list[str], items: Mapping[KeyPath, int]) -> KeyPath:
    """The place of the table with a header of these keys, each list on the way standing for its last item."""
    table: KeyPath = ()
    for key in keys:
        table = (*table, items[table], key) if table in items else (*table, key)
    return table
