"""Commands with what they print, as files of ``cases``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli import update


@pytest.mark.parametrize("name", update.all_cases())
def test_a_command_prints_what_its_case_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of a case print the text below them and end with the exit code there."""
    monkeypatch.chdir(tmp_path)
    text = update.read_case(name)
    assert update.play(text) == text, f"see what has changed with: python tests/cli/update.py {name}"
