"""Files that reports are written to."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from tests.session.tables import complaint

RULESET = '[ruleset]\ntitle = "Mine"\nextends = "casino"\n'

ARGUMENTS = ("--set", "bankroll=100", "--set", "minimum=5", "--set", "hands=3", "--set", "player=simple")
COURSE = """
[course]
title = "Course"
ruleset = "classic"
transcripts = "{student}.txt"
formats = ["text"]

[runs.a]
arguments = { bankroll = 100, minimum = 5, hands = 3, player = "simple" }
seed = 1
"""


@pytest.mark.parametrize(
    "command",
    [
        "validate mine.toml",
        "test mine.toml",
        "simulate mine.toml --hands 10",
        "analyze mine.toml --fresh",
        "solve mine.toml --fresh",
        "compare casino mine.toml --hands 10",
        "mutate mine.toml",
        "verify mine.toml mine.toml",
    ],
)
def test_no_report_replaces_a_ruleset(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that would be written to a ruleset is refused; the ruleset stays."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.toml"
    file.write_text(RULESET, "utf-8")
    assert "error: mine.toml is a ruleset\n" in complaint(*command.split(), "--output-file", "mine.toml")
    assert file.read_text("utf-8") == RULESET


def test_no_report_replaces_what_it_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of cases, a manifest or a transcript is not replaced by a report about it."""
    monkeypatch.chdir(tmp_path)
    file, transcript = tmp_path / "cases.toml", tmp_path / "games" / "game.txt"
    transcript.parent.mkdir()
    for path in (file, transcript):
        path.write_text("[[cases]]\n", "utf-8")
    refused = complaint("test", "classic", "cases.toml", "--output-file", "cases.toml")
    assert "error: cases.toml is a TOML file, and reports do not replace TOML files\n" in refused
    for option, read in product(("--output-file", "--csv"), ("games/game.txt", "games")):
        refused = complaint("verify", "classic", read, *ARGUMENTS, option, "./games/game.txt")
        assert "error: ./games/game.txt is an input to this command\n" in refused
    assert file.read_text("utf-8") == transcript.read_text("utf-8") == "[[cases]]\n"


def test_no_result_replaces_a_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the results of a student nor the files about a class are written to a transcript."""
    monkeypatch.chdir(tmp_path)
    course, transcript = tmp_path / "course.toml", tmp_path / "submissions" / "ann.txt"
    course.write_text(COURSE, "utf-8")
    transcript.parent.mkdir()
    transcript.write_text("# Shuffling the deck\n", "utf-8")
    refused = complaint("grade", "course.toml", "--results", "submissions")
    assert refused.startswith("error: the results would replace the transcript ann.txt\n")  # not after notes
    refused = complaint("grade", "course.toml", "--output-file", "submissions/ann.txt")
    assert "error: submissions/ann.txt is an input to this command\n" in refused
    course.write_text(COURSE.replace(".txt", ".csv"), "utf-8")
    transcript.with_name("marks.csv").write_text("# Shuffling the deck\n", "utf-8")
    refused = complaint("grade", "course.toml", "--results", "submissions")
    assert "error: the results would replace the transcript marks.csv\n" in refused
    course.write_text(COURSE, "utf-8")
    words = ("mutate", "classic", "--course", "course.toml", "--submissions", "submissions")
    assert "is an input to this command\n" in complaint(*words, "--output-file", "submissions/ann.txt")
    assert transcript.read_text("utf-8") == "# Shuffling the deck\n"
