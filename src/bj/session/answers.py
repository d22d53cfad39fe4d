"""Where answers come from: a person at a terminal, a pipe, a file.

An answer is one line, decoded and without its line end. What was typed is never printed as it is: ``shown``
makes it harmless first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import BinaryIO, Protocol

from bj.errors import BjError, UsageError
from bj.files import read_at_most

LONGEST_ANSWER = 1_000  # bytes that are looked at
LONGEST_LINE = 1 << 20  # bytes without a line end after which nobody can be answering
LARGEST_ANSWERS_FILE = 10_000_000  # bytes
LONGEST_SHOWN = 60  # characters


class EndOfInput(BjError):  # noqa: N818  # it ends a game in order, and is no error
    """Nobody answers any more."""


class Answers(Protocol):
    """Somebody who answers questions."""

    def ask(self, prompt: str) -> str:
        """The answer to ``prompt``, which has been said already.

        Raises EndOfInput when there is none any more, and KeyboardInterrupt when the person wants to leave.
        """


class NoAnswers:
    """Nobody is there."""

    def ask(self, prompt: str) -> str:
        """Raise EndOfInput."""
        raise EndOfInput


class TypedAnswers:
    """Lines from a terminal or a pipe.

    Once it listens, Ctrl-C is noted and raised while an answer is awaited, where a game can be left in order.
    Pressed twice it is raised at once.
    """

    def __init__(self, stream: BinaryIO | None, flush: Callable[[], object]) -> None:
        self.stream = stream
        self.flush = flush
        self.waiting = False
        self.interrupted = False

    def ask(self, prompt: str) -> str:
        """The next line that is typed, after everything said before it has been shown."""
        self.flush()
        self.waiting = True
        try:
            if self.interrupted:
                raise KeyboardInterrupt
            return self._read_line()
        finally:
            self.waiting = False

    def is_terminal(self) -> bool:
        """Whether a terminal shows what is typed."""
        return self.stream is not None and self.stream.isatty()

    def listen(self) -> None:
        """Take over Ctrl-C, unless the program is deaf to it; before the first prompt can be seen."""
        import signal  # needed by persons only

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        """Note Ctrl-C, or raise it."""
        if self.waiting or self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def _read_line(self) -> str:
        """The next line, as far as an answer can be long."""
        if self.stream is None:
            raise EndOfInput
        try:
            line = self.stream.readline(LONGEST_ANSWER)
            read, rest = len(line), line
            while rest and not rest.endswith(b"\n"):
                rest = self.stream.readline(LONGEST_ANSWER)
                read += len(rest)
                if read > LONGEST_LINE:
                    raise EndOfInput
        except (OSError, ValueError):  # it cannot be read, or is closed
            raise EndOfInput from None
        if not line:
            raise EndOfInput
        return decode(line if read <= LONGEST_ANSWER else line + "…".encode())


class FileAnswers:
    """The lines of a file."""

    def __init__(self, file: Path, used: int = 0) -> None:
        self.lines = read_lines(file)
        self.used = used
        if used > len(self.lines):
            raise UsageError(
                f"{file} has {len(self.lines)} answers, and {used} were given before the game was saved",
                "give the file with which the game was begun",
            )

    def ask(self, prompt: str) -> str:
        """The next line of the file."""
        if self.used == len(self.lines):
            raise EndOfInput
        self.used += 1
        return decode(self.lines[self.used - 1])


def read_lines(file: Path) -> list[bytes]:
    """The lines of a file of answers. Raises UsageError when it cannot be read."""
    content = read_at_most(file, LARGEST_ANSWERS_FILE, "the answers file")
    lines = content.split(b"\n")
    return lines if lines[-1] else lines[:-1]


def decode(line: bytes) -> str:
    """A line without its end; what is no UTF-8 becomes replacement characters."""
    return line[: LONGEST_ANSWER + 3].removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "replace")


def shown(answer: str) -> str:
    r"""``answer`` as it can be printed anywhere: not too long, and with nothing that steers a terminal.

    >>> shown("h\x1b[2J")
    'h\\x1b[2J'
    """
    short = answer if len(answer) <= LONGEST_SHOWN else answer[: LONGEST_SHOWN - 1] + "…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in short)


def typed_answers() -> TypedAnswers:
    """The answers that come on stdin, with stdout shown first."""
    stream = sys.stdin.buffer if sys.stdin is not None else None
    return TypedAnswers(stream, sys.stdout.flush)
