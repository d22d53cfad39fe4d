"""Reads players' answers from a terminal, a pipe or a file.

An answer is a decoded line without its line ending. Text that a player typed is printed only after ``shown``
has escaped it.
"""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from types import FrameType
from typing import Protocol, cast

from bj.errors import BjError, UsageError
from bj.files import read_at_most
from bj.text.unsafe_characters import is_visible

LONGEST_ANSWER = 1_000  # bytes; the rest of the line is ignored
LONGEST_LINE = 1 << 20  # bytes; a longer line is treated as the end of the input
LARGEST_ANSWERS_FILE = 250_000  # bytes, more than 100,000 answers
PIECE = 4_096  # bytes to read at a time
LONGEST_SHOWN = 60  # characters
GLANCE = 0.2  # seconds between checks for Ctrl-C during line editing


class EndOfInput(BjError):  # noqa: N818  # a normal way for a game to end, not an error
    """Raised when all answers have been read."""


class Answers(Protocol):
    """A source of answers to prompts."""

    @property
    def shows_prompts(self) -> bool:
        """Whether ``ask`` prints the last line of the prompt itself. If not, the caller must print it."""

    def ask(self, prompt: str) -> str:
        """Return the answer to ``prompt``.

        Raises EndOfInput after the last answer, and KeyboardInterrupt if the player quits.
        """


class TypedAnswers:
    """Answers typed at a terminal or read from a pipe.

    After a call to ``listen``, Ctrl-C raises KeyboardInterrupt only when the next question is asked, because
    the game can end cleanly at that point. A second Ctrl-C raises it immediately.
    """

    shows_prompts = False

    def __init__(self, stream: BufferedIOBase | None, flush: Callable[[], object]) -> None:
        self.stream = stream
        self.flush = flush
        self.waiting = False
        self.interrupted = False
        self._typed = b""
        """Bytes that were read but do not belong to an answer yet."""
        self._signals: int | None = None
        """The reading end of a pipe that becomes readable when a signal arrives."""

    def ask(self, prompt: str) -> str:
        """Flush the output, and return the next line of input."""
        self.flush()
        self.waiting = True
        try:
            if self.interrupted:
                raise KeyboardInterrupt
            return self._read_line(prompt)
        finally:
            self.waiting = False

    def is_terminal(self) -> bool:
        """Return whether the answers come from a terminal."""
        return self.stream is not None and self.stream.isatty()

    def listen(self) -> None:
        """Start handling Ctrl-C, unless the program ignores it.

        Call this before the first prompt is shown.
        """
        import signal  # needed only at a terminal

        if signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, self._note):
            if os.name == "posix":
                self._signals, written = os.pipe()
                os.set_blocking(written, False)
                signal.set_wakeup_fd(written, warn_on_full_buffer=False)
            signal.signal(signal.SIGINT, self._note)

    @contextmanager
    def interlude(self) -> Iterator[None]:
        """Provide a context in which Ctrl-C takes effect immediately and typed text is discarded.

        If Ctrl-C was pressed earlier, KeyboardInterrupt is raised on entry. Import modules before entering
        the context, because Python replaces an exception that is raised while a class is being created.
        """
        self.waiting = True
        try:
            if self.interrupted:
                self.interrupted = False
                raise KeyboardInterrupt
            yield
        finally:
            self.waiting = False
            if self.is_terminal():
                self._discard_typed()

    def _discard_typed(self) -> None:
        """Discard text that was typed at the terminal but not used as an answer."""
        self._typed = b""
        if os.name == "posix" and self.stream is not None:
            import termios  # needed only at a terminal

            termios.tcflush(self.stream.fileno(), termios.TCIFLUSH)

    def _note(self, number: int, frame: FrameType | None) -> None:
        """Remember that Ctrl-C was pressed, or raise KeyboardInterrupt if it must take effect immediately."""
        if self.waiting or self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def _read_line(self, prompt: str) -> str:
        """Return the next line, truncated to LONGEST_ANSWER bytes."""
        line, read = b"", 0
        while True:
            piece, end, self._typed = (self._typed or self._read()).partition(b"\n")
            line = (line + piece)[:LONGEST_ANSWER]
            read += len(piece)
            if end or not piece:
                break
            if read > LONGEST_LINE:
                raise EndOfInput
        if not (end or read):
            raise EndOfInput
        return decode(line if read <= LONGEST_ANSWER else line + "…".encode())

    def _read(self) -> bytes:
        """Return the next bytes of input, or ``b""`` at the end."""
        if self.stream is None:
            return b""
        try:
            if self._signals is not None:
                import select  # needed only at a terminal

                # Otherwise, a signal that arrives just before the read would not be handled until the next
                # key press. The pipe ends the wait, so that Python can handle the signal.
                typing = self.stream.fileno()
                while self._signals in select.select([typing, self._signals], [], [])[0]:
                    os.read(self._signals, 1)
            return self.stream.read1(PIECE)
        except (OSError, ValueError):  # the stream is closed or cannot be read
            return b""


