from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.project.guides import BLOCK, DOCS, GUIDES, follow

from bj.cli.app import COMMANDS

TEXTS = {name: (DOCS / name).read_text("utf-8") for name in GUIDES}


@pytest.mark.skipif(shutil.which("sh") is None, reason="the commands are for a shell")
@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_prints_what_it_says(name: str, tmp_path: Path) -> None:
    """Whoever does in a fresh folder what a guide says sees what is printed in it, byte for byte."""
    assert follow(TEXTS[name], tmp_path).splitlines(True) == TEXTS[name].splitlines(True)


def test_tutorial_shows_what_authors_need() -> None:
    """The tutorial makes, changes, breaks, validates, shows, compares and tests a ruleset."""
    text = TEXTS["tutorial.md"]
    commands = set(re.findall(r"^\$ bj (\w+)", text, re.MULTILINE))
    assert {"new", "run", "validate", "show", "diff", "test"} <= commands <= COMMANDS.keys()
    assert {kind for kind, _ in BLOCK.findall(text)} == {"console", "diff", "toml"}


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_leads_somewhere(name: str) -> None:
    """The links of a guide lead to files that exist."""
    for target in re.findall(r"\]\(([^)#]+)", TEXTS[name]):
        assert target.startswith("https://") or (DOCS / target).exists(), target
