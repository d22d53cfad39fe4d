"""Ends every command with the right exit code and, on failure, with a message on stderr."""

from __future__ import annotations

import _thread
import gc
import math
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from bj.cli import INTERRUPTED, code_of
from bj.errors import GameError, RulesetError, UsageError
from bj.termination_signals import SIGNALS
from bj.text.colours import paint_for

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

FINDINGS = 1
USAGE = 2
BUG = 101
BROKEN_PIPE = 141

PATIENCE = 1.0
"""The time that a command may keep running after a termination signal, in seconds."""

SAME_INTERRUPT = 1.0
"""The time after a Ctrl-C during which another one counts as the same interrupt, in seconds."""

KEPT_SIGNAL = re.compile(r"^ +(KeyboardInterrupt: |SystemExit: (?P<code>\d+))\Z", re.MULTILINE)
"""Matches the only trace that pydantic leaves of a signal: part of the message of a SchemaError."""


@contextmanager
def exit_policy() -> Iterator[None]:
    """Convert every error to a message and an exit code.

    The exit code is 1 for faults in a ruleset, a game that cannot continue, or output that cannot be written,
    and 2 for incorrect usage. After an interrupt or a broken pipe, the command exits silently, with the code
    that a shell would report. Any other exception is a bug in bj: the command prints the details for a bug
    report and exits with 101.
    """
    try:
        yield
        sys.stdout.flush()
    except UsageError as error:
        complain(error.message, error.remedy)
        sys.exit(USAGE)
    except RulesetError as error:
        from bj.findings.text import render_findings

        print(render_findings(error.findings, paint_for(sys.stderr, os.environ)), file=sys.stderr)
        sys.exit(FINDINGS)
    except GameError as error:
        sys.stdout.flush()
        complain(str(error), error.remedy)
        sys.exit(FINDINGS)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _discard_output()
        sys.exit(BROKEN_PIPE)
    except OSError as error:
        _exit_if_ended_by_signal(error)  # if the terminal was closed, it cannot show a message
        if isinstance(error, FileNotFoundError) and _is_nowhere():
            complain("the current folder was deleted", "change to an existing folder")
            sys.exit(USAGE)
        if error.filename is not None:  # other code should have handled errors about files
            report_bug(error)
            sys.exit(BUG)
        _discard_output()
        complain(f"the output cannot be written: {error.strerror}", "")
        sys.exit(FINDINGS)
    except Exception as error:
        _exit_if_ended_by_signal(error)
        report_bug(error)
        sys.exit(BUG)


def raise_signals() -> None:
    """Make signals raise exceptions, so that clean-up code runs.

    Ctrl-C raises KeyboardInterrupt, and other signals raise SystemExit. Two interrupts within SAME_INTERRUPT
    count as one, because both `timeout` and a terminal may send the signal, and the second one would disturb
    the clean-up. Signals that the parent process ignores remain ignored. Python discards exceptions in some
    callbacks; if it discards one of these, the process exits immediately.
    """
    is_ending, last_interrupt = False, -math.inf

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal last_interrupt
        if not is_ending and time.monotonic() - last_interrupt > SAME_INTERRUPT:
            last_interrupt = time.monotonic()
            raise KeyboardInterrupt

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal is_ending
        if not is_ending:  # `timeout` may send the signal twice
            is_ending = True
            end_soon(code_of(number))
            sys.exit(code_of(number))

    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupt if number == signal.SIGINT else end)
    sys.unraisablehook = _report_unraisable


def _report_unraisable(dropped: UnraisableHookArgs) -> None:
    """Handle an exception that Python discarded: exit if a signal raised it, otherwise report it."""
    code = _code_of_signal(dropped.exc_value)
    if code:
        os._exit(code)
    sys.__unraisablehook__(dropped)


def end_soon(code: int) -> None:
    """Make the process exit within PATIENCE seconds, even if the main thread is blocked."""

    def end() -> None:
        time.sleep(PATIENCE)
        os._exit(code)

    _thread.start_new_thread(end, ())  # threading.Thread needs locks that the interrupted code may hold


def leave(ending: SystemExit) -> NoReturn:
    """Exit with the code in ``ending``, without waiting for other threads."""
    gc.freeze()  # avoids a slow garbage collection at exit
    import atexit
    from threading import enumerate as running_threads
    from threading import main_thread

    if all(each.daemon or each is main_thread() for each in running_threads()):
        raise ending
    with suppress(OSError):
        sys.stderr.flush()
    atexit._run_exitfuncs()
    os._exit(ending.code if isinstance(ending.code, int) else bool(ending.code))


def _exit_if_ended_by_signal(error: BaseException) -> None:
    """Exit if ``error`` is due to a signal, even if Python or pydantic has wrapped the original exception."""
    code = _code_of_signal(error)
    if code:
        sys.exit(code)


def _code_of_signal(error: BaseException | None) -> int:
    """Return the exit code for the signal that caused ``error``, or 0 if there was no signal."""
    if error is None:
        return 0
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, SystemExit) and isinstance(error.code, int) and error.code in map(code_of, SIGNALS):
        return error.code
    kept = KEPT_SIGNAL.search(str(error)) if type(error).__name__ == "SchemaError" else None
    if kept:
        return int(kept["code"] or INTERRUPTED)
    return _code_of_signal(error.__cause__ or error.__context__)


def _is_nowhere() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _discard_output() -> None:
    """Redirect stdout to the null device, because Python would flush pending output at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, remedy: str) -> None:
    """Print an error message and its remedy on stderr."""
    paint = paint_for(sys.stderr, os.environ)
    print(f"{paint('error', 'error:')} {printable(message)}", file=sys.stderr)
    if remedy:
        print(f"{paint('help', 'help:')} {printable(remedy)}", file=sys.stderr)


def report_bug(error: Exception) -> None:
    """Print a bug report on stderr, with the traceback of ``error``.

    Each line is prefixed, because a CI service might interpret text from a file as a command.
    """
    import platform
    import traceback

    from bj import __version__

    complain(
        "this is a bug in bj, not your mistake",
        "please report it with the command, its files, and everything below",
    )
    print(f"  | bj {__version__}, Python {platform.python_version()}, {platform.system()}", file=sys.stderr)
    for line in "".join(traceback.format_exception(error)).splitlines():
        print(f"  | {printable(line)}", file=sys.stderr)


def printable(text: str) -> str:
    """Escape all characters in ``text`` that could control a terminal or issue a command to a CI service."""
    from bj.text.untrusted_text import make_visible

    return make_visible(text)
