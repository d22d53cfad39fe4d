"""Playing the example of a ruleset."""

from __future__ import annotations

import shlex

from bj.cases.model import Case
from bj.cases.playing import play_case
from bj.errors import GameError
from bj.ruleset.check import Checked


def play_example(checked: Checked) -> str:
    """The transcript of the example of a ruleset, including what is typed.

    It is played like a case: no word of it names a file, and an endless game is stopped. Raises GameError
    when the example does not fit the ruleset, or the game cannot go on.
    """
    example = checked.model.example
    case = Case.model_construct(
        arguments=shlex.join(example.arguments.split()),
        seed=example.seed,
        rounds=example.rounds or None,
        answers=example.answers,
    )
    played = play_case(checked, case)
    if played.ends == "error":
        raise GameError(f"the example cannot be shown: {played.error}")
    return played.transcript
