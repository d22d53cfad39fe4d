"""Plays a game from stop to stop, with given cards and cuts.

This is the only loop around the engine for games with decisions.
"""

import threading
from collections.abc import Callable
from copy import copy, deepcopy
from typing import NamedTuple, Self

from bj.compiler.compile import Compiled
from bj.engine.face.driving import answer, new_record, take_events
from bj.engine.face.view import Stop, View
from bj.engine.layout.mode import Ints
from bj.errors import GameError
from bj.session.engine_errors import name_hand
from bj.session.engines import PLAIN, Engine


class Given:
    """The cards and cuts that are given for a game."""

    def __init__(self, compiled: Compiled) -> None:
        self._all = {"cards": compiled.cards, "cuts": compiled.cuts}
        self._shoe = compiled.shoe
        self.warn: Callable[[str], object] = _say_nothing
        """Called once, with a message, if a given card cannot be in the shoe any more."""
        self._left = {kind: iter(numbers) for kind, numbers in self._all.items()}

    def give(self, view: View, table: Ints) -> bool:
        """Supply the card or cut that ``view.chance`` asks for. Return False if none is left."""
        number = next(self._left[_needed(view)], None)
        if number is not None:
            if _needed(view) == "cards":
                self._look_for_another(view, number)
            answer(table, number)
        return number is not None

    def _look_for_another(self, view: View, card: int) -> None:
        """Warn if all copies of a given card are already on the table.

        Only the first such card gets a warning.
        """
        people = (view.dealer, *view.players)
        on_table = [each.card for person in people for hand in view.hands(person) for each in hand.cards]
        code, most = self._shoe.get(card, ("", 0))
        if most and on_table.count(card) >= most:
            lying = "it is" if most == 1 else f"all {most} copies are"
            self.warn(f"hand {view.hand_number}: {code} is dealt again, but {lying} already on the table")
            self._shoe = {}

    def used_up(self, view: View) -> str:
        """Return the message for a game that needs a card or a cut when all given ones have been used."""
        kind = _needed(view)
        hand = name_hand(view.hand_number)
        message = f"{hand}: the game needs more {kind} than the {len(self._all[kind])} given"
        looks = kind == "cards" and view.looks_ahead
        return (
            f"{message}; some powers look at cards, or draw them, before the cards are dealt"
            if looks
            else message
        )


def _say_nothing(message: str) -> None:
    """Ignore the message."""


def _needed(view: View) -> str:
    return "cuts" if view.chance is not None and view.chance.is_cut else "cards"


EVENTS = 4096
"""The size of a record, which has room for a few hundred hands between two stops."""

LONGEST_REPLAY = 1 << 24
"""The maximum number of recorded numbers in a replay: about a million hands, or half a minute."""

GOES_ON = (Stop.EVENTS_FULL, Stop.PAUSED)
"""The stops after which the driver just calls the engine again."""


class Piece(NamedTuple):
    """The part of a game between two stops."""

    status: int
    """The reason why the engine stopped."""
    numbers: list[int]
    """The numbers recorded in this part of the game."""


class _Scratch(threading.local):
    """The record that all games in a thread share. It is empty between two steps."""

    def __init__(self) -> None:
        self.record: Ints = new_record(EVENTS)


_SCRATCH = _Scratch()


class Stepper:
    """Plays a compiled game from stop to stop."""

    is_read_only = False
    """Whether a different driver plays the table."""

    def __init__(
        self,
        program: list[int],
        table: list[int],
        engine: Engine = PLAIN,
        *,
        given: Given | None = None,
        room: int = EVENTS,
    ) -> None:
        self.engine = engine
        self.given = given
        """The given cards and cuts, if any."""
        self.program: Ints = engine.ints(program)
        self.table: Ints = engine.ints(table)
        self.view = View(self.program, self.table)
        self._record: Ints | None = (
            None if engine is PLAIN and room == EVENTS else engine.ints(new_record(room))
        )
        """The game's own record, or None if it uses the record of its thread."""

    @classmethod
    def around(cls, program: Ints, table: Ints) -> Self:
        """Return a read-only stepper for a table that another driver plays."""
        stepper = cls.__new__(cls)
        stepper.engine, stepper.given, stepper.is_read_only = PLAIN, None, True
        stepper.program, stepper.table = program, table
        stepper.view = View(stepper.program, table)
        return stepper

    def clone(self) -> Self:
        """Copy the game. The copy plays independently, even in another thread."""
        twin = copy(self)
        twin.table = self.engine.copy(self.table)
        twin.view = View(twin.program, twin.table)
        twin.given = deepcopy(self.given)
        return twin

    def step(self) -> Piece:
        """Play to the next stop. Give cards and cuts as long as any are left."""
        record = _SCRATCH.record if self._record is None else self._record
        take_events(record)  # discard the events of a step that was interrupted
        while True:
            status = self.engine.advance(self.program, self.table, record)
            if status != Stop.CHANCE or self.given is None or not self.given.give(self.view, self.table):
                return Piece(status, take_events(record))

    def go_on(self, paused: Callable[[int], object] = lambda count: None) -> Piece:
        """Play to the next stop that needs the driver.

        At every pause, ``paused`` gets the count of numbers recorded since this call began. Raises GameError
        if the game takes more than about a million hands.
        """
        piece = self.step()
        while piece.status in GOES_ON:
            if piece.status == Stop.PAUSED:
                paused(len(piece.numbers))
            status, numbers = self.step()
            piece.numbers.extend(numbers)
            piece = piece._replace(status=status)
            if len(piece.numbers) > LONGEST_REPLAY:
                raise GameError("the game lasts too long without a human player's action")
        return piece
