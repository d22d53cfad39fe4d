"""Playing the example of a ruleset."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from bj.compiler.arguments import fill_example
from bj.compiler.script import Script
from bj.engine.mode import Ints
from bj.ruleset.check import Checked
from bj.session.answers import EndOfInput
from bj.session.game import Game
from bj.session.plan import Plan
from bj.session.questions import Conversation, Questions


class ListedAnswers:
    """Answers that are known beforehand."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)

    def ask(self, prompt: str) -> str:
        """The next answer. Raises EndOfInput when there is none left."""
        if not self.answers:
            raise EndOfInput
        return self.answers.pop(0)


def play_example(checked: Checked) -> str:
    """The transcript of the example of a ruleset, with what is typed.

    Raises UsageError when its arguments do not fit, and GameError when the game cannot go on.
    """
    example = checked.model.example
    plan = Plan(checked, fill_example(checked.model), example.seed, rounds=example.rounds)
    compiled = plan.compile()
    conversation = Conversation(checked.model.prompts, ListedAnswers(example.answers), echo=True)

    def ask(program: Ints, table: Ints) -> Generator[bytes, None, int]:
        return Questions(conversation, compiled.persons, compiled.decimals).ask(program, table)

    game = Game(compiled, Script(checked, compiled), ask=ask)
    return b"".join(bytes(piece) for piece in game.transcript()).decode()
