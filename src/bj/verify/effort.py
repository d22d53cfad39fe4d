"""The work that is spent on one transcript, counted so that the report is the same on every machine."""

from __future__ import annotations

from collections.abc import Hashable

ENOUGH = 5_000_000
"""Units after which no more explanations are looked for."""

RESERVE = 2_500_000
"""Units for the rest of the report, after which the transcript is not looked at any further."""

STOP = 25
"""Units of a stop of the engine; every number that it has recorded is one more."""

WORK = 2
"""Units of the engine's budget that are one unit."""

HAND = 50
"""Units of the beginning of a hand."""

LINE = 50
"""Units of a line that is read."""

SETTLEMENT = 60
"""Units of looking for one outcome of a hand in a program."""

RIFFLE = 300
"""Units of a riffle in another way than that of the rules."""

PATTERN = 100
"""Units of an expected text that is made a pattern."""

GAME = 200
"""Units of a game that differs from another one in what no ruleset can say."""

RULESET = 1_500
"""Units of checking a ruleset again."""

COMPILED = 2
"""Numbers of a compiled game that are one unit."""


class ExhaustedError(Exception):
    """Nothing more may be spent on a transcript."""


class Effort:
    """How much work may still be done for a transcript, in units of about a microsecond."""

    def __init__(self, left: int = ENOUGH) -> None:
        self.left = left
        """How much may still be spent on explanations; below zero, on the rest of the report."""
        self._done: set[Hashable] = set()

    @property
    def is_exhausted(self) -> bool:
        """Whether nothing more may be spent."""
        return self.left < -RESERVE

    def spend(self, work: int) -> None:
        """Count some work. Raises ExhaustedError."""
        self.left -= work
        if self.is_exhausted:
            raise ExhaustedError

    def spend_once(self, what: Hashable, work: int) -> None:
        """Count work that is done once for a transcript, or for another one before. Raises ExhaustedError."""
        if what not in self._done:
            self._done.add(what)
            self.spend(work)
