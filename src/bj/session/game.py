"""A game that yields its transcript as it is played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TypeAlias

from bj.compiler.compile import Compiled
from bj.engine.face.driving import Pause, answer, leave, pause
from bj.engine.face.view import Kind, Stop, View
from bj.errors import GameError
from bj.record.transcript_lines import Script, render
from bj.session.answer_sources import EndOfInput
from bj.session.engine_errors import explain_stop
from bj.session.engines import PLAIN, Engine
from bj.session.stepping import EVENTS, GOES_ON, LONGEST_REPLAY, Given, Stepper

Ask: TypeAlias = Callable[[View], Generator[bytes, None, int]]
"""A function that asks a player the engine's current question.

It yields pieces of the transcript, and returns the answer.
"""

Render: TypeAlias = Callable[[Script, Sequence[int]], Iterable[str]]
"""A function that renders recorded events as pieces of the transcript."""


class Game(Stepper):
    """A game in progress, with its rules, its table and its transcript."""

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
        """The function that asks the players. If it is None, the game ends at the first question."""
        self.after_hand: Callable[[bool], None] | None = None
        """A function to call between hands and at the end, after all earlier output has been yielded.

        Its argument says whether the game is over.
        """
        self.pauses = 0
        """The number of pauses between hands so far."""
        self.answers: list[int] = []
        """All answers that players have given so far."""

    def transcript(self) -> Iterator[bytes]:
        """Play the game to the end, and yield the transcript with its prompts in pieces of UTF-8.

        Raises GameError if a rule requires something impossible, and KeyboardInterrupt if a player quits. In
        both cases, the transcript so far is yielded first.
        """
        if self.after_hand is not None:
            pause(self.table, Pause.HANDS)
        while True:
            status, recorded = self.step()  # calls bj.engine.game.interpreter.play
            yield from map(str.encode, self.render(self.script, recorded))
            self._note_pause(status)
            if status == Stop.DECISION:
                try:
                    if self.ask is None:
                        raise EndOfInput
                    # in `bj run`, this calls bj.session.conversation.Questions.ask
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
        """Replay a game silently with the given ``answers``, until it has paused ``pauses`` times.

        If ``pauses`` is None, replay the whole game. Return whether the replay reached that point and used
        all answers. An endless game is stopped, and the result is False.
        """
        numbers = 0
        if pauses != 0:
            pause(self.table, Pause.HANDS)
        while pauses != 0:
            status, recorded = self.step()
            numbers += 1 + len(recorded)  # counting 1 also stops endless games without output
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
        """Return whether the engine stopped between hands, perhaps to ask whether to play another round."""
        if status == Stop.DECISION:
            return self._is_asked_again()
        return status == Stop.PAUSED

    def _is_asked_again(self) -> bool:
        question = self.view.question
        return question is not None and question.kind == Kind.AGAIN

    def _note_pause(self, status: int) -> None:
        """Count the pauses between hands. At each pause and at the end, call ``after_hand`` if it is set."""
        is_between = self._is_between_hands(status)
        self.pauses += is_between
        if self.after_hand is not None and (is_between or status == Stop.DONE):
            self.after_hand(status == Stop.DONE)

    def _answer(self, given: int) -> None:
        self.answers.append(given)
        answer(self.table, given)

    def _leave(self) -> Iterator[bytes]:
        """End the game cleanly: void the current hand, and print the standings."""
        if self._is_asked_again():
            answer(self.table, 0)
            if (yield from self._play_out()) != Stop.DECISION:
                return
        leave(self.program, self.table)
        yield from self._play_out()

    def _play_out(self) -> Generator[bytes, None, int]:
        """Play until a player must answer or the game ends.

        Yields the transcript, and returns the status of the engine.
        """
        while True:
            status, recorded = self.step()
            yield from map(str.encode, self.render(self.script, recorded))
            if status not in GOES_ON:
                return status
