"""Collects the hands that show a mistake, and the hands that do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from bj.record.events import Event, read
from bj.verify.mismatch import Mismatch
from bj.verify.reference_game import ReferenceGame

MOST_HANDS = 1_000
"""The maximum number of hands to keep, both with and without the mistake."""


@dataclass(slots=True)
class Evidence:
    """The hands that show a mistake, each with its first difference, and the hands that do not."""

    wrong: list[Mismatch] = field(default_factory=list)
    right: list[tuple[ReferenceGame, list[int], list[int]]] = field(default_factory=list)
    """The hands without the mistake, each with the game, the recorded events, and the table at its start."""

    def add(self, hand: Mismatch) -> None:
        """Add a hand that shows the mistake."""
        if len(self.wrong) < MOST_HANDS:
            self.wrong.append(hand)

    def add_right(self, reference: ReferenceGame, recorded: list[int], table: list[int]) -> None:
        """Add a hand that does not show the mistake."""
        if len(self.right) < MOST_HANDS:
            self.right.append((reference, recorded, table))

    def examples(self, first: Mismatch) -> Evidence:
        """Return evidence with a single hand, which complements the hand ``first`` in a sentence.

        That hand shows a different kind of event.
        """
        key = None if first.shown is None else first.shown.key
        others = (each for each in self.wrong if each.shown is not None and each.shown.key != key)
        return Evidence([*islice(others, 1)])

    def right_hands(self) -> Iterator[tuple[ReferenceGame, tuple[Event, ...], list[int]]]:
        """Yield the hands without the mistake, each with the game, the events, and the table at its start."""
        for reference, recorded, table in self.right:
            yield reference, tuple(read(recorded, reference.compiled.persons)), table

    def hands_without(self) -> Iterator[tuple[ReferenceGame, tuple[Event, ...], list[int]]]:
        """Yield the hands in ``right_hands``, then those with the mistake, up to the mistake itself."""
        yield from self.right_hands()
        for each in self.wrong:
            yield each.reference, each.halt.before, each.table
