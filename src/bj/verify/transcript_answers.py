"""Answers the questions in a game with lines from its transcript."""

from __future__ import annotations

from collections.abc import Sequence

from bj.engine.face.driving import leave
from bj.engine.face.view import Kind, View
from bj.record.events import Event
from bj.record.transcript_lines import format_amount
from bj.session.answer_sources import EndOfInput
from bj.session.conversation import Conversation, Questions, parse_amount
from bj.verify.effort import QUESTION, REFUSED_ANSWER
from bj.verify.matching import match
from bj.verify.positions_and_halts import Answered, Halt, Position
from bj.verify.reference_game import ReferenceGame
from bj.verify.text import Text

REFUSES = "refuses answers"
"""A deviation: the program refuses an answer and asks again, in any wording."""

CUTS_WAGERS = "wagers cut"
"""A deviation: a wager above the bankroll is reduced to the bankroll."""

LONGEST_REFUSAL = 400
"""The maximum number of characters between a refused answer and the next prompt."""


class Reader:
    """Plays a game with the answers in its transcript."""

    def __init__(self, reference: ReferenceGame, text: Text, position: Position) -> None:
        self.reference = reference
        self.text = text
        self.position = position
        self.program = reference.compiled.program

    @property
    def view(self) -> View:
        """The current state of the table."""
        return View(self.program, self.position.table)

    @property
    def money(self) -> tuple[int, ...]:
        """The bankroll of each player."""
        view = self.view
        return tuple(view.bankroll(person) for person in view.players)

    def differs(
        self,
        event: Event | None,
        expected: str,
        done: Sequence[Event] = (),
        coming: Sequence[int] = (),
        *,
        most: str = "",
        fault: str = "",
    ) -> Halt:
        """Return a halt for a difference between the current line and the expected text.

        ``done`` contains the events that are not recorded yet. ``coming`` is the record of these and later
        events.
        """
        recorded, persons = self.position.recorded.copy(), self.reference.compiled.persons
        return Halt(
            "differs", self.position.at, event, expected, most, fault, recorded, done, coming, persons
        )

    def ask(self) -> Halt | None:
        """Ask a player for a decision, and pass the answer to the engine. Return a halt if a line differs.

        An empty line may be an answer, may be ignored by the program, or may end the game.
        """
        before = self.position
        first: tuple[Halt, Position] | None = None
        for means in ("an answer", "nothing", "the end"):
            self.position = before.copy()
            echo = _Echo(self, means)
            halt = self._converse(echo)
            if halt is None:
                return None
            first = first or (halt, self.position)
            if not echo.has_heard_nothing:
                break
        if first is None:
            raise ValueError("no question was asked")
        halt, self.position = first
        return halt

    def _converse(self, echo: _Echo) -> Halt | None:
        """Print the question, and take the answer from the transcript. Return a halt if a line differs."""
        self.text.effort.spend(QUESTION)
        compiled, view = self.reference.compiled, self.view
        conversation = Conversation(self.reference.checked.model.prompts, echo)
        asking = Questions(conversation, self.reference.checked, compiled).ask(view)
        is_again = view.question is not None and view.question.kind == Kind.AGAIN
        try:
            while True:
                said = next(asking).decode()
                after = match(self.reference, self.text, self.position.at, None, said)
                if after is None:
                    return self.differs(None, said)
                self.position.at = after
        except StopIteration as stop:
            self._note_lines(conversation.heard)
            self.position.give("decision", stop.value)
        except EndOfInput:
            self._note_lines(conversation.heard)
            return self._leave(is_again=is_again)
        return None

    def _note_lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.position.answered = Answered("line", line, self.position.answered)

    def _leave(self, *, is_again: bool) -> Halt | None:
        """Leave the game, because all answers have been given."""
        if self.position.is_left:
            return Halt("over", self.position.at)
        if is_again:
            self.position.give("decision", 0)
        else:
            self.position.is_left = True
            leave(self.program, self.position.table)
        return None

    def take_answer(self) -> str:
        """Return the answer to the prompt: the next one from the file, or else the rest of the line.

        Raises EndOfInput if there are no more answers.
        """
        position, text, answers = self.position, self.text, self.reference.answers
        typed = text.line(position.at)
        if answers is not None:
            if position.given >= len(answers):
                raise EndOfInput
            position.given += 1
            wanted = answers[position.given - 1]
            if typed == wanted:
                position.at = text.after_line(position.at)
            return wanted
        if not typed and text.after_line(position.at) >= text.end:
            raise EndOfInput
        position.at = text.after_line(position.at)
        return typed


class _Echo:
    """Supplies a replay with answers from a transcript or from a file with answers."""

    shows_prompts = False

    def __init__(self, reader: Reader, empty: str) -> None:
        self.reader = reader
        self.empty = empty
        """The meaning of an empty line: ``an answer``, ``nothing``, or ``the end`` of the answers."""
        self.has_heard_nothing = False
        self._is_again = False  # whether the program has already asked this question

    def ask(self, prompt: str) -> str:
        """Return the next answer."""
        if self._is_again:
            self.reader.text.effort.spend(QUESTION)
        self._is_again = True
        while True:
            before = self.reader.position.at
            typed = self.reader.take_answer()
            self.has_heard_nothing |= not typed.strip()
            if typed.strip() or self.empty == "an answer":
                if self._is_refused(prompt):
                    continue
                return self._cut(typed)
            if self.empty == "the end":
                self.reader.position.at = before
                raise EndOfInput

    def _cut(self, typed: str) -> str:
        """Reduce a wager above the bankroll to the bankroll, if the program is known to do so."""
        reference, question = self.reader.reference, self.reader.view.question
        if CUTS_WAGERS not in reference.leeway.hooks or question is None or question.kind != Kind.WAGER:
            return typed
        decimals = reference.compiled.decimals
        wager, most = parse_amount(typed.strip(), decimals), self.reader.view.bankroll(question.person)
        is_cut = wager is not None and wager > max(most, question.wagers.start)
        return format_amount(max(most, question.wagers.start), decimals) if is_cut else typed

    def _is_refused(self, prompt: str) -> bool:
        """Return whether the program refuses an answer that the rules accept.

        If so, skip the prompt that is printed again.
        """
        text, reference, position = self.reader.text, self.reader.reference, self.reader.position
        if REFUSES not in reference.leeway.hooks:
            return False
        at, again = position.at, text.content.find(prompt, position.at, position.at + LONGEST_REFUSAL)
        while at < again:
            if reference.language.events_at(text, at):
                return False
            at = text.after_line(at)
        if again >= 0:
            text.effort.spend(REFUSED_ANSWER)
            position.at = again + len(prompt)
        return again >= 0
