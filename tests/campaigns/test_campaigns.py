"""Runs every campaign on a small scale."""

from __future__ import annotations

import math
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns import broken, damaged, kill_writers, right, signals
from tests.verify.judging import judge
from tests.verify.mutants import games

from bj.verify import text
from bj.verify.effort import ENOUGH, Effort


def test_a_right_game_is_judged_in_every_way() -> None:
    """A game of a ruleset with people, and one of an independent program, are right."""
    assert right.judge(right.ours("infinite", 1)) == (1, 0)
    assert right.judge(right.theirs("courses", 1)) == (1, 0)


def test_broken_programs_are_judged() -> None:
    """A mutant is judged right if its rule is found, and wrong if another one is."""
    chosen = next(broken.choose(["ties lose"], 1, 0))
    game = next(games("courses", 1))
    assert judge(chosen, game).what == "good"
    assert judge([chosen[0]._replace(rules=("shoe",))], game).what == "rule"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the commands."""
    folder = tmp_path_factory.mktemp("prepared")
    signals.prepare(folder)
    return folder


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


@ON_LINUX
def test_signals_end_commands_with_all_their_workers(prepared: Path) -> None:
    """A signal to the process group of a command ends all its processes."""
    whole = signals.run_whole("simulate kept", prepared)
    assert whole.code == 0
    sending = signals.Sending(signal.SIGINT, whole.seconds / 2, to_group=True, times=1, at_terminal=False)
    assert signals.send_one("simulate kept", sending, whole, prepared) in (signals.FINE, signals.TOO_LATE)


@ON_LINUX
def test_killed_writers_leave_whole_files(prepared: Path) -> None:
    """Two commands that write the same file are killed, and the file is whole."""
    whole = signals.run_whole("run saved", prepared)
    moments = (whole.seconds / 3, whole.seconds / 2)
    assert kill_writers.kill_two("run saved", whole, prepared, moments)[1] == ""


@pytest.mark.parametrize(("kind", "numbers"), [("run", range(20)), ("verify", [1]), ("validate", range(60))])
def test_damaged_files_are_judged_in_order(
    monkeypatch: pytest.MonkeyPatch, kind: str, numbers: Sequence[int]
) -> None:
    """For any damage to a file, bj ends with 0, 1 or 2, and with a message."""
    monkeypatch.setitem(damaged.SECONDS, kind, math.inf)  # the campaign takes the time,
    monkeypatch.setattr(damaged, "MEGABYTES", math.inf)  # and has a process for each command
    monkeypatch.setattr(text, "Effort", partial(Effort, ENOUGH // 16))  # and explains what is damaged
    verdicts = [damaged.judge((kind, number)) for number in numbers]
    assert [verdict.trouble for verdict in verdicts if verdict.trouble] == []
    assert {verdict.code for verdict in verdicts} <= {0, 1, 2}
