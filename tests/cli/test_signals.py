"""Signals end a command silently at any moment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import StringIO
from typing import NoReturn

import pytest
from pydantic_core import SchemaSerializer
from rich.live import Live

from bj.cli.exit_codes import exit_policy
from bj.cli.progress import progress_bar, progress_count

on_posix = pytest.mark.skipif(os.name == "nt", reason="has no such signals")

PRESSED = """
import atexit, os, signal, sys

moment, number = sys.argv[1], int(sys.argv[2])

class Finder:
    def find_spec(name, *_):
        if name == moment:
            os.kill(os.getpid(), number)

def press():
    os.kill(os.getpid(), number)

sys.meta_path.insert(0, Finder)
from bj.cli import main

if moment == "the end":
    atexit.register(press)
sys.argv[1:] = ["run", "classic", "--help"]
main()
"""
"""A signal while a certain module is imported, or at the end."""


@on_posix
@pytest.mark.parametrize(
    ("moment", "number"),
    [("bj.cli.app", 2), ("typer", 15), ("bj.cli.run", 2), ("bj.ruleset.model", 1), ("the end", 2)],
)
def test_a_signal_never_causes_a_traceback(moment: str, number: int) -> None:
    """A signal while modules are imported or Python ends leaves with its exit code, and prints nothing."""
    command = [sys.executable, "-c", PRESSED, moment, str(number)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (128 + number, b"")


IN_A_COMMAND = """
import os, sys, time

signalled, number = sys.argv[1], int(sys.argv[2])

class Dropping:
    def __del__(self):
        os.kill(os.getpid(), number)

class Finder:
    def find_spec(name, *_):
        if name == "bj.session.saving":
            try:
                Dropping() if signalled == "dropped" else os.kill(os.getpid(), number)
            finally:
                time.sleep(60)

from bj.cli import main

sys.meta_path.insert(0, Finder)
sys.argv[1:] = ["run", "classic", "--save", "game"]
main()
"""
"""A signal in a callback whose exceptions Python drops, or before a long wait."""


@on_posix
@pytest.mark.parametrize(
    ("signalled", "number"),
    [("dropped", 2), ("waiting", 15)],
)
def test_a_signal_is_not_lost(signalled: str, number: int) -> None:
    """A command ends even if Python drops the exception of the signal, or something waits for a minute."""
    command = [sys.executable, "-c", IN_A_COMMAND, signalled, str(number)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, b"", b"")


def test_an_interrupt_that_became_another_error_is_one() -> None:
    """An interrupt that Python wraps in another error is not reported as a bug."""
    interrupted = RuntimeError("Error calling __set_name__")
    interrupted.__cause__ = KeyboardInterrupt()
    with pytest.raises(SystemExit, match="130"), exit_policy():
        raise interrupted


@pytest.mark.parametrize(("ending", "code"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143)])
def test_an_interrupt_that_pydantic_swallows_is_one(ending: BaseException, code: int) -> None:
    """A signal while pydantic builds a schema ends the command, though only the message mentions it."""

    class Interrupting:
        def __repr__(self) -> str:
            raise ending

    with pytest.raises(SystemExit, match=str(code)), exit_policy():
        SchemaSerializer({"type": "literal", "expected": [Interrupting()]})


def test_the_words_of_an_interrupt_in_another_message_do_not_count() -> None:
    """A message that quotes a file, whose last line reads like a trace, is reported as the bug that it is."""
    with pytest.raises(SystemExit, match="101"), exit_policy():
        raise ValueError("unexpected line:\n  KeyboardInterrupt: ")


TWICE = """
import os, signal
from bj.cli.exit_codes import raise_signals

signal.signal(signal.SIGINT, signal.default_int_handler)
raise_signals()
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    os.kill(os.getpid(), signal.SIGINT)
    print("cleaned up")
"""


@on_posix
def test_a_second_interrupt_does_not_disturb_the_clean_up() -> None:
    """Ctrl-C that comes twice, as from `timeout` and from the terminal, is raised once."""
    done = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, check=True, text=True)
    assert (done.stdout, done.stderr) == ("cleaned up\n", "")


@pytest.mark.parametrize("progress", [progress_bar, progress_count])
def test_an_interrupted_progress_shows_the_cursor(
    monkeypatch: pytest.MonkeyPatch, progress: Callable[[], AbstractContextManager[object]]
) -> None:
    """The cursor is shown even if a signal comes at the moment when it is hidden."""

    def start(live: Live, refresh: bool = False) -> NoReturn:
        live.console.show_cursor(False)
        raise KeyboardInterrupt

    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(Live, "start", start)
    monkeypatch.setenv("TERM", "xterm")
    with pytest.raises(KeyboardInterrupt), progress():
        pass
    assert terminal.getvalue() == "\x1b[?25l\x1b[?25h"
