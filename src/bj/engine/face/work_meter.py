"""Measures the work done in a game, for drivers that have their own budgets."""

from __future__ import annotations

from .view import View


class Meter:
    """Measures the work done in a game, in the units defined in ``work_per_hand.py``."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._before = view.work

    def spent(self) -> int:
        """Return the work done since the last call."""
        before, self._before = self._before, self._view.work
        return self._before - before
