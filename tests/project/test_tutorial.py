from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.project.tutorial import BLOCK, TUTORIAL, follow

from bj.cli.app import COMMANDS

TEXT = TUTORIAL.read_text("utf-8")


@pytest.mark.skipif(shutil.which("sh") is None, reason="the commands are for a shell")
def test_tutorial_prints_what_it_says(tmp_path: Path) -> None:
    """Whoever does in a fresh folder what the tutorial says sees what is printed in it, byte for byte."""
    assert follow(TEXT, tmp_path).splitlines(True) == TEXT.splitlines(True)


def test_tutorial_shows_what_authors_need() -> None:
    """The tutorial makes, changes, breaks, validates, shows, compares and tests a ruleset."""
    commands = set(re.findall(r"^\$ bj (\w+)", TEXT, re.MULTILINE))
    assert {"new", "run", "validate", "show", "diff", "test"} <= commands <= COMMANDS.keys()
    assert {kind for kind, _ in BLOCK.findall(TEXT)} == {"console", "diff", "toml"}


def test_tutorial_leads_somewhere() -> None:
    """The links of the tutorial lead to files that exist."""
    for target in re.findall(r"\]\(([^)#]+)", TEXT):
        assert target.startswith("https://") or (TUTORIAL.parent / target).exists(), target
