"""Playing with a memory: which step of the procedure and which key of the ruleset made each piece of text.

The engine is stopped after every single step, so what was recorded in between is that step's. This also
counts the steps, and a game that would go on forever is stopped.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import NamedTuple

from bj.catalogue import steps as s
from bj.compiler.compile import Compiled
from bj.compiler.steps import places_of_steps
from bj.engine import events as r
from bj.engine import program as p
from bj.engine import table as t
from bj.engine.machine import advance
from bj.engine.mode import Ints
from bj.errors import GameError, KeyPath
from bj.record.events import Event, read
from bj.record.script import Script
from bj.ruleset.check import Checked
from bj.session.answers import Answers
from bj.session.engines import PLAIN, Engine
from bj.session.questions import Conversation

MOST_STEPS = 250_000  # times the players that each is played for: seconds
LARGEST_TRANSCRIPT = 4_000_000  # characters
MOST_PIECES = 500_000

BEFORE_THE_GAME = -1
"""Instead of a step: who plays is still being asked."""


class Piece(NamedTuple):
    """Some text of a transcript, and what made it."""

    text: str
    places: tuple[KeyPath, ...]
    """The keys of the ruleset that it comes from, the template first; none for what a person has typed."""
    step: int = BEFORE_THE_GAME
    """The number of the step, from 0, in the order of ``places_of_steps``."""
    hand: int = 0
    round: int = 0


class Mark(NamedTuple):
    """The step that has made the events before a position."""

    end: int
    step: int
    hand: int
    round: int


class TracedConversation(Conversation):
    """A conversation that knows from which prompt of the ruleset its texts are."""

    def __init__(self, checked: Checked, answers: Answers) -> None:
        super().__init__(checked.model.prompts, answers, echo=True)
        self.origins: dict[str, KeyPath] = {}

    def say(self, section: str, key: str, words: Mapping[str, str]) -> str:
        """A text of the ruleset with its fields filled in."""
        text = super().say(section, key, words)
        self.origins[text] = ("prompts", section, key)
        return text

    def origin(self, text: str) -> tuple[KeyPath, ...]:
        """The prompt that ``text`` is, if it is one."""
        path = self.origins.get(text) or self.origins.get(text.removesuffix("\n"))
        return (path,) if path else ()


class Tracer:
    """Makes an engine that goes step by step, and keeps what is said with what made it."""

    def __init__(self, checked: Checked, conversation: TracedConversation) -> None:
        self.checked = checked
        self.conversation = conversation
        self.pieces: list[Piece] = []
        self.size = 0
        self.steps = 0
        self.hands = 0
        self.rounds = 0
        self.winner = ""
        self._marks: list[Mark] = []
        self._stops: list[int] = []
        self._first_step = 0

    def engine(self, compiled: Compiled) -> Engine:
        """An engine for the game ``compiled``."""
        self._stops = list(compiled.program)
        self._first_step = compiled.program[p.START]
        for number in range(len(places_of_steps(self.checked.model))):
            self._stops[self._first_step + p.STEP_SIZE * number] = p.END_GAME
        return PLAIN._replace(name="traced", advance=self._advance)

    def follow(self, asking: Generator[bytes, None, int], table: Ints) -> Generator[bytes, None, int]:
        """Keep the pieces that somebody is asked with."""
        while True:
            try:
                piece = next(asking)
            except StopIteration as stop:
                answer: int = stop.value
                return answer
            text = piece.decode()
            places = self.conversation.origin(text)
            if not places and table[t.QUESTION] == p.ASK_ACTION and not self._was_asked():
                places = (("prompts", "action", "ask_double"),)  # it is asked without words of the ruleset
            self.keep(Piece(text, places, self._number(table[t.PC]), table[t.HAND], table[t.ROUND]))
            yield piece

    def keep(self, piece: Piece) -> None:
        """Keep a piece of text. Raises GameError when there is too much of it."""
        self.size += len(piece.text)
        if self.size > LARGEST_TRANSCRIPT:
            raise GameError(f"the game was stopped after {LARGEST_TRANSCRIPT:,} characters of output")
        if len(self.pieces) == MOST_PIECES:
            raise GameError(f"the game was stopped after {MOST_PIECES:,} lines of output")
        self.pieces.append(piece)

    def _number(self, at: int) -> int:
        """The number of the step at an index of the program."""
        return (at - self._first_step) // p.STEP_SIZE

    def _was_asked(self) -> bool:
        """Whether the last piece is a question: no line end follows it."""
        return bool(self.pieces) and not self.pieces[-1].text.endswith("\n")

    def _advance(self, program: Ints, table: Ints, events: Ints) -> int:
        """Play on as the engine does, step by step."""
        stops = self._stops
        while True:
            at = table[t.PC]
            operation = program[at]
            if operation == p.END_GAME:
                return p.DONE
            self.steps += table[t.PLAYERS]
            if self.steps > MOST_STEPS:
                raise GameError(
                    f"hand {table[t.HAND]}: the game was stopped because it seems to go on forever"
                )
            hand = table[t.HAND]
            stops[at] = operation
            status = advance(stops, table, events)
            stops[at] = p.END_GAME
            self._marks.append(Mark(events[r.POSITION], self._number(at), table[t.HAND], table[t.ROUND]))
            if table[t.PC] != at:
                self.hands += operation == p.BEGIN_HAND
                self.rounds += operation == p.BEGIN_ROUND
                self.hands -= operation == s.TAKE_WAGERS and table[t.HAND] < hand  # a person has left it
            if status != p.DONE:
                return status

    def render(self, script: Script, events: Ints, end: int) -> list[str]:
        """The lines of the events that are recorded before position ``end``, all of which are kept."""
        first = len(self.pieces)
        at = r.FIRST_EVENT
        for mark in (*self._marks, Mark(end, BEFORE_THE_GAME, 0, 0)):
            for event in read(events[at : mark.end], script.persons):
                self._keep_event(event, script, mark)
            at = mark.end
        self._marks.clear()
        return [piece.text for piece in self.pieces[first:]]

    def _keep_event(self, event: Event, script: Script, mark: Mark) -> None:
        """Keep what is said at an event."""
        if event.team is not None:
            self.winner = self.checked.model.teams[event.team].id
        said = self._reactions(event.name, script.words(event)) if event.phrase is not None else ()
        for text, key in script.pieces(event):
            if text:
                self.keep(Piece(text, (key, *said), mark.step, mark.hand, mark.round))

    def _reactions(self, name: str, words: str) -> tuple[KeyPath, ...]:
        """The reaction by which somebody says these words."""
        model = self.checked.model
        found: list[tuple[bool, KeyPath]] = [
            (member.name != name, ("members", key, "reactions", index, "say"))
            for key, member in model.members.items()
            for index, reaction in enumerate(member.reactions)
            if reaction.say == words
        ]
        found += [
            (True, ("strategies", key, "reactions", index, "say"))
            for key, strategy in model.strategies.items()
            for index, reaction in enumerate(strategy.reactions or [])
            if reaction.say == words
        ]
        return tuple(path for _, path in sorted(found, key=lambda item: item[0])[:1])
