"""Positions in a game and its transcript, and the reasons for which a replay stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, NamedTuple

from bj.engine.face.driving import answer
from bj.record.events import Event, read


class Before(NamedTuple):
    """The state of the game before a step."""

    seen: int = 0
    """The length of the record for this hand before the step."""
    counts: tuple[int, ...] = ()
    """Everyone's count before the step."""
    dealt: int = 0
    """How many cards in the shoe were dealt before the step."""
    happened: Mapping[str, int] = {}
    """How often each event had happened in this hand before the step."""


class KeptHand(NamedTuple):
    """A hand as totaled by a program that keeps part of the previous hand."""

    total: int = 0
    aces: int = 0
    """How many aces count high."""
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager, with the count and the bankroll on which it may depend."""

    at: int
    """The offset of the line that shows the wager."""
    person: int
    count: int
    bankroll: int
    amount: int


class Answered(NamedTuple):
    """An item taken from the transcript: a card, a cut, a decision or a typed line.

    Each item is linked to the previous one.
    """

    kind: Literal["card", "cut", "decision", "line"]
    value: int | str
    before: Answered | None


@dataclass(slots=True)
class Position:
    """A position in a game, and the corresponding position in its transcript."""

    table: list[int]
    at: int = 0
    """The offset up to which the transcript has been compared."""
    given: int = 0
    """How many answers have been taken from the file with answers."""
    recorded: list[int] = field(default_factory=list)
    """The events recorded since the start of the hand."""
    hands: int = 0
    """How many hands have started."""
    is_left: bool = False
    """Whether the player has left the game."""
    is_new: bool = True
    """Whether the game has not begun yet."""
    hand: tuple[int, int] = (0, 0)
    """The numbers of the round and the hand that started last."""
    is_shoe_ours: bool = False
    """Whether the last card in the transcript was the next card in the expected shoe."""
    last: Before = field(default_factory=Before)
    """The state before the next step, if the replay stops after each step."""
    held: Mapping[int, KeptHand] = field(default_factory=dict)
    """The hand of each person, if the program keeps part of it for the next hand."""
    answered: Answered | None = None
    """Everything taken from the transcript, as a linked list that starts with the latest item. Copies of the
    position share this list.
    """

    def give(self, kind: Literal["card", "cut", "decision"], number: int) -> None:
        """Give the engine the value that it asked for."""
        answer(self.table, number)
        self.answered = Answered(kind, number, self.answered)

    def goes_on_like(self, other: Position) -> bool:
        """Return whether the game continues from here exactly as it would from ``other``.

        Both positions must be at the start of a hand.
        """
        return _NEXT_HAND(self) == _NEXT_HAND(other)

    def copy(self) -> Position:
        """Return a copy from which a different game can continue."""
        return Position(  # this is several times faster than `replace`
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
"""A function that returns the attributes of a position that determine the next hand."""


@dataclass(frozen=True, slots=True)
class Halt:
    """A stop during a replay, with the reason."""

    why: Literal["hand", "over", "differs"]
    """The reason: a hand starts, both the game and the transcript are over, or a line differs."""
    at: int
    """The offset of the first line that differs."""
    event: Event | None = None
    """The expected event, or None for a prompt, the end of the transcript, or a game that cannot continue."""
    expected: str = ""
    """The expected text, or an empty string if the transcript should have ended."""
    most: str = ""
    """The expected text with the highest possible wager. It is empty if only one wager is possible.
    ``expected`` contains the lowest wager.
    """
    fault: str = ""
    """The reason why the game cannot continue, or an empty string if it can."""
    recorded: Sequence[int] = ()
    """The events in this hand up to the difference, as recorded numbers."""
    done: Sequence[Event] = ()
    coming: Sequence[int] = ()
    """The record of the events in ``done``, the expected event, and any known events after it."""
    persons: Sequence[str] = ()

    @property
    def before(self) -> tuple[Event, ...]:
        """The events in this hand up to the difference."""
        return (*read(self.recorded, self.persons), *self.done)

    @property
    def following(self) -> tuple[Event, ...]:
        """The events that are known to follow the expected one."""
        return tuple(read(self.coming, self.persons))[len(self.done) + 1 :]
