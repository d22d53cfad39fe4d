"""A game in progress."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TypeAlias

from bj.compiler.compile import Compiled
from bj.engine import events as r
from bj.engine import program as p
from bj.engine import table as t
from bj.engine.mode import Ints
from bj.errors import GameError
from bj.record.script import Script
from bj.record.transcript import render
from bj.session.answers import EndOfInput
from bj.session.engines import PLAIN, Engine
from bj.session.stops import explain_stop

Ask: TypeAlias = Callable[[Ints, Ints], Generator[bytes, None, int]]
"""Asks a person what the engine wants to know: pieces of the transcript, then the answer."""

Render: TypeAlias = Callable[[Script, Ints, int], Iterable[str]]
"""Gives the transcript of the events before a position."""

EVENTS = 4096
"""Room for so many numbers: a few hundred hands between two writes."""

LONGEST_REPLAY = 1 << 24
"""Numbers recorded by a game that is played once more in silence: about a million hands, half a minute."""

GOES_ON = (p.EVENTS_FULL, p.BETWEEN_HANDS)
"""What the engine stops with when it needs nothing but to be called again."""


class Game:
    """One game: its rules, its table, and what is said at its events."""

    def __init__(
        self,
        compiled: Compiled,
        script: Script,
        engine: Engine = PLAIN,
        *,
        render: Render = render,
        ask: Ask | None = None,
        after_hand: Callable[[bool], None] | None = None,
    ) -> None:
        self.persons = compiled.persons
        self.decimals = compiled.decimals
        self.reactions = compiled.reactions
        self.engine = engine
        self.program = engine.ints(compiled.program)
        self.table = engine.ints(compiled.table)
        self.script = script
        self.render = render
        self.ask = ask
        """Asks a person; without it nobody answers, and the first question ends the game."""
        self.after_hand = after_hand
        """Called between two hands and at the end, with whether it is the end; all has been said by then."""
        self.pauses = 0
        """How often the game was between two hands."""
        self.answers: list[int] = []
        """All answers of people so far."""

    def transcript(self) -> Iterator[bytes]:
        """Play to the end, giving the transcript in UTF-8, in pieces; prompts are pieces too.

        Raises GameError when a rule asks for something impossible, and KeyboardInterrupt when a person has
        left; what was said until then is given before.
        """
        events = self._make_events()
        if self.table[t.PAUSES] == p.PAUSE_NEVER and self.after_hand is not None:
            self.table[t.PAUSES] = p.PAUSE_NEXT
        while True:
            status = yield from self._advance(events)
            self._pause(status)
            if status == p.DECISION:
                interrupted = yield from self._decide()
                if interrupted is not None:
                    yield from self._leave(events)
                    if interrupted:
                        raise KeyboardInterrupt
                    return
            elif status == p.DONE:
                return
            elif status not in GOES_ON:
                raise GameError(
                    explain_stop(
                        status, self.program, self.table, self.persons, self.decimals, self.reactions
                    )
                )

    def replay(self, answers: Sequence[int], pauses: int | None) -> bool:
        """Play in silence with ``answers`` given before, up to the end or to the pause of this number.

        Return whether the game got there and used all of the answers; false as well when it goes on and on.
        """
        events = self._make_events()
        recorded = 0
        if pauses != 0:
            self.table[t.PAUSES] = p.PAUSE_NEXT
        while pauses != 0:
            status = self.engine.advance(self.program, self.table, events)
            recorded += events[r.POSITION]  # never nothing, so that games of which nothing is told end, too
            if recorded > LONGEST_REPLAY:
                return False
            events[r.POSITION] = r.FIRST_EVENT
            if self._is_between_hands(status):
                if status == p.DECISION and self.pauses + 1 == pauses:
                    break  # whoever goes on is asked once more, and so makes this pause
                self.pauses += 1
                if self.pauses == pauses:
                    break
            if status == p.DECISION and len(self.answers) < len(answers):
                self._answer(answers[len(self.answers)])
            elif status not in GOES_ON:
                return status == p.DONE and pauses is None and len(self.answers) == len(answers)
        return len(self.answers) == len(answers)

    def _make_events(self) -> Ints:
        """An empty record that is full after ``EVENTS`` numbers."""
        return self.engine.ints(r.new_record(EVENTS))

    def _advance(self, events: Ints) -> Generator[bytes, None, int]:
        """Let the engine play on, and say what it has recorded: why it has stopped."""
        status = self.engine.advance(self.program, self.table, events)
        for piece in self.render(self.script, events, events[r.POSITION]):
            yield piece.encode()
        events[r.POSITION] = r.FIRST_EVENT
        return status

    def _is_between_hands(self, status: int) -> bool:
        """Whether the engine has stopped where a hand is about to begin, or asks for another."""
        if status == p.DECISION:
            return bool(self.table[t.QUESTION] == p.ASK_AGAIN)
        return status == p.BETWEEN_HANDS

    def _pause(self, status: int) -> None:
        """Do what is to be done between hands and at the end."""
        is_between = self._is_between_hands(status)
        self.pauses += is_between
        if self.after_hand is not None and (is_between or status == p.DONE):
            self.after_hand(status == p.DONE)

    def _decide(self) -> Generator[bytes, None, bool | None]:
        """Let a person answer: None, or when there is no answer whether it was by an interrupt."""
        if self.ask is None:
            return False
        try:
            self._answer((yield from self.ask(self.program, self.table)))
        except EndOfInput:
            return False
        except KeyboardInterrupt:
            return True
        return None

    def _answer(self, answer: int) -> None:
        """Give the engine the answer to its question."""
        self.answers.append(answer)
        self.table[t.ANSWER] = answer
        self.table[t.ANSWERED] = 1

    def _leave(self, events: Ints) -> Iterator[bytes]:
        """Leave the game in order: void the hand being played and say the standings."""
        if self.table[t.QUESTION] == p.ASK_AGAIN:
            self.table[t.ANSWER], self.table[t.ANSWERED] = 0, 1
            if (yield from self._play_out(events)) != p.DECISION:
                return
        self.table[t.PC] = self.program[p.QUIT_STEPS]
        for register in (t.TURN, t.SPOT, t.QUESTION, t.ANSWERED):
            self.table[register] = 0
        yield from self._play_out(events)

    def _play_out(self, events: Ints) -> Generator[bytes, None, int]:
        """Play until somebody is asked or the game ends: how it did."""
        while True:
            status = yield from self._advance(events)
            if status not in GOES_ON:
                return status
