"""Runs the engine from stop to stop, and supplies cards and cuts that were set in advance.

All games with decisions use this loop.
"""

import threading
from collections.abc import Callable
from copy import copy, deepcopy
from typing import NamedTuple, Self

from bj.compiler.compile import Compiled
from bj.engine.face.driving import answer, new_record, take_events
from bj.engine.face.view import Stop, View
from bj.engine.layout.plain_or_compiled import Ints
from bj.errors import GameError
from bj.session.engine_errors import name_hand
from bj.session.engines import PLAIN, Engine


class Given:
    """The cards and cuts that were set in advance for a game."""

    def __init__(self, compiled: Compiled) -> None:
        self._all = {"cards": compiled.cards, "cuts": compiled.cuts}
        self._shoe = compiled.shoe
        self.warn: Callable[[str], object] = _say_nothing
        """Called with a message, at most once, if a card that was set in advance is no longer in the shoe."""
        self._left = {kind: iter(numbers) for kind, numbers in self._all.items()}

    def give(self, view: View, table: Ints) -> bool:
        """Supply the card or cut that ``view.chance`` requests. Return False if none is left."""
        number = next(self._left[_needed(view)], None)
        if number is not None:
            if _needed(view) == "cards":
                self._look_for_another(view, number)
            answer(table, number)
        return number is not None

    def _look_for_another(self, view: View, card: int) -> None:
        """Warn if all copies of a card are already on the table.

        Only the first such card causes a warning.
        """
        people = (view.dealer, *view.players)
        on_table = [each.card for person in people for hand in view.hands(person) for each in hand.cards]
        code, most = self._shoe.get(card, ("", 0))
        if most and on_table.count(card) >= most:
            lying = "it is" if most == 1 else f"all {most} copies are"
            self.warn(f"hand {view.hand_number}: {code} is dealt again, but {lying} already on the table")
            self._shoe = {}

    def used_up(self, view: View) -> str:
        """Return an error message for a game that needs more cards or cuts than were set in advance."""
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
"""The maximum number of recorded integers in a replay: about a million hands, or half a minute."""

GOES_ON = (Stop.EVENTS_FULL, Stop.PAUSED)
"""The stops after which the game continues if the engine is simply called again."""


class Piece(NamedTuple):
    """The result of running the engine from one stop to the next."""

    status: int
    """The reason why the engine stopped."""
    numbers: list[int]
    """The integers recorded since the previous stop."""


class _Scratch(threading.local):
    """A record that all games in a thread share. It is empty between steps."""

    def __init__(self) -> None:
        self.record: Ints = new_record(EVENTS)


_SCRATCH = _Scratch()


class Stepper:
    """Runs a compiled game from stop to stop."""

    is_read_only = False
    """Whether the table belongs to a game that another driver is playing."""

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
        """The cards and cuts that were set in advance, or None."""
        self.program: Ints = engine.ints(program)
        self.table: Ints = engine.ints(table)
        self.view = View(self.program, self.table)
        self._record: Ints | None = (
            None if engine is PLAIN and room == EVENTS else engine.ints(new_record(room))
        )
        """The game's own record, or None if it uses the thread's shared record."""

    @classmethod
    def around(cls, program: Ints, table: Ints) -> Self:
        """Return a read-only stepper for a table that another driver plays."""
        stepper = cls.__new__(cls)
        stepper.engine, stepper.given, stepper.is_read_only = PLAIN, None, True
        stepper.program, stepper.table = program, table
        stepper.view = View(stepper.program, table)
        return stepper

    def clone(self) -> Self:
        """Return a copy of the game, which can be played independently, even in another thread."""
        twin = copy(self)
        twin.table = self.engine.copy(self.table)
        twin.view = View(twin.program, twin.table)
        twin.given = deepcopy(self.given)
        return twin

    def step(self) -> Piece:
        """Run the engine to the next stop, and supply cards and cuts as long as any are left."""
        record = _SCRATCH.record if self._record is None else self._record
        take_events(record)  # discard events from an interrupted step
        while True:
            status = self.engine.play(self.program, self.table, record)
            if status != Stop.CHANCE or self.given is None or not self.given.give(self.view, self.table):
                return Piece(status, take_events(record))

    def go_on(self, paused: Callable[[int], object] = lambda count: None) -> Piece:
        """Run the engine to the next stop that requires action from the caller.

        At each pause, ``paused`` is called with the number of integers recorded since the start of this call.
        Raises GameError if the game lasts longer than about a million hands.
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
