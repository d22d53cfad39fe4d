"""Files that reports are written to."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.tables import complaint

RULESET = '[ruleset]\ntitle = "Mine"\nextends = "casino"\n'


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
    file, transcript = tmp_path / "cases.toml", tmp_path / "game.txt"
    for path in (file, transcript):
        path.write_text("[[cases]]\n", "utf-8")
    refused = complaint("test", "classic", "cases.toml", "--output-file", "cases.toml")
    assert "error: cases.toml is a TOML file; no report replaces one\n" in refused
    for option in ("--output-file", "--csv"):
        refused = complaint("verify", "classic", "100", "5", "3", "simple", "game.txt", option, "./game.txt")
        assert "error: ./game.txt is an input of this command\n" in refused
    assert file.read_text("utf-8") == transcript.read_text("utf-8") == "[[cases]]\n"
