"""The command line. No other package prints or exits."""

import gc
import os
import signal

from bj.termination_signals import SIGNALS

__all__ = ["INTERRUPTED", "code_of", "leave_at_once", "main"]

INTERRUPTED = 130


def main() -> None:
    """Run the command given on the command line, and exit with its exit code."""
    leave_at_once()
    gc.disable()  # imports create little garbage; `run` enables collection again
    from bj.cli.app import run

    run()


def code_of(number: int) -> int:
    """Return the exit code that a shell reports for a command terminated by signal ``number``."""
    return 128 + number


def leave_at_once() -> None:
    """Make signals terminate the process without a message, unless the process ignores them.

    Otherwise, an interrupt during imports or shutdown would print a traceback or a misleading error.
    """
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, frame: os._exit(code_of(number)))
