"""Collects the hands that show a mistake, and the hands that do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from bj.record.events import Event, read
from bj.verify.changes import Change
from bj.verify.mismatch import Mismatch
from bj.verify.reference_game import ReferenceGame

MOST_HANDS = 1_000
"""The maximum number of hands to keep with the mistake, and the maximum without it."""


class RightHand(NamedTuple):
    """A hand that does not show a mistake."""

    reference: ReferenceGame
    recorded: list[int]
    """The recorded events."""
    table: list[int]
    """The table at the start of the hand."""
    at: int
    """The offset at which the hand starts."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in the hand."""
        return tuple(read(self.recorded, self.reference.compiled.persons))


@dataclass(slots=True)
class Evidence:
    """The hands that show a mistake, each with its first difference, and the hands that do not."""

    wrong: list[Mismatch] = field(default_factory=list)
    right: list[RightHand] = field(default_factory=list)

    def add(self, hand: Mismatch) -> None:
        """Add a hand that shows the mistake."""
        if len(self.wrong) < MOST_HANDS:
            self.wrong.append(hand)

    def add_right(self, hand: RightHand) -> None:
        """Add a hand that does not show the mistake."""
        if len(self.right) < MOST_HANDS:
            self.right.append(hand)

    def examples(self, first: Mismatch) -> Evidence:
        """Return evidence with at most one hand, to use as an example in addition to the hand ``first``.

        That hand shows a different kind of event.
        """
        key = None if first.shown is None else first.shown.key
        others = (each for each in self.wrong if each.shown is not None and each.shown.key != key)
        return Evidence([*islice(others, 1)])

    def right_hands(self) -> Iterator[tuple[ReferenceGame, tuple[Event, ...], list[int]]]:
        """Yield the hands without the mistake, each with the game, the events, and the table at its start."""
        for each in self.right:
            yield each.reference, each.events, each.table

    def hands_without(self) -> Iterator[tuple[ReferenceGame, tuple[Event, ...], list[int]]]:
        """Yield the hands in ``right_hands``, then those with the mistake, up to the mistake itself."""
        yield from self.right_hands()
        for each in self.wrong:
            yield each.reference, each.halt.before, each.table


class EditsShown(NamedTuple):
    """The number of hands that provide evidence for each edit and each finding."""

    hands: Counter[Change]
    """The number of hands in which each edit makes a difference."""
    findings: Counter[tuple[str, str]]
    """The number of hands with evidence for each finding. Several edits may belong to one finding."""
    evidence: Mapping[tuple[str, str], Evidence]
    """The hands that support or contradict each finding."""
