"""Checks of what several rulesets have in common, made only once.

A check depends on the sections that it looks at and on nothing else. So what it made of them once holds for
every ruleset with the same sections. Which ones a check looks at is not written down anywhere: it is watched.
Only what is without fault is kept, so every fault is found anew at its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from bj.ruleset.check.checked import Check, Checking
from bj.ruleset.model import Ruleset

KEPT = 512
"""How many outcomes of each check are kept."""

ALL = "model_fields_set"
"""Who asks which sections are there depends on all of them."""


class _Watched:
    """A ruleset that notes which of its sections are looked at."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.seen: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.seen.add(name)
        return getattr(self._ruleset, name)


class RepeatedCheck:
    """Checks that are made together, with what has come of them before."""

    def __init__(self, *checks: Check) -> None:
        self.checks = checks
        self._looks_at: tuple[str, ...] = ()
        self._outcomes: dict[tuple[int | None, ...], Checking | None] = {}

    def __call__(self, checking: Checking, marks: Mapping[str, int]) -> None:
        """Make the checks for a ruleset without gaps; ``marks`` tell its sections from those of others.

        Sections that it does not have are without mark, and always the same.
        """
        key = tuple(map(marks.get, self._looks_at))
        outcome = self._outcomes.get(key)
        if outcome is None and key not in self._outcomes:
            watched = _Watched(checking.ruleset)
            outcome = Checking(cast(Ruleset, watched))
            for check in self.checks:
                check(outcome)
            if not outcome.faults and ALL not in watched.seen:
                self._keep(outcome, watched.seen, marks)
        if outcome is not None:
            checking.take_over(outcome)

    def _keep(self, outcome: Checking, seen: set[str], marks: Mapping[str, int]) -> None:
        """Keep what has come of the check, None for nothing, by the sections that it has ever looked at."""
        if not seen <= set(self._looks_at) or len(self._outcomes) == KEPT:
            self._looks_at = tuple(sorted(seen.union(self._looks_at)))
            self._outcomes.clear()
        key = tuple(map(marks.get, self._looks_at))
        self._outcomes[key] = outcome if outcome.has_parsed() else None
