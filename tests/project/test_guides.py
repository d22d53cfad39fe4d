from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.project.guides import BLOCK, DOCS, GUIDES, follow

from bj.cli.app import COMMANDS
from bj.describe.reference.markdown import slug

TEXTS = {name: (DOCS / name).read_text("utf-8") for name in GUIDES}
PAGES = sorted({*DOCS.glob("*.md"), *DOCS.parent.glob("*.md")})


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_headings_and_files(page: Path) -> None:
    """Every link of a page leads to a file, and its anchor to a heading of that file."""
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        if not target.startswith("https://"):
            place, _, anchor = target.partition("#")
            file = (page.parent / place) if place else page
            assert file.exists(), target
            assert not anchor or anchor in anchors_of(file), target


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page: those of its headings, and those that it names itself."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = {slug(title) for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    return titles | set(re.findall(r'<a id="([^"]+)">', text))
