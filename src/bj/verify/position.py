"""Positions in a game and its transcript, and reasons why a replay stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from bj.record.events import Event, read


class Before(NamedTuple):
    """The state before a step."""

    seen: int = 0
    """How much of the record of the hand there was."""
    counts: tuple[int, ...] = ()
    """The counts of all persons."""
    dealt: int = 0
    """How many cards of the shoe had been dealt."""
    happened: Mapping[str, int] = {}
    """How often every event had happened in the hand."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager, with the count and the bankroll at the time."""

    at: int
    """The character at which its line begins."""
    person: int
    count: int
    bankroll: int
    amount: int


@dataclass(slots=True)
class Position:
    """How far a game and its transcript have come."""

    table: list[int]
    at: int = 0
    """Up to which character the transcript has been compared."""
    given: int = 0
    """How many answers of a file were used up."""
    recorded: list[int] = field(default_factory=list)
    """The record since the hand began."""
    hands: int = 0
    """How many hands have begun."""
    is_left: bool = False
    """Whether the game was left in the middle."""
    is_new: bool = True
    """Whether the game has not begun."""
    hand: tuple[int, int] = (0, 0)
    """The round and the number of the hand that was begun last."""
    is_shoe_ours: bool = False
    """Whether the last card shown is the one that the shoe of the rules had."""
    last: Before = field(default_factory=Before)
    """The state before the next step, if steps are watched."""

    def copy(self) -> Position:
        """The same position, from where another game may go on."""
        return replace(self, table=self.table.copy(), recorded=self.recorded.copy())


@dataclass(frozen=True, slots=True)
class Halt:
    """Why a replay has stopped."""

    why: Literal["hand", "over", "differs"]
    """A hand has begun, the game is over and so is the transcript, or a line is not as expected."""
    at: int
    """The character before the first line that differs."""
    event: Event | None = None
    """The expected event; None for the end of the transcript, a prompt, or a game that cannot go on."""
    expected: str = ""
    """Its text; nothing where the transcript should have ended."""
    fault: str = ""
    """Why the game cannot go on, if that is so."""
    recorded: Sequence[int] = ()
    """The record of the hand until then, and the ``done`` events after it."""
    done: Sequence[Event] = ()
    persons: Sequence[str] = ()

    @property
    def before(self) -> tuple[Event, ...]:
        """The events of the hand until then."""
        return (*read(self.recorded, self.persons), *self.done)
