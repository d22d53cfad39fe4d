"""What was taken out of a ruleset because of its faults, so that the rest can be checked all the same."""

from __future__ import annotations

import copy
from typing import Any

from bj.errors import KeyPath

ANY = -1
"""The index of an item of a list of which nobody knows where it stood."""


class Gaps:
    """The places of values that were taken out; all paths are those of the document unless said otherwise.

    A fault that is about something missing counts for nothing where there is a gap. ``orphaned`` means that
    anything may be missing, because the rulesets that this one extends are not known.
    """

    def __init__(self) -> None:
        self.orphaned = False
        self._lost: dict[KeyPath, dict[str | int, str | None]] = {}

    def take_out(self, path: KeyPath, value: Any = None) -> bool:
        """Make a gap where ``value`` stands; whether there was none before."""
        if not path:
            is_new, self.orphaned = not self.orphaned, True
            return is_new
        name = value.get("name") if isinstance(value, dict) else None
        steps = self._lost.setdefault(path[:-1], {})
        is_new = path[-1] not in steps
        steps[path[-1]] = name if isinstance(name, str) else None
        return is_new

    def holds(self, path: KeyPath) -> bool:
        """Whether what stands at ``path`` was taken out, or something around it."""
        return self.orphaned or any(
            path[depth] in self._lost.get(path[:depth], ()) for depth in range(len(path))
        )

    def near(self, path: KeyPath) -> bool:
        """Whether what stands at ``path`` was taken out, or something around it or directly in it."""
        return path in self._lost or self.holds(path)

    def keys(self, path: KeyPath) -> set[str]:
        """The keys that were taken out of the table at ``path``."""
        return {step for step in self._lost.get(path, ()) if isinstance(step, str)}

    def names(self, path: KeyPath) -> set[str] | None:
        """The names of the items taken out of the list at ``path``; None when they are not known."""
        names = {name for name in self._lost.get(path, {}).values() if name is not None}
        return None if self.holds(path) or len(names) < len(self._lost.get(path, ())) else names

    def original(self, path: KeyPath) -> KeyPath:
        """The path in the document of what stands at ``path`` once everything here is taken out."""
        found: KeyPath = ()
        for step in path:
            here = step
            if isinstance(here, int):
                for gone in sorted(gone for gone in self._lost.get(found, ()) if isinstance(gone, int)):
                    here += ANY < gone <= here
            found = (*found, here)
        return found

    def prune(self, data: dict[str, Any]) -> dict[str, Any]:
        """``data`` without what was taken out; what is shared with ``data`` is not changed."""
        pruned = dict(data)
        copies: dict[KeyPath, Any] = {(): pruned}
        for parent in sorted(self._lost, key=len, reverse=True):  # so indices stay right on the way
            here: Any = pruned
            for depth, step in enumerate(parent, 1):
                if not has(here, step):
                    break
                if parent[:depth] not in copies:
                    copies[parent[:depth]] = here[step] = copy.copy(here[step])
                here = copies[parent[:depth]]
            else:
                for step in sorted((step for step in self._lost[parent] if has(here, step)), reverse=True):
                    del here[step]
        return pruned


def has(data: Any, step: str | int) -> bool:
    """Whether ``data`` is a table with this key or a list with this index."""
    if isinstance(data, list):
        return isinstance(step, int) and 0 <= step < len(data)
    return isinstance(data, dict) and step in data


def look_up(data: Any, path: KeyPath) -> Any:
    """The value at ``path``, None when there is none."""
    for step in path:
        if not has(data, step):
            return None
        data = data[step]
    return data
