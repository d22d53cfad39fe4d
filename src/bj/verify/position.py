"""Where a game and its transcript stand, and why a replay has stopped there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from bj.record.events import Event, read


class Before(NamedTuple):
    """What was so before a step."""

    seen: int = 0
    """How much of the record of the hand there was."""
    counts: tuple[int, ...] = ()
    """What everybody had counted."""
    dealt: int = 0
    """How many cards of the shoe had been dealt."""
    happened: Mapping[str, int] = {}
    """How often every event had happened in the hand."""


@dataclass(frozen=True, slots=True)
class Wager:
    """What somebody wagers, and knows at the time."""

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
    """What has been recorded since the hand began."""
    hands: int = 0
    """How many hands have begun."""
    is_left: bool = False
    """Whether the game was left in the middle."""
    is_new: bool = True
    """Whether the game has not begun."""
    hand: tuple[int, int] = (0, 0)
    """The round and the number of the hand that was begun last."""
    is_shoe_ours: bool = False
    """Whether the card that was told last is the one that the shoe of the rules had."""
    last: Before = field(default_factory=Before)
    """What was so before the step that comes, if that is watched."""

    def copy(self) -> Position:
        """The same position, from where another game may go on."""
        return replace(self, table=self.table.copy(), recorded=self.recorded.copy())


@dataclass(frozen=True, slots=True)
class Halt:
    """Why a replay has stopped."""

    why: Literal["hand", "over", "differs"]
    """A hand has begun, the game is over and so is the transcript, or a line is not as expected."""
    at: int
    """Where in the transcript: before the first line that differs."""
    event: Event | None = None
    """What was expected, None for the end of the transcript, a prompt, or a game that cannot go on."""
    expected: str = ""
    """Its text; nothing where the transcript should have ended."""
    fault: str = ""
    """Why the game cannot go on, if that is so."""
    recorded: Sequence[int] = ()
    """What has happened in the hand until then, as numbers, and the ``done`` events behind these."""
    done: Sequence[Event] = ()
    persons: Sequence[str] = ()

    @property
    def before(self) -> tuple[Event, ...]:
        """What has happened in the hand until then."""
        return (*read(self.recorded, self.persons), *self.done)