class EditedAnswers(TypedAnswers):
    """Answers edited at a terminal, where the arrow keys recall earlier lines."""

    shows_prompts = True

    def _read_line(self, prompt: str) -> str:
        return edit_line(prompt)


class FileAnswers:
    """Answers read from the lines of a file."""

    shows_prompts = False

    def __init__(self, file: Path, used: int = 0) -> None:
        self.lines = read_lines(file)
        self.used = used
        if used > len(self.lines):
            raise UsageError(
                f"{file} has {len(self.lines)} answers, but {used} were used before the game was saved",
                "use the file with which the game was started",
            )

    def ask(self, prompt: str) -> str:
        """Return the next line in the file. Raises EndOfInput after the last one."""
        if self.used == len(self.lines):
            raise EndOfInput
        self.used += 1
        return decode(self.lines[self.used - 1])


class ListedAnswers:
    """Answers taken from a list."""

    shows_prompts = False

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)

    def ask(self, prompt: str) -> str:
        """Return the next answer. Raises EndOfInput after the last one."""
        if not self.answers:
            raise EndOfInput
        return self.answers.pop(0)


def read_lines(file: Path) -> list[bytes]:
    """Return the lines of an answers file. Raises UsageError if the file cannot be read."""
    content = read_at_most(file, LARGEST_ANSWERS_FILE, "the answers file")
    lines = content.removeprefix(BOM_UTF8).split(b"\n")
    return lines if lines[-1] else lines[:-1]


def decode(line: bytes) -> str:
    """Decode a line and remove its line ending. Invalid UTF-8 is replaced, not rejected."""
    return line[: LONGEST_ANSWER + 3].removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "replace")


def shown(answer: str) -> str:
    r"""Return ``answer`` in a form that is safe to print: shortened, with control characters escaped.

    >>> shown("h\x1b[2J")
    'h\\x1b[2J'
    """
    short = answer if len(answer) <= LONGEST_SHOWN else answer[: LONGEST_SHOWN - 1] + "…"
    return "".join(sign if is_visible(sign) else ascii(sign)[1:-1] for sign in short)


def typed_answers() -> TypedAnswers:
    """Return a source of answers that reads from stdin, and flushes stdout before each read.

    If both stdin and stdout are terminals, lines can be edited.
    """
    stream = cast(BufferedIOBase, sys.stdin.buffer) if sys.stdin is not None else None
    kind = EditedAnswers if can_edit() else TypedAnswers
    return kind(stream, sys.stdout.flush)


def edit_line(prompt: str) -> str:
    """Return a line that the player edits at a terminal after ``prompt``.

    Requires that ``can_edit`` returns True. Raises EndOfInput at the end of the input.
    """
    import signal  # needed only at a terminal

    # If a signal arrives just before `input`, Python handles it only when the next signal arrives, so send
    # signals regularly.
    before = signal.signal(signal.SIGALRM, lambda number, frame: None)
    signal.setitimer(signal.ITIMER_REAL, GLANCE, GLANCE)
    try:
        line = input(prompt)
    except EOFError:
        raise EndOfInput from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return decode(line.encode("utf-8", "surrogateescape"))


def can_edit() -> bool:
    """Return whether lines can be edited, which requires a capable terminal and the ``readline`` module."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if os.name != "posix" or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import readline  # makes `input` edit lines
    except ImportError:  # this Python has no readline
        return False
    # Treat pasted lines as answers, and do not complete file names on Tab.
    readline.parse_and_bind("set enable-bracketed-paste off")
    return True
