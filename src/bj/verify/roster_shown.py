"""Reads the players that are entered at the start of a transcript."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bj.argument_values import Seat, parse_seat
from bj.errors import UsageError
from bj.session.answer_sources import EndOfInput
from bj.session.asking_who_plays import ask_roster
from bj.session.conversation import Conversation
from bj.verify.assignment import Assignment
from bj.verify.text import Text


class Roster(NamedTuple):
    """The players that are entered in the first lines of a transcript."""

    argument: str
    """The name of the argument in the ruleset that lists the players."""
    seats: tuple[Seat, ...]
    end: int
    """The offset after the lines in which players are entered."""
    given: int
    """How many answers were taken from the file with answers."""


class _Typed:
    """Answers questions with lines from a transcript, or from a file with answers."""

    shows_prompts = False

    def __init__(self, text: Text, answers: Sequence[str] | None) -> None:
        self.text = text
        self.answers = answers
        self.at = self.given = 0

    def ask(self, prompt: str) -> str:
        """Return the next answer from the file or, without a file, the rest of the line.

        Raises EndOfInput after the last answer.
        """
        typed = answer = self.text.line(self.at)
        if self.answers is not None:
            if self.given >= len(self.answers):
                raise EndOfInput
            answer, self.given = self.answers[self.given], self.given + 1
        if self.at >= self.text.end:
            raise EndOfInput
        if typed == answer:
            self.at = self.text.after_line(self.at)
        return answer


def read_roster(assignment: Assignment, text: Text) -> Roster | None:
    """Read the players from ``text``. Return None if it does not start with the questions about players."""
    model = assignment.rules.checked.model
    argument = next((each for each in model.command_line if each.type == "players"), None)
    if argument is None:
        return None
    typed = _Typed(text, assignment.answers)
    asking = ask_roster(Conversation(model.prompts, typed), argument.choices or [])
    try:
        while True:
            said = next(asking).decode()
            if not text.content.startswith(said, typed.at):
                return None
            typed.at += len(said)
    except (EndOfInput, UsageError):
        return None
    except StopIteration as stop:
        seats = tuple(parse_seat(argument, word) for word in stop.value)
        return Roster(argument.name, seats, typed.at, typed.given)
