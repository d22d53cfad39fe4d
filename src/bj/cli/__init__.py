"""The command line: the only place that prints or exits."""

import gc
import os
import signal

__all__ = ["INTERRUPTED", "leave_at_once", "main"]

INTERRUPTED = 130


def main() -> None:
    """Run the command line and leave with its exit code."""
    leave_at_once()
    gc.disable()  # imports make hardly any garbage; `run` enables it again
    from bj.cli.app import run

    run()


def leave_at_once() -> None:
    """Let Ctrl-C end the process silently, unless it ignores Ctrl-C.

    While modules are imported and while Python ends, an interrupt would be a traceback, or another error.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
