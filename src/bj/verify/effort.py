"""Counts the work for one transcript in units, so that reports do not depend on the speed of the machine."""

from __future__ import annotations

from collections.abc import Hashable

ENOUGH = 5_000_000
"""The number of units after which the search for explanations stops."""

AFTER_ONE = 1_000_000
"""The number of units for finding rivals of an explanation that covers the whole transcript."""

RESERVE = 2_500_000
"""The number of units reserved for the rest of the report. When they are spent too, the comparison stops."""

STOP = 25
"""The units for a stop of the engine. Each recorded number costs one more unit."""

STEP = 35
"""The units for applying deviations after a step."""

QUESTION = 150
"""The units for a question and its answer."""

REFUSED_ANSWER = 3
"""The units for skipping an answer that the program refuses."""

FORESIGHT = 50
"""The units for finding a card in later lines."""

WORK = 2
"""How many units of the engine's budget count as one unit of effort."""

HAND = 50
"""The units for starting a hand."""

LINE = 50
"""The units for reading a line."""

SETTLEMENT = 60
"""The units for searching a compiled program for one outcome."""

RIFFLE = 300
"""The units for a riffle that differs from the one in the ruleset."""

PATTERN = 100
"""The units for turning an expected text into a pattern."""

GAME = 200
"""The units for a game with behavior that no ruleset can express."""

RULESET = 1_500
"""The units for checking a ruleset again."""

COMPILED = 3.2
"""How many numbers of a compiled game count as one unit."""


class ExhaustedError(Exception):
    """Raised when all units for a transcript are spent."""


class Effort:
    """The remaining work for a transcript, in units of about a microsecond."""

    def __init__(self, left: int = ENOUGH) -> None:
        self.left = left
        """The units left for explanations. Below zero, units are spent on the rest of the report."""
        self._done: set[Hashable] = set()

    @property
    def is_exhausted(self) -> bool:
        """Whether all units are spent, including the reserve."""
        return self.left < -RESERVE

    def limit(self, left: int) -> None:
        """Lower the units left for explanations to ``left``."""
        self.left = min(self.left, left)

    def spend(self, work: int) -> None:
        """Spend ``work`` units. Raises ExhaustedError if none are left."""
        self.left -= work
        if self.is_exhausted:
            raise ExhaustedError

    def spend_once(self, what: Hashable, work: int) -> None:
        """Spend ``work`` units on work whose result is cached as ``what``, unless they were spent before.

        The units are spent even if an earlier transcript has needed the same work, so that reports do not
        depend on the order of transcripts. Raises ExhaustedError if no units are left.
        """
        if what not in self._done:
            self._done.add(what)
            self.spend(work)
