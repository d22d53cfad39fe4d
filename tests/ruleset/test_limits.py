"""The entries of docs/limits.md about rules that authors tried; bj still refuses each of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

from bj.findings.checking_files import examine

HERE = Path(__file__).parent
LIMITS = tomli.loads((HERE / "limits.toml").read_text("utf-8"))
HEADING = "## Rules that authors have asked for\n"


def test_every_entry_was_tried() -> None:
    """Every entry has an attempt and every attempt an entry, in the same order."""
    text = (HERE.parents[1] / "docs" / "limits.md").read_text("utf-8")
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    assert re.findall(r"^- \*\*(.+?)\*\*", section, re.MULTILINE) == list(LIMITS)


@pytest.mark.parametrize("entry", LIMITS)
def test_what_was_tried_is_refused(entry: str, tmp_path: Path) -> None:
    """The attempt is refused for the reason of its entry."""
    file = tmp_path / "tried.toml"
    file.write_text(f'[ruleset]\ntitle = "Tried"\nextends = "classic"\n{LIMITS[entry]["tried"]}', "utf-8")
    assert any(finding.message.endswith(LIMITS[entry]["says"]) for finding in examine(file))
