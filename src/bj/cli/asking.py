"""Questions at the terminal: a wrong answer is explained and the question asked again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from bj.cli.exit_codes import complain
from bj.errors import UsageError
from bj.session.answers import EndOfInput, can_edit, decode, edit_line

Answer = TypeVar("Answer")


def is_somebody_there() -> bool:
    """Whether a person at a terminal can answer questions."""
    return sys.stdin is not None and sys.stdin.isatty()


def ask(question: str, default: str, read: Callable[[str], Answer]) -> Answer:
    """The answer as ``read`` reads it, or ``default`` when only Enter is pressed.

    ``read`` raises UsageError for a wrong answer. At a terminal the answer can be edited; elsewhere questions
    go to stderr. Raises UsageError at the end of the input and KeyboardInterrupt, with the line of the
    question ended.
    """
    while True:
        try:
            line = _read_line(f"{question} [{default}]: ")
        except (KeyboardInterrupt, EndOfInput) as ending:
            print(file=sys.stderr)
            if isinstance(ending, KeyboardInterrupt):
                raise
            raise UsageError("the input ended before the last answer", "nothing was written") from None
        try:
            return read(line.strip() or default)
        except UsageError as error:
            complain(error.message, error.remedy)


def _read_line(prompt: str) -> str:
    """The next line of stdin, asked for with ``prompt``. Raises EndOfInput."""
    if can_edit():
        return edit_line(prompt)
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.buffer.readline()
    if not line:
        raise EndOfInput
    return decode(line)


def choose(choices: dict[str, str], what: str) -> Callable[[str], str]:
    """A reader of one of some words, for which an unambiguous beginning is enough."""

    def read(text: str) -> str:
        typed = text.casefold()
        if typed in choices:
            return choices[typed]
        meant = [choice for choice in choices if choice.startswith(typed)]
        if len(meant) == 1:
            return choices[meant[0]]
        from bj.ruleset.suggestions import shorten, suggest

        raise UsageError(f"`{shorten(text)}` is not a {what}", suggest(text, choices))

    return read
