"""A game in progress."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bj.compiler.compile import Compiled
from bj.compiler.script import Script
from bj.engine import events as e
from bj.engine import program as p
from bj.engine import table as t
from bj.engine.machine import advance
from bj.errors import GameError
from bj.output.transcript import render

EVENTS = 4096
"""Room for so many numbers: a few dozen hands between two writes."""


@dataclass(slots=True)
class Game:
    """One game: its rules, its table, and what is said at its events."""

    compiled: Compiled
    script: Script

    def transcript(self, room: int = EVENTS) -> Iterator[str]:
        """Play to the end, giving the transcript in pieces of whole lines.

        Raises GameError when a rule asks for something impossible; what was said until then is given before.
        """
        events = [e.FIRST_EVENT, room] + [0] * (room + e.ROOM)
        while True:
            status = advance(self.compiled.program, self.compiled.table, events)
            yield render(self.script, events, events[e.POSITION])
            events[e.POSITION] = e.FIRST_EVENT
            if status == p.DONE:
                return
            if status != p.EVENTS_FULL:
                raise GameError(self._explain(status))

    def _explain(self, status: int) -> str:
        """Why the game cannot go on, in words."""
        table = self.compiled.table
        hand = f"hand {table[t.HAND]}"
        if status == p.OUT_OF_CARDS:
            return f"{hand}: the shoe is out of cards; reshuffle earlier, or use more packs"
        block = table[t.FAULT_PERSON]
        name = self.compiled.persons[table[block + t.VOICE] // e.PERSON_STRIDE] if block else "a formula"
        fault, value = table[t.FAULT], table[t.FAULT_VALUE]
        if fault == p.WAGER_TOO_SMALL:
            return f"{hand}: {name} wagers {value}, less than the minimum of {table[t.MINIMUM_WAGER]}"
        if fault == p.WAGER_TOO_LARGE:
            return f"{hand}: {name} wagers {value} with a bankroll of {table[block + t.BANKROLL]}"
        if fault == p.NO_ACTION:
            return f"{hand}: no rule of {name}'s strategy says what to do"
        if fault == p.DIVISION_BY_ZERO:
            return f"{hand}: an expression divides by zero"
        return f"{hand}: a number has grown beyond all bounds"
