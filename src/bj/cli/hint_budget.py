"""Limits the time that hints may take, and chooses the engine for them."""

from __future__ import annotations

from typing import Literal

from bj.cli.progress import NO_LIBRARY
from bj.errors import GameError
from bj.native.library import library_path, needs_compiling

WAITING = 2
"""The maximum time that a player should wait for the value of a decision, in seconds."""

WORK = {"plain": 400_000, "compiled": 25_000_000}
"""The number of cards and decisions that each engine explores in WAITING seconds under complex rules."""

MOST_DECISIONS = 5
"""The total budget for coaching, as a multiple of the budget for one decision."""


class NotInTimeError(GameError):
    """Raised if computing a value would take too long for a hint."""


class Budget:
    """A progress callback that limits the work for each decision and for all decisions together.

    Work is measured by the number of cards and decisions explored, so that the limit does not depend on the
    machine. A decision takes up to about WAITING seconds of processor time.
    """

    def __init__(self, engine: Literal["plain", "compiled"]) -> None:
        self._most = WORK[engine]
        self._calls = self._spent = self._before = 0

    def begin(self) -> None:
        """Begin a new decision. Raises NotInTimeError if the total budget is exhausted."""
        self._before += self._spent
        self._spent = 0
        if self._before > MOST_DECISIONS * self._most:
            raise NotInTimeError(f"no value within {MOST_DECISIONS * WAITING} s for all decisions")

    def __call__(self, calls: int) -> None:
        """Record that the current search has explored ``calls`` cards and decisions so far.

        Raises NotInTimeError if the work for the current decision exceeds its budget.
        """
        self._spent += calls - self._calls if calls >= self._calls else calls
        self._calls = calls
        if self._spent > self._most:
            raise NotInTimeError(f"no value within {WAITING} s")


def engine_of_hints() -> Literal["plain", "compiled"]:
    """Return the engine to use for hints: the compiled engine if it is already built."""
    return "compiled" if library_path().exists() else "plain"


def remedy_for_hints(engine: Literal["plain", "compiled"]) -> str:
    """Return advice on how to get hints faster, as a clause to append to a sentence.

    Returns an empty string if hints cannot be made faster.
    """
    if engine == "compiled":
        return ""
    if needs_compiling():
        return "; for faster hints, run `bj solve infinite` once to build the compiled engine"
    return f"; {NO_LIBRARY}"
