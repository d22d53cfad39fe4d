"""Ends every command with an exit code and, if the command fails, with messages on stderr."""

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
from bj.signals import SIGNALS
from bj.text.colours import paint_for

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

FINDINGS = 1
USAGE = 2
BUG = 101
BROKEN_PIPE = 141

PATIENCE = 1.0
"""The time in seconds within which a command must end after a signal."""

SAME_INTERRUPT = 1.0
"""The time in seconds within which a second Ctrl-C counts as the same interrupt."""

KEPT_SIGNAL = re.compile(r"^ +(KeyboardInterrupt: |SystemExit: (?P<code>\d+))\Z", re.MULTILINE)
"""A pattern for the signal in the message of a SchemaError. Pydantic keeps no other trace of the signal."""


@contextmanager
def exit_policy() -> Iterator[None]:
    """Turn every error into messages and an exit code.

    The exit code is 1 for faults in a ruleset, a game that cannot continue, or output that cannot be written.
    It is 2 for wrong usage. After an interrupt or a closed pipe, the command exits quietly, with the code
    that a shell reports. Any other exception is a bug in bj: the command prints details for a report and
    exits with 101.
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
        _exit_if_ended_by_signal(error)  # a closed terminal shows no message
        if isinstance(error, FileNotFoundError) and _is_nowhere():
            complain("the current folder was deleted", "change to an existing folder")
            sys.exit(USAGE)
        if error.filename is not None:  # an error with a file that should have been handled elsewhere
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
    """Make Ctrl-C raise KeyboardInterrupt, and other signals SystemExit, so that all clean-up code runs.

    Two interrupts within SAME_INTERRUPT count as one, because both `timeout` and a terminal may send the
    signal, and the second one would disturb the clean-up. A signal that the parent process ignores stays
    ignored. In some callbacks, Python drops exceptions. If it drops one of these, the process ends
    immediately.
    """
    is_ending, last_interrupt = False, -math.inf

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal last_interrupt
        if not is_ending and time.monotonic() - last_interrupt > SAME_INTERRUPT:
            last_interrupt = time.monotonic()
            raise KeyboardInterrupt

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal is_ending
        if not is_ending:  # `timeout` sends the signal twice
            is_ending = True
            end_soon(code_of(number))
            sys.exit(code_of(number))

    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupt if number == signal.SIGINT else end)
    sys.unraisablehook = _report_unraisable


def _report_unraisable(dropped: UnraisableHookArgs) -> None:
    """Report an exception that Python has dropped. If the exception comes from a signal, exit."""
    code = _code_of_signal(dropped.exc_value)
    if code:
        os._exit(code)
    sys.__unraisablehook__(dropped)


def end_soon(code: int) -> None:
    """End the process within PATIENCE seconds, even if it waits for a pipe, a network or another thread."""

    def end() -> None:
        time.sleep(PATIENCE)
        os._exit(code)

    _thread.start_new_thread(end, ())  # threading.Thread needs locks that the interrupted function may hold


def leave(ending: SystemExit) -> NoReturn:
    """Exit with the code of ``ending``, without waiting for running threads."""
    gc.freeze()  # without this, Python would collect garbage at exit, which takes a long time
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
    """Exit if a signal caused ``error``, which Python or pydantic may have wrapped while creating a class."""
    code = _code_of_signal(error)
    if code:
        sys.exit(code)


def _code_of_signal(error: BaseException | None) -> int:
    """Return the exit code for the signal that caused ``error``, or 0 if no signal did."""
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
    """Discard pending output, which Python would otherwise flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, remedy: str) -> None:
    """Print an error and its remedy on stderr."""
    paint = paint_for(sys.stderr, os.environ)
    print(f"{paint('error', 'error:')} {printable(message)}", file=sys.stderr)
    if remedy:
        print(f"{paint('help', 'help:')} {printable(remedy)}", file=sys.stderr)


def report_bug(error: Exception) -> None:
    """Report a bug in bj on stderr, with the line of code that raised the error.

    Every line has a margin, because text from a file may look like a command in a log.
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
    """Escape all parts of ``text`` that could control a terminal or the log of a CI service."""
    from bj.text.visible import make_visible

    return make_visible(text)
