"""Find the origin of each value in rulesets that extend one another, and the parts that could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from bj.faults_and_fixes import KeyPath
from bj.ruleset.documents import Document, left_out_by, merge
from bj.ruleset.inherited_seats_and_teams import find_entry
from bj.ruleset.step_edits import Lists, Place, find_step
from bj.ruleset.toml.reading_and_writing import read_key
from bj.ruleset.toml.removed_parts import ANY


class Origins:
    """Finds the document from which a merged value comes, and the path of the value in that document."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = documents

    @cached_property
    def _lists(self) -> Lists:
        return merge(self.documents)[1]

    @cached_property
    def _visible(self) -> list[dict[str, Any]]:
        """The data in each document, without the parts that its descendants drop."""
        left_out: list[list[str]] = []
        visible = []
        for document in self.documents:
            visible.append(without_parts(document.data, left_out))
            left_out += map(read_key, left_out_by(document))
        return visible

    def find(self, path: KeyPath) -> Place:
        """Return the index of the document that contains the value at ``path``, and the value's path in it.

        If the value is missing, return the document that contains the nearest enclosing table.
        """
        step = find_step(self._lists, path) if path[:1] == ("procedure",) else None
        entry = find_entry(self._visible, path)
        return step or entry or (_find_owner(self._visible, path), path)


def _find_owner(visible: Sequence[Mapping[str, Any]], path: KeyPath) -> int:
    """Return the index of the document that contains the value at ``path`` or its nearest enclosing table."""
    tables: list[tuple[int, Any]] = list(enumerate(visible))
    for step in path:
        inner: list[tuple[int, Any]] = []
        for number, table in tables:
            if step in table:
                inner.append((number, table[step]))
                if not isinstance(table[step], dict):
                    break  # this value hides those in the parents
        if not inner:
            break
        if not isinstance(inner[0][1], dict):
            return inner[0][0]
        tables = [(number, table) for number, table in inner if isinstance(table, dict)]
    return tables[0][0]


def find_lost(documents: Sequence[Document]) -> list[KeyPath]:
    """Return the paths of the unreadable parts that no document replaces."""
    return [
        path
        for number, document in enumerate(documents)
        for path in map(_unplace, document.lost)
        if not path or not any(_defines(child, path) for child in documents[:number])
    ]


def _unplace(lost: KeyPath) -> KeyPath:
    """Return the path ``lost`` of an unreadable part.

    If the part changes a list of steps, return a wider path. Such a part could change any step in the list.
    """
    is_change = lost[:1] == ("procedure",) and isinstance((*lost, 0, 0)[2], str)
    return (*lost[:2], ANY) if is_change else lost


def _defines(document: Document, path: KeyPath) -> bool:
    """Whether ``document`` has a value at ``path``, or replaces a table above it with another value."""
    here: Any = document.data
    for step in path:
        if not isinstance(here, dict):
            return True
        if step not in here:
            return False
        here = here[step]
    return True


def without_parts(data: dict[str, Any], paths: Iterable[Sequence[str]]) -> dict[str, Any]:
    """Return a copy of ``data`` without the values at ``paths``.

    Tables that the copy shares with ``data`` are not modified.
    """
    kept = dict(data)
    copies: dict[tuple[str, ...], dict[str, Any]] = {}
    for *steps, last in paths:
        here = kept
        for depth, step in enumerate(steps, 1):
            table = here.get(step)
            if not isinstance(table, dict):
                break
            place = tuple(steps[:depth])
            if place not in copies:
                copies[place] = here[step] = dict(table)
            here = copies[place]
        else:
            here.pop(last, None)
    return kept
