"""Positions in a game and its transcript, and the reasons why a replay stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, NamedTuple

from bj.engine.face.driving import answer
from bj.record.events import Event, read


class Before(NamedTuple):
    """The state before a step."""

    seen: int = 0
    """The length of the record of the hand before the step."""
    counts: tuple[int, ...] = ()
    """The counts of all persons before the step."""
    dealt: int = 0
    """The number of cards dealt from the shoe before the step."""
    happened: Mapping[str, int] = {}
    """Maps events to the number of times that they have happened in the hand."""


class KeptHand(NamedTuple):
    """A hand as counted by a program that does not clear the previous one completely."""

    total: int = 0
    aces: int = 0
    """The number of aces that count high."""
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager, with the count and the bankroll on which it may depend."""

    at: int
    """The offset of the wager's line."""
    person: int
    count: int
    bankroll: int
    amount: int


class Answered(NamedTuple):
    """A card, a cut, a decision or a typed line from the transcript, linked to the previous such item."""

    kind: Literal["card", "cut", "decision", "line"]
    value: int | str
    before: Answered | None


@dataclass(slots=True)
class Position:
    """A position in a game and in its transcript."""

    table: list[int]
    at: int = 0
    """The offset up to which the transcript has been compared."""
    given: int = 0
    """The number of answers taken from the answers file so far."""
    recorded: list[int] = field(default_factory=list)
    """The record from the start of the hand."""
    hands: int = 0
    """The number of hands that have started."""
    is_left: bool = False
    """Whether the game was abandoned."""
    is_new: bool = True
    """Whether the game has not begun."""
    hand: tuple[int, int] = (0, 0)
    """The round and the number of the hand that was started last."""
    is_shoe_ours: bool = False
    """Whether the last card taken from the transcript was the next card of the expected shoe."""
    last: Before = field(default_factory=Before)
    """The state before the next step, if the replay stops after steps."""
    held: Mapping[int, KeptHand] = field(default_factory=dict)
    """Maps persons to their hands, if a program keeps parts of these for the next hand."""
    answered: Answered | None = None
    """All items taken from the transcript, linked from the last one back, so that copies can share them."""

    def give(self, kind: Literal["card", "cut", "decision"], number: int) -> None:
        """Give the engine the value that it requested."""
        answer(self.table, number)
        self.answered = Answered(kind, number, self.answered)

    def goes_on_like(self, other: Position) -> bool:
        """Return whether a game continues from this position exactly as from ``other``.

        Both positions must be at the start of a hand.
        """
        return _NEXT_HAND(self) == _NEXT_HAND(other)

    def copy(self) -> Position:
        """Copy the position, so that a different game can continue from it."""
        return Position(  # several times faster than `replace`
            self.table.copy(),
            self.at,
            self.given,
            self.recorded.copy(),
            self.hands,
            self.is_left,
            self.is_new,
            self.hand,
            self.is_shoe_ours,
            self.last,
            self.held,
            self.answered,
        )


_NEXT_HAND = attrgetter(
    "at", "given", "hand", "is_left", "is_shoe_ours", "last.counts", "last.dealt", "held", "table"
)
"""A function that gets the attributes of a position that determine the next hand."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Why a replay has stopped."""

    why: Literal["hand", "over", "differs"]
    """The reason: a hand starts, the game ends with the transcript, or a line is not as expected."""
    at: int
    """The offset of the first line that differs."""
    event: Event | None = None
    """The expected event; None for the end of the transcript, a prompt, or a game that cannot continue."""
    expected: str = ""
    """The expected text; empty if the transcript should have ended."""
    most: str = ""
    """The expected text with the highest wager, if several are allowed. ``expected`` has the lowest wager."""
    fault: str = ""
    """The reason why the game cannot continue; empty if it can."""
    recorded: Sequence[int] = ()
    """The record of the hand up to the difference."""
    done: Sequence[Event] = ()
    coming: Sequence[int] = ()
    """The record of ``done``, the expected event, and the events after it that are known."""
    persons: Sequence[str] = ()

    @property
    def before(self) -> tuple[Event, ...]:
        """The events of the hand so far."""
        return (*read(self.recorded, self.persons), *self.done)

    @property
    def following(self) -> tuple[Event, ...]:
        """The events after the expected one, as far as they are known."""
        return tuple(read(self.coming, self.persons))[len(self.done) + 1 :]
