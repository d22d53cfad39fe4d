"""How every command ends: what is printed on stderr, and the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bj.errors import GameError, RulesetError, UsageError

FINDINGS = 1
USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


@contextmanager
def exit_policy() -> Iterator[None]:
    """Turn the errors that are raised on purpose into messages and exit codes.

    Findings of a ruleset, games that cannot go on and output that cannot be written end with 1, wrong usage
    with 2; an interrupt and a reader who goes away end quietly, with the codes a shell gives them.
    """
    try:
        yield
        sys.stdout.flush()
    except UsageError as error:
        complain(error.message, error.remedy)
        sys.exit(USAGE)
    except RulesetError as error:
        from bj.output.faults import render_findings

        print(render_findings(error.findings), file=sys.stderr)
        sys.exit(FINDINGS)
    except GameError as error:
        sys.stdout.flush()
        complain(str(error), "")
        sys.exit(FINDINGS)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _discard_output()
        sys.exit(BROKEN_PIPE)
    except OSError as error:
        if error.filename is not None:
            raise  # a file that somebody forgot to look after
        _discard_output()
        complain(f"the output cannot be written: {error.strerror}", "")
        sys.exit(FINDINGS)


def _discard_output() -> None:
    """Let what is still to be written go nowhere: Python flushes stdout once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, remedy: str) -> None:
    """Say what is wrong, and what to do instead, on stderr."""
    print(f"error: {printable(message)}", file=sys.stderr)
    if remedy:
        print(f"help: {printable(remedy)}", file=sys.stderr)


def printable(text: str) -> str:
    """``text`` with everything that could steer a terminal shown as an escape."""
    return "".join(
        character if character.isprintable() or character == "\n" else ascii(character)[1:-1]
        for character in text
    )
