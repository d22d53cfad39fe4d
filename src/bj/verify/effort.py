"""Measures work in abstract units, so that reports are the same on fast and slow machines."""

from __future__ import annotations

from collections.abc import Hashable

ENOUGH = 5_000_000
"""The units available for explaining a transcript."""

AFTER_ONE = 1_000_000
"""The units available for finding rivals once an explanation covers the whole transcript."""

RESERVE = 2_500_000
"""Additional units for completing the report. Once these are spent as well, the comparison stops."""

STOP = 25
"""The cost of one stop of the engine. Each recorded number costs one more unit."""

STEP = 35
"""The cost of applying deviations after a step."""

QUESTION = 150
"""The cost of a question and its answer."""

REFUSED_ANSWER = 3
"""The cost of skipping an answer that the program refuses."""

FORESIGHT = 50
"""The cost of looking for a card in later lines."""

WORK = 2
"""How many units of work in the engine count as one unit here."""

HAND = 50
"""The cost of starting a hand."""

LINE = 50
"""The cost of reading a line."""

SETTLEMENT = 60
"""The cost of trying to settle a hand with one outcome."""

RIFFLE = 300
"""The cost of a riffle that does not follow the ruleset."""

PATTERN = 100
"""The cost of converting an expected text to a pattern."""

GAME = 200
"""The cost of creating a game from changes, apart from compiling it."""

RULESET = 1_500
"""The cost of checking a ruleset again."""

COMPILED = 3.2
"""How many numbers of a compiled game one unit pays for."""


class ExhaustedError(Exception):
    """Raised if the effort for a transcript is exhausted."""


class Effort:
    """The work that may still be spent on a transcript, in units of about a microsecond."""

    def __init__(self, left: int = ENOUGH) -> None:
        self.left = left
        """The units left for explanations. A negative number means that the reserve is in use."""
        self._done: set[Hashable] = set()

    @property
    def is_exhausted(self) -> bool:
        """Whether all units are spent, including the reserve."""
        return self.left < -RESERVE

    def limit(self, left: int) -> None:
        """Leave no more than ``left`` units for explanations."""
        self.left = min(self.left, left)

    def spend(self, work: int) -> None:
        """Spend ``work`` units. Raises ExhaustedError if too few are left."""
        self.left -= work
        if self.is_exhausted:
            raise ExhaustedError

    def spend_once(self, what: Hashable, work: int) -> None:
        """Spend ``work`` units on the cached result ``what``, unless this transcript has already paid for it.

        A transcript pays even if the result was computed for an earlier one. Otherwise, reports would depend
        on the order of transcripts. Raises ExhaustedError if too few units are left.
        """
        if what not in self._done:
            self._done.add(what)
            self.spend(work)
