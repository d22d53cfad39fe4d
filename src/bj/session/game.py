"""A game in progress."""

from __future__ import annotations

from collections.abc import Iterator

from bj.compiler.compile import Compiled
from bj.compiler.script import Script
from bj.engine import events as e
from bj.engine import program as p
from bj.engine import table as t
from bj.errors import GameError
from bj.session.engines import PLAIN, Engine

EVENTS = 4096
"""Room for so many numbers: a few hundred hands between two writes."""


class Game:
    """One game: its rules, its table, and what is said at its events."""

    def __init__(self, compiled: Compiled, script: Script, engine: Engine = PLAIN) -> None:
        self.persons = compiled.persons
        self.engine = engine
        self.program = engine.ints(compiled.program)
        self.table = engine.ints(compiled.table)
        self.render = engine.renderer(script)

    def transcript(self, room: int = EVENTS) -> Iterator[bytes | memoryview]:
        """Play to the end, giving the transcript in UTF-8, in pieces of whole lines.

        A piece is good until the next one is taken. Raises GameError when a rule asks for something
        impossible; what was said until then is given before.
        """
        events = self.engine.ints([e.FIRST_EVENT, e.FIRST_EVENT + room] + [0] * (room + e.ROOM))
        while True:
            status = self.engine.advance(self.program, self.table, events)
            yield from self.render(events, events[e.POSITION])
            events[e.POSITION] = e.FIRST_EVENT
            if status == p.DONE:
                return
            if status != p.EVENTS_FULL:
                raise GameError(self._explain(status))

    def _explain(self, status: int) -> str:
        """Why the game cannot go on, in words."""
        table = self.table
        hand = f"hand {table[t.HAND]}"
        if status == p.OUT_OF_CARDS:
            return f"{hand}: the shoe is out of cards; reshuffle earlier, or use more packs"
        block = table[t.FAULT_PERSON]
        name = self.persons[table[block + t.VOICE] // e.PERSON_STRIDE] if block else "a formula"
        fault, value = table[t.FAULT], table[t.FAULT_VALUE]
        if fault == p.WAGER_TOO_SMALL:
            return f"{hand}: {name} wagers {value}, less than the minimum of {table[t.MINIMUM_WAGER]}"
        if fault == p.WAGER_TOO_LARGE:
            return f"{hand}: {name} wagers {value} with a bankroll of {table[block + t.BANKROLL]}"
        if fault == p.NO_ACTION:
            return f"{hand}: no rule of {name}'s strategy says what to do"
        if fault == p.ENDLESS_REACTION:
            return f"{hand}: the reactions of {name} would go on for ever"
        if fault == p.DIVISION_BY_ZERO:
            return f"{hand}: an expression divides by zero"
        return f"{hand}: a number has grown beyond all bounds"
