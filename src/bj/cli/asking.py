"""Asks the user questions with one-line answers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from bj.cli.exit_codes import complain
from bj.errors import UsageError
from bj.session.answer_sources import EndOfInput, can_edit, decode, edit_line

Answer = TypeVar("Answer")


def is_at_terminal() -> bool:
    """Return whether stdin is a terminal, so that bj can ask questions."""
    return sys.stdin is not None and sys.stdin.isatty()


def say(text: str) -> None:
    """Print a line between questions. Like the questions, the line goes to stderr."""
    print(text, file=sys.stderr)


def ask(question: str, default: str, read: Callable[[str], Answer]) -> Answer:
    """Ask a question until ``read`` accepts the answer, and return the result of ``read``.

    An empty answer means ``default``. The prompt shows the default unless it is empty. ``read`` rejects an
    answer by raising UsageError. At a terminal, people can edit the answer; otherwise, the question goes to
    stderr. Raises UsageError at the end of the input. After Ctrl-C, the cursor moves to a new line before
    KeyboardInterrupt is raised.
    """
    shown = f" [{default}]" if default else ""
    while True:
        try:
            line = _read_line(f"{question}{shown}: ")
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
    """Show ``prompt`` and read a line from stdin. Raises EndOfInput at the end of the input."""
    if can_edit():
        return edit_line(prompt)
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.buffer.readline()
    if not line:
        raise EndOfInput
    return decode(line)
