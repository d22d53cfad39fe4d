"""Tests what bj says about mistakes that the runs of a course do not show."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.grading.test_mutating import RUN

from bj.cli.grade import grade
from bj.grading import run_coverage
from bj.grading.run_coverage import find_unshown

RULESET = """
[ruleset]
title = "Limit"
extends = "classic"
[strategies.simple]
wager = "2 * minimum"
"""

COURSE = """
[course]
ruleset = "limit.toml"
[runs.poor]
arguments = { bankroll = 35, minimum = 10, hands = 20, player = "simple" }
[runs.rich]
arguments = { bankroll = 1010, minimum = 10, hands = 20, player = "simple" }
"""


def test_the_search_for_rules_that_no_run_shows_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A course of long games is not played for each change."""
    assert [each.suggestion for each in find_unshown({"one": RUN}, ["natural"])]
    monkeypatch.setattr(run_coverage, "LARGEST_CHECK", -1)
    assert find_unshown({"one": RUN}, ["natural"]) == []


def test_games_that_a_right_program_cannot_finish_are_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wager above the bankroll ends the game of every right program, which the author may not know."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "limit.toml").write_text(RULESET, "utf-8")
    (tmp_path / "course.toml").write_text(COURSE, "utf-8")
    (tmp_path / "submissions" / "ann").mkdir(parents=True)
    (tmp_path / "submissions" / "ann" / "poor.txt").touch()
    grade("course.toml", workers=1)
    noted = [line for line in capsys.readouterr().err.splitlines() if "with an error" in line]
    assert noted == [
        "note: run poor: the game of a right program ends with an error, "
        "hand 2: Player wagers 20 with a bankroll of 15"
    ]
