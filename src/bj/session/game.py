"""A game that prints its transcript while it is played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TypeAlias

from bj.compiler.compile import Compiled
from bj.engine.face.driving import Pause, answer, leave, pause
from bj.engine.face.view import Kind, Stop, View
from bj.errors import GameError
from bj.record.script import Script, render
from bj.session.answer_sources import EndOfInput
from bj.session.engine_errors import explain_stop
from bj.session.engines import PLAIN, Engine
from bj.session.stepping import EVENTS, GOES_ON, LONGEST_REPLAY, Given, Stepper

Ask: TypeAlias = Callable[[View], Generator[bytes, None, int]]
"""A function that asks a player the engine's question.

It yields pieces of the transcript, and returns the answer.
"""

Render: TypeAlias = Callable[[Script, Sequence[int]], Iterable[str]]
"""A function that renders recorded events as pieces of the transcript."""


class Game(Stepper):
    """One game with its rules, its table and its transcript."""

    def __init__(
        self,
        compiled: Compiled,
        script: Script,
        engine: Engine = PLAIN,
        *,
        render: Render = render,
        ask: Ask | None = None,
        room: int = EVENTS,
    ) -> None:
        self.persons = compiled.persons
        self.decimals = compiled.decimals
        self.described = compiled.described
        self.given: Given = Given(compiled)
        super().__init__(compiled.program, compiled.table, engine, given=self.given, room=room)
        self.script = script
        self.render = render
        self.ask = ask
        """Asks a player a question. If it is None, the first question ends the game."""
        self.after_hand: Callable[[bool], None] | None = None
        """Called between hands and at the end, after everything earlier has been printed.

        The argument is whether the game has ended.
        """
        self.pauses = 0
        """The number of pauses between hands so far."""
        self.answers: list[int] = []
        """All answers of the players so far."""

    def transcript(self) -> Iterator[bytes]:
        """Play to the end and yield the transcript, including prompts, in pieces of UTF-8.

        Raises GameError if a rule demands something impossible, and KeyboardInterrupt if a player quits. The
        transcript up to that moment is yielded first.
        """
        if self.after_hand is not None:
            pause(self.table, Pause.HANDS)
        while True:
            status, recorded = self.step()
            yield from map(str.encode, self.render(self.script, recorded))
            self._note_pause(status)
            if status == Stop.DECISION:
                try:
                    if self.ask is None:
                        raise EndOfInput
                    self._answer((yield from self.ask(self.view)))
                except EndOfInput:
                    yield from self._leave()
                    return
                except KeyboardInterrupt:
                    yield from self._leave()
                    raise
            elif status == Stop.DONE:
                return
            elif status == Stop.CHANCE:
                raise GameError(self.given.used_up(self.view))
            elif status not in GOES_ON:
                raise GameError(explain_stop(status, self.view, self.persons, self.decimals, self.described))

    def replay(self, answers: Sequence[int], pauses: int | None) -> bool:
        """Play without output, with earlier ``answers``, until the game has paused ``pauses`` times.

        If ``pauses`` is None, play to the end. Return whether the game reached that point and used every
        answer. Return False for a game that never ends.
        """
        numbers = 0
        if pauses != 0:
            pause(self.table, Pause.HANDS)
        while pauses != 0:
            status, recorded = self.step()
            numbers += 1 + len(recorded)  # the 1 stops games without output, too
            if numbers > LONGEST_REPLAY:
                return False
            if self._is_between_hands(status):
                if status == Stop.DECISION and self.pauses + 1 == pauses:
                    break  # the next answer leads to this pause
                self.pauses += 1
                if self.pauses == pauses:
                    break
            if status == Stop.DECISION and len(self.answers) < len(answers):
                self._answer(answers[len(self.answers)])
            elif status not in GOES_ON:
                return status == Stop.DONE and pauses is None and len(self.answers) == len(answers)
        return len(self.answers) == len(answers)

    def _is_between_hands(self, status: int) -> bool:
        """Return whether the engine has stopped before a hand, or to ask whether to continue."""
        if status == Stop.DECISION:
            return self._is_asked_again()
        return status == Stop.PAUSED

    def _is_asked_again(self) -> bool:
        question = self.view.question
        return question is not None and question.kind == Kind.AGAIN

    def _note_pause(self, status: int) -> None:
        """Count the pauses between hands. Call ``after_hand``, if it is set, at each pause and at the end."""
        is_between = self._is_between_hands(status)
        self.pauses += is_between
        if self.after_hand is not None and (is_between or status == Stop.DONE):
            self.after_hand(status == Stop.DONE)

    def _answer(self, given: int) -> None:
        self.answers.append(given)
        answer(self.table, given)

    def _leave(self) -> Iterator[bytes]:
        """End the game cleanly: void the hand being played and print the standings."""
        if self._is_asked_again():
            answer(self.table, 0)
            if (yield from self._play_out()) != Stop.DECISION:
                return
        leave(self.program, self.table)
        yield from self._play_out()

    def _play_out(self) -> Generator[bytes, None, int]:
        """Play until a player is asked or the game ends.

        Yield the transcript, and return the status of the engine.
        """
        while True:
            status, recorded = self.step()
            yield from map(str.encode, self.render(self.script, recorded))
            if status not in GOES_ON:
                return status
