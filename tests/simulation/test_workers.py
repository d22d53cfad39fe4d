"""Tests that the numbers are the same for any number of workers, either engine, one machine or a cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.processes import children_of, processor_time

from bj.errors import GameError, UsageError
from bj.native.library import has_library
from bj.simulation.simulation import simulate

FAST = pytest.mark.skipif(not has_library(), reason="there is no compiled engine")

KINDS = {
    "hands": ("classic", ["60", "5", "50", "counting"], {"hands": 70_000}),
    "games": ("vegas", ["safe:A:50", "random:B:80"], {"games": 450, "rounds": 8}),
    "tournaments": ("sos_vs_sc", ["40", "10", "counting", "sos"], {"games": 320}),
    "precision": ("classic", ["60", "5", "50", "simple"], {"precision": 0.002}),
}

PLAIN = """
from bj.simulation.simulation import simulate
if __name__ == "__main__":
    for workers in (1, 3):
        wanted = dict(games=110, engine="plain", workers=workers)
        print(simulate("sos_vs_sc", ["40", "10", "simple", "sc"], **wanted).key)
"""


@FAST
@pytest.mark.parametrize("kind", KINDS)
def test_any_number_of_workers_finds_the_same(kind: str) -> None:
    """One, two, three and eight workers have equal results."""
    ruleset, arguments, wanted = KINDS[kind]
    found = [
        simulate(ruleset, arguments, engine="compiled", workers=workers, **wanted)  # type: ignore[arg-type]
        for workers in (1, 2, 3, 8)
    ]
    assert len({simulation.key for simulation in found}) == 1
    assert all(simulation == found[0] for simulation in found)


def test_processes_find_the_same(tmp_path: Path) -> None:
    """Processes of the plain engine have the results of a single thread, and those of the compiled engine."""
    script = tmp_path / "script.py"
    script.write_text(PLAIN, "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    one, three = done.stdout.split()
    fast = simulate("sos_vs_sc", ["40", "10", "simple", "sc"], games=110, workers=2)
    assert {one, three} == {fast.key}
    assert done.stderr == ""


LEAVING = """
import threading
from bj.simulation.simulation import simulate
print(simulate("classic", games=100, engine="plain", workers=2).hands > 0)
print([thread.name for thread in threading.enumerate()])
"""


def test_a_script_without_a_main_guard_runs_once_and_leaves_no_pool(tmp_path: Path) -> None:
    """Workers are processes that do not run the script; their pool ends before Python exits."""
    script = tmp_path / "script.py"
    script.write_text(LEAVING, "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n['MainThread']\n", "")


def wait_for_children(parent: int, count: int, seconds: float = 0.2) -> list[int]:
    """The children of a process, once this many have worked for some time."""
    until = time.monotonic() + 30
    while True:
        found = [each for each in children_of(parent) if processor_time(each) >= seconds]
        if len(found) >= count:
            return found
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_processes_that_begin_are_deaf_to_interrupts() -> None:
    """Ctrl-C for all processes of a terminal prints no traceback in one that still imports."""
    words = ["simulate", "classic", "--games", "100_000", "--engine", "plain", "--workers", "3"]
    process = subprocess.Popen(
        [sys.executable, "-m", "bj", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for_children(process.pid, 3, seconds=0.06)
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=30)[1] == b""
    assert process.returncode == 130


def test_an_interrupt_gives_what_is_known(tmp_path: Path) -> None:
    """Ctrl-C for all processes of a terminal ends a simulation with partial numbers and no traceback."""
    script = tmp_path / "script.py"
    text = PLAIN.replace("(1, 3)", "[2]").replace("110", "100_000").replace(".key", ".is_partial")
    progress = "progress=lambda hands, _: print(hands, flush=True)"
    script.write_text(text.replace("workers=workers", f"workers=workers, {progress}"), "utf-8")
    command = [sys.executable, str(script)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    while int(process.stdout.readline()) == 0:
        pass
    os.killpg(process.pid, signal.SIGINT)
    rest, complaints = process.communicate(timeout=30)
    assert rest.split()[-1] == "True"
    assert complaints == ""


@pytest.mark.parametrize("workers", [1, 2])
@FAST
def test_games_without_hands_are_given_up(workers: int) -> None:
    """If no game has a hand, games can be simulated but hands cannot."""
    poor = ["4", "5", "100", "simple"]
    with pytest.raises(GameError, match="most games end before a hand is played"):
        simulate("classic", poor, hands=1000, workers=workers)
    assert simulate("classic", poor, games=150, workers=workers).hands == 0


def test_faults_of_games_are_reported(tmp_path: Path) -> None:
    """A game that cannot continue ends the simulation with the reason."""
    file = tmp_path / "spender.toml"
    spender = 'strategies.simple.wager = "bankroll + 1"\n[ruleset]\ntitle = "T"\nextends = "classic"\n'
    file.write_text(spender, "utf-8")
    with pytest.raises(GameError, match="hand 1: Player wagers 101 with a bankroll of 100"):
        simulate(file, hands=10, workers=1, engine="plain")


@pytest.mark.parametrize("workers", [-1, 1025])
def test_numbers_of_workers_have_bounds(workers: int) -> None:
    """There are 1 to 1024 workers."""
    with pytest.raises(UsageError, match="is not a valid number of workers"):
        simulate("classic", hands=10, workers=workers)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"precision": "1%"}, "precision cannot be str"),
        ({"precision": True}, "precision cannot be bool"),
        ({"precision": float("nan")}, "the precision should be between 0 and 1"),
        ({"workers": 2.0}, "workers cannot be float"),
        ({"cluster": 5}, "cluster cannot be int"),
        ({"engine": "fast"}, "'fast' is not an engine"),
    ],
)
def test_other_options_are_refused(options: dict[str, Any], message: str) -> None:
    """The error names the option, or its value."""
    with pytest.raises(UsageError, match=message):
        simulate("classic", **options)
