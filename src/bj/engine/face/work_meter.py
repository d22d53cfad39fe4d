"""Measures the work of a game, for drivers with their own budgets."""

from __future__ import annotations

from .view import View


class Meter:
    """Measures the work of a game, in units of ``budget``."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._before = view.work

    def spent(self) -> int:
        """Return the work since the last call."""
        before, self._before = self._before, self._view.work
        return self._before - before
