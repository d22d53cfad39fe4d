"""The time limit for hints: a budget of work for each decision, and the choice of engine."""

from __future__ import annotations

from typing import Literal

from bj.cli.progress import NO_LIBRARY
from bj.errors import GameError
from bj.native.library import library_path, needs_compiling

WAITING = 2
"""The maximum time in seconds that a player should wait for the value of a decision."""

WORK = {"plain": 400_000, "compiled": 25_000_000}
"""The number of cards and decisions that each engine explores in WAITING seconds, if rules are complicated.
"""

MOST_DECISIONS = 5
"""The budget for coaching, as a multiple of the budget for one decision."""


class NotInTimeError(GameError):
    """Raised when computing a value would take too long for a hint."""


class Budget:
    """A progress callback that limits the work of an analysis, for each decision and in total.

    Work is the number of cards and decisions explored, so the limit is the same on every machine. A decision
    takes at most about WAITING seconds of processor time.
    """

    def __init__(self, engine: Literal["plain", "compiled"]) -> None:
        self._most = WORK[engine]
        self._calls = self._spent = self._before = 0

    def begin(self) -> None:
        """Start the next decision. Raises NotInTimeError if the total budget is spent."""
        self._before += self._spent
        self._spent = 0
        if self._before > MOST_DECISIONS * self._most:
            raise NotInTimeError(f"no value within {MOST_DECISIONS * WAITING} s for all decisions")

    def __call__(self, calls: int) -> None:
        """Add the work of a search that has explored ``calls`` cards and decisions so far.

        Raises NotInTimeError if the work exceeds the budget.
        """
        self._spent += calls - self._calls if calls >= self._calls else calls
        self._calls = calls
        if self._spent > self._most:
            raise NotInTimeError(f"no value within {WAITING} s")


def engine_of_hints() -> Literal["plain", "compiled"]:
    """Choose the engine for hints: the compiled one, unless it would have to be built first."""
    return "compiled" if library_path().exists() else "plain"


def remedy_for_hints(engine: Literal["plain", "compiled"]) -> str:
    """Return a clause with advice on how to get hints faster, for the end of a sentence.

    Return an empty string if hints cannot be faster.
    """
    if engine == "compiled":
        return ""
    if needs_compiling():
        return "; for faster hints, run `bj solve infinite` once to build the compiled engine"
    return f"; {NO_LIBRARY}"
