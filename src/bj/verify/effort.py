"""The work for one transcript, counted in units so that reports do not depend on the machine."""

from __future__ import annotations

from collections.abc import Hashable

ENOUGH = 5_000_000
"""The units after which the search for explanations stops."""

AFTER_ONE = 1_000_000
"""The units for rival explanations, once an explanation covers the whole transcript."""

RESERVE = 2_500_000
"""The units reserved for the rest of the report. If these are spent too, the comparison stops."""

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
"""The work in the engine's budget that counts as one unit."""

HAND = 50
"""The units for starting a hand."""

LINE = 50
"""The units for reading a line."""

SETTLEMENT = 60
"""The units for searching a compiled program for one outcome."""

RIFFLE = 300
"""The units for a riffle that differs from the ruleset's."""

PATTERN = 100
"""The units for turning an expected text into a pattern."""

GAME = 200
"""The units for a game with behavior that no ruleset can express."""

RULESET = 1_500
"""The units for checking a ruleset again."""

COMPILED = 3.2
"""How many numbers of a compiled game count as one unit."""


class ExhaustedError(Exception):
    """Raised when the budget of a transcript is spent."""


class Effort:
    """The remaining work for a transcript, in units of about a microsecond."""

    def __init__(self, left: int = ENOUGH) -> None:
        self.left = left
        """The units left for explanations. Below zero, units are spent on the rest of the report."""
        self._done: set[Hashable] = set()

    @property
    def is_exhausted(self) -> bool:
        """Whether the budget is spent."""
        return self.left < -RESERVE

    def limit(self, left: int) -> None:
        """Lower the units left for explanations to ``left``."""
        self.left = min(self.left, left)

    def spend(self, work: int) -> None:
        """Spend units of work. Raises ExhaustedError if none are left."""
        self.left -= work
        if self.is_exhausted:
            raise ExhaustedError

    def spend_once(self, what: Hashable, work: int) -> None:
        """Spend units once on work whose result is cached as ``what``. Raises ExhaustedError.

        The units are spent even if an earlier transcript has needed the same work, so that reports do not
        depend on the order of transcripts.
        """
        if what not in self._done:
            self._done.add(what)
            self.spend(work)
