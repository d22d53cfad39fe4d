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
    """The commands of a guide, run in a fresh folder, print the output shown, byte for byte."""
    assert follow(TEXTS[name], tmp_path).splitlines(True) == TEXTS[name].splitlines(True)


def test_tutorial_shows_what_authors_need() -> None:
    """The tutorial makes, changes, breaks, validates, shows, compares and tests a ruleset."""
    text = TEXTS["tutorial.md"]
    commands = set(re.findall(r"^\$ bj (\w+)", text, re.MULTILINE))
    assert {"new", "run", "validate", "show", "diff", "test"} <= commands <= COMMANDS.keys()
    assert {kind for kind, _ in BLOCK.findall(text)} == {"console", "diff", "toml"}
