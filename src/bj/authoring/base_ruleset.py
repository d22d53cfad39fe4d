"""Reads the shipped ruleset on which a new ruleset is based, and applies changes to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bj.errors import UsageError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.documents import Document, merge_documents, read_documents, rivals_of
from bj.ruleset.load import check_documents
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.suggestions import shorten, suggest
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_key
from bj.ruleset.usage_line import drop_unnamed

Changes = Mapping[KeyPath, Any]
"""Maps the paths of keys to new values. None removes the key or table."""


@dataclass(frozen=True, slots=True)
class Base:
    """The shipped ruleset on which a new one is based."""

    name: str
    documents: Sequence[Document]
    data: Mapping[str, Any]
    """The contents of the base, merged with everything that it extends."""
    checked: Checked


def read_base(name: str) -> Base:
    """Read the shipped ruleset called ``name``. Raises UsageError if it does not exist."""
    shipped = shipped_rulesets()
    if name not in shipped:
        raise UsageError(f"no shipped ruleset is called `{shorten(name)}`", suggest(name, shipped))
    documents = read_documents(shipped[name])
    return Base(name, documents, drop_unnamed(merge_documents(documents)), check_documents(documents))


def standing(base: Base, path: KeyPath) -> Any:
    """Return the value at ``path`` in the base or, if it is not set, the key's default."""
    written = look_up(base.data, path)
    if written is not None:
        return written
    here: Any = base.checked.model
    for step in path:
        here = getattr(here, str(step))
    return here


def lay_over(data: Mapping[str, Any], changes: Changes) -> dict[str, Any]:
    """Return a copy of ``data`` in which the values at the given paths are changed.

    The copy shares its unchanged parts with ``data``. Keys that cannot be combined with a changed key are
    removed.
    """
    changed = dict(data)
    for path, value in changes.items():
        here = changed
        for step in path[:-1]:
            here[str(step)] = dict(here.get(str(step), {}))
            here = here[str(step)]
        last = str(path[-1])
        if value is None:
            here.pop(last, None)
        else:
            here[last] = value
        for rival in rivals_of(path):
            here.pop(rival, None)
    return changed


def left_out(changes: Changes) -> list[str]:
    """Return the keys that an overlay does not inherit: those that ``changes`` removes or sets to tables."""
    return [
        write_key(*map(str, path))
        for path, value in changes.items()
        if value is None or isinstance(value, dict)
    ]
