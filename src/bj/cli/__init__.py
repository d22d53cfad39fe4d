"""The command line: the only package that prints or exits."""

import gc
import os
import signal

from bj.signals import SIGNALS

__all__ = ["INTERRUPTED", "code_of", "leave_at_once", "main"]

INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its code."""
    leave_at_once()
    gc.disable()  # imports produce hardly any garbage; `run` enables collection again
    from bj.cli.app import run

    run()


def code_of(number: int) -> int:
    """Return the exit code that a shell reports for a command that the signal ``number`` ended."""
    return 128 + number


def leave_at_once() -> None:
    """Make signals end the process silently, except those that the process ignores.

    Without this, an interrupt during imports, or while Python shuts down, would print a traceback or a
    misleading error.
    """
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, frame: os._exit(code_of(number)))
