"""Tests what bj says about mistakes that the runs of a course do not show."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.grading.test_mutating import RUN

from bj.cli.grade import grade, plan_of
from bj.grading import grading, run_coverage
from bj.grading.manifest_reading import read_manifest
from bj.grading.run_coverage import find_unshown
from bj.verify.sample_games import SampleGame

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


def test_a_game_that_depends_on_answers_is_not_said_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With other answers, the same game may end well."""
    (tmp_path / "limit.toml").write_text(RULESET, "utf-8")
    (tmp_path / "course.toml").write_text(COURSE, "utf-8")
    for asks_people in (False, True):
        game = SampleGame(frozenset(), 1, (), asks_people=asks_people, failure="hand 1: it fails")
        monkeypatch.setattr(grading, "play_game", lambda *_, game=game: game)
        plan = plan_of(read_manifest(tmp_path / "course.toml"), None)
        assert set(plan.failures) == (set() if asks_people else {"poor", "rich"})


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
