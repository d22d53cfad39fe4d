"""Random edits in small: `tests/campaigns/editing.py` makes ten thousand."""

from __future__ import annotations

from pathlib import Path

from tests.campaigns.editing import try_edits


def test_random_edits_have_the_findings_of_validate(tmp_path: Path) -> None:
    """After each edit the diagnostics are those of ``bj validate``, and no request ends in an error."""
    result = try_edits(20, 3, tmp_path)
    assert result.troubles == []
