"""Keeps track of the parts that were removed because of faults, so that the rest can still be checked."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from typing import Any

from bj.faults_and_fixes import KeyPath
from bj.ruleset.toml.look_up import has

ANY = -1
"""A placeholder for an unknown list index in a path."""


class Gaps:
    """The paths of values that were removed from a document because of faults.

    Paths refer to the original document unless noted otherwise. If a value is missing at a recorded path, its
    absence is not reported as a fault. If ``orphaned`` is true, any value may be missing, because a parent is
    unknown. ``meant`` contains the paths of the keys that misspelled keys probably mean.
    """

    def __init__(self, lost: Iterable[KeyPath] = ()) -> None:
        self.orphaned = False
        self.meant: set[KeyPath] = set()
        self._lost: dict[KeyPath, dict[str | int, None]] = {}
        self._stand_ins: dict[KeyPath, Any] = {}
        for path in lost:
            self.take_out(path)

    def take_out(self, path: KeyPath) -> bool:
        """Record that the value at ``path`` was removed. Return False if that was already recorded."""
        if not path:
            is_new, self.orphaned = not self.orphaned, True
            return is_new
        steps = self._lost.setdefault(path[:-1], {})
        is_new = path[-1] not in steps
        steps[path[-1]] = None
        return is_new

    def replace(self, path: KeyPath, stand_in: Any) -> bool:
        """Record ``stand_in`` as a placeholder for the required value at ``path``.

        This allows the rest of the table to be kept. Return whether ``stand_in`` was accepted. It is rejected
        if it is None, or if the value already has a placeholder.
        """
        if stand_in is None or path in self._stand_ins:
            return False
        self.take_out(path)
        self._stand_ins[path] = stand_in
        return True

    def holds(self, path: KeyPath) -> bool:
        """Return whether the value at ``path``, or a table that contains it, was removed."""
        return bool(self._lost) and any(
            path[depth] in self._lost.get(path[:depth], ()) for depth in range(len(path))
        )

    def may_hold(self, path: KeyPath) -> bool:
        """Return whether a value at ``path`` may have been removed, so that its absence is not a fault."""
        return self.orphaned or self.holds(path)

    def near(self, path: KeyPath) -> bool:
        """Return whether a value may have been removed at ``path``, above it or directly inside it."""
        return path in self._lost or self.may_hold(path)

    def at(self, path: KeyPath) -> dict[str | int, None]:
        """Return the keys or indices that were removed directly from the value at ``path``."""
        return self._lost.get(path, {})

    def keys(self, path: KeyPath) -> set[str] | None:
        """Return the probable correct names of the keys that were removed from the table at ``path``.

        Return None if any other key may have been removed too.
        """
        if not self._lost and not self.orphaned:
            return set()
        lost = self._lost.get(path, {})
        if self.may_hold(path) or ANY in lost:
            return None
        names = {_repair_name(str(key)) for key in lost}
        return names | {name.replace("_", "") for name in names}

    def original(self, path: KeyPath) -> KeyPath:
        """Convert ``path`` from a path in the data that ``prune`` returns to a path in the document."""
        if not self._lost:
            return path
        found: KeyPath = ()
        for step in path:
            here = step
            if isinstance(here, int):
                for gone in sorted(gone for gone in self._lost.get(found, ()) if isinstance(gone, int)):
                    here += ANY < gone <= here
            found = (*found, here)
        return found

    def prune(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return a copy of ``data`` in which removed values are missing, or replaced by their placeholders.

        ``data`` is not modified, although the copy shares other values with it.
        """
        pruned = dict(data)
        copies: dict[KeyPath, Any] = {(): pruned}
        for parent in sorted(self._lost, key=len, reverse=True):  # so that indices stay valid
            here: Any = pruned
            for depth, step in enumerate(parent, 1):
                if not has(here, step):
                    break
                if parent[:depth] not in copies:
                    copies[parent[:depth]] = here[step] = copy.copy(here[step])
                here = copies[parent[:depth]]
            else:
                gone = [step for step in self._lost[parent] if has(here, step)]
                for step in sorted(gone, reverse=True):
                    del here[step]
                for step in self._lost[parent]:
                    if (*parent, step) in self._stand_ins:
                        here[step] = self._stand_ins[*parent, step]
        return pruned


def _repair_name(name: str) -> str:
    """Return the valid name that ``name`` was probably meant to be."""
    return re.sub(r"\W+", "_", name.strip().lower())
