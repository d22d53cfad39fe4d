"""Signals end a command in silence, at whatever moment they come."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bj.cli.policy import exit_policy

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
@pytest.mark.parametrize("moment", ["bj.cli.app", "typer", "bj.cli.run", "bj.ruleset.model", "the end"])
@pytest.mark.parametrize("number", [2, 15, 1])
def test_a_signal_is_no_traceback_at_any_moment(moment: str, number: int) -> None:
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
    [("dropped", 2), ("dropped", 15), ("dropped", 1), ("waiting", 15), ("waiting", 1)],
)
def test_a_signal_is_not_lost(signalled: str, number: int) -> None:
    """A command ends even if Python drops the exception of the signal, or something waits for a minute."""
    command = [sys.executable, "-c", IN_A_COMMAND, signalled, str(number)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, b"", b"")


def test_an_interrupt_that_became_another_error_is_one() -> None:
    """What Python makes of an interrupt in the middle of a class is not taken for a bug."""
    interrupted = RuntimeError("Error calling __set_name__")
    interrupted.__cause__ = KeyboardInterrupt()
    with pytest.raises(SystemExit, match="130"), exit_policy():
        raise interrupted


@on_posix
def test_children_of_deaf_tests_can_hear(tmp_path: Path) -> None:
    """Tests that a shell has made deaf to Ctrl-C start processes that are not."""
    test = tmp_path / "test_hearing.py"
    test.write_text(
        "import signal, subprocess, sys\n"
        "def test_hearing():\n"
        "    code = 'import os, signal; os.kill(os.getpid(), signal.SIGINT)'\n"
        "    done = subprocess.run([sys.executable, '-c', code], stderr=subprocess.DEVNULL)\n"
        "    assert done.returncode == -signal.SIGINT\n",
        "utf-8",
    )
    (tmp_path / "conftest.py").write_bytes((Path(__file__).parents[1] / "conftest.py").read_bytes())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    bare = os.environ | {"PYTEST_ADDOPTS": ""}  # CI measures coverage with them
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = subprocess.run(command, env=bare, capture_output=True, text=True, check=False)
    finally:
        signal.signal(signal.SIGINT, heard)
    assert done.returncode == 0, done.stdout
