"""How every command ends: messages on stderr and exit codes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from bj.cli import INTERRUPTED
from bj.errors import GameError, RulesetError, UsageError
from bj.text.colours import paint_for

FINDINGS = 1
USAGE = 2
BUG = 101
BROKEN_PIPE = 141
TERMINATED = 143


@contextmanager
def exit_policy() -> Iterator[None]:
    """Turn every error into messages and exit codes.

    Findings of a ruleset, games that cannot go on and output that cannot be written end with 1, wrong usage
    with 2; an interrupt and a reader who goes away end quietly, with the codes a shell gives them. Any other
    exception is a bug of ours: it ends with 101 and everything we need to know about it.
    """
    try:
        yield
        sys.stdout.flush()
    except UsageError as error:
        complain(error.message, error.remedy)
        sys.exit(USAGE)
    except RulesetError as error:
        from bj.findings.faults import render_findings

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
        if isinstance(error, FileNotFoundError) and _is_nowhere():
            complain("the current folder was deleted", "change to one that exists")
            sys.exit(USAGE)
        if error.filename is not None:  # a file that somebody forgot to look after
            report_bug(error)
            sys.exit(BUG)
        _discard_output()
        complain(f"the output cannot be written: {error.strerror}", "")
        sys.exit(FINDINGS)
    except Exception as error:  # whatever it is
        if _is_interrupt(error):
            sys.exit(INTERRUPTED)
        report_bug(error)
        sys.exit(BUG)


def raise_signals() -> None:
    """Make Ctrl-C raise KeyboardInterrupt and SIGTERM raise SystemExit, so that nothing is left behind.

    A second SIGTERM ends the process at once. A signal that the parent process ignores stays ignored.
    """

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        sys.exit(TERMINATED)

    for number, answer in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, end)):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, answer)


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether an interrupt became another error, as happens in Python while a class is being made."""
    return error is not None and (isinstance(error, KeyboardInterrupt) or _is_interrupt(error.__cause__))


def _is_nowhere() -> bool:
    """Whether the current folder has been deleted."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _discard_output() -> None:
    """Discard pending output: Python flushes stdout once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, remedy: str) -> None:
    """Print an error and its remedy on stderr."""
    paint = paint_for(sys.stderr, os.environ)
    print(f"{paint('error', 'error:')} {printable(message)}", file=sys.stderr)
    if remedy:
        print(f"{paint('help', 'help:')} {printable(remedy)}", file=sys.stderr)


def report_bug(error: Exception) -> None:
    """Report a bug of ours on stderr, with its place.

    Every line has a margin, as text from a file may look like a command to a log.
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
    """``text`` with everything that could steer a terminal or the log of a CI service as an escape."""
    from bj.text.visible import make_visible

    return make_visible(text)
