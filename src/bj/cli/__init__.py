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
    """Return the exit code that a shell reports for a command ended by the signal ``number``."""
    return 128 + number


def leave_at_once() -> None:
    """End the process silently at a signal, unless the process ignores that signal.

    Without this, an interrupt during imports, or while Python shuts down, would print a traceback or a
    misleading error.
    """
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, frame: os._exit(code_of(number)))
