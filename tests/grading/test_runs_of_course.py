"""Tests what bj says about mistakes that the runs of a course do not show."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.grading.test_mutating import RUN

from bj.cli.grade import plan_of
from bj.grading import runs_of_course
from bj.grading.manifest_reading import read_manifest
from bj.grading.runs_of_course import check_runs, describe_weak_runs

RULESET = """
[ruleset]
title = "Limit"
extends = "classic"
[strategies.simple]
wager = "2 * minimum if bankroll > 1000 else minimum"
"""

COURSE = """
[course]
ruleset = "limit.toml"
[runs.poor]
arguments = { bankroll = 500, hands = 20, player = "simple" }
[runs.rich]
arguments = { bankroll = 1010, hands = 20, player = "simple" }
weight = 3
[points]
bets = { points = 10, of = ["wager"] }
dealer = 5
"""


def test_the_search_for_rules_that_no_run_shows_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A course of long games is not played for each change."""
    assert [each.suggestion for each in check_runs({"one": RUN}, ["natural"]).unshown]
    monkeypatch.setattr(runs_of_course, "LARGEST_CHECK", -1)
    assert check_runs({"one": RUN}, ["natural"]) == ([], ())


@pytest.mark.parametrize(
    ("old", "new", "notes"),
    [
        (
            "",
            "",
            [
                "run poor shows 1 of 6 mistakes in bets; "
                "with one of the others, a program keeps 2.5 of 10 points"
            ],
        ),
        ("bankroll = 500", "bankroll = 1005", []),
        (
            "[runs.rich]",
            "[runs.third]\narguments = { bankroll = 400, hands = 9, player = 'simple' }\n[runs.rich]",
            [
                "runs poor and third show at most 1 of 6 mistakes in bets; "
                "with one of the others, a program keeps 4 of 10 points"
            ],
        ),
    ],
)
def test_runs_that_show_few_mistakes_are_named(tmp_path: Path, old: str, new: str, notes: list[str]) -> None:
    """If the bankroll never comes near the limit of a wager, even most wrong programs keep their points."""
    (tmp_path / "limit.toml").write_text(RULESET, "utf-8")
    (tmp_path / "course.toml").write_text(COURSE.replace(old, new) if old else COURSE, "utf-8")
    plan = plan_of(read_manifest(tmp_path / "course.toml"), None)
    _, shown = check_runs(plan.assignments, plan.manifest.criteria())
    assert [*describe_weak_runs(plan, shown)] == notes
    assert not [*describe_weak_runs(plan, ())]
