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
