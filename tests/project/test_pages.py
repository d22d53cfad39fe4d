"""The pages of the shipped rulesets are what `bj page` prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import shelf
from tests.session.games import OWN

from bj.cli.page import make_page
from bj.ruleset.load import load_ruleset, shipped_rulesets
from bj.text.markdown import fence

PAGES = Path(__file__).parents[2] / "docs" / "rulesets"


@pytest.mark.parametrize("ruleset", OWN)
def test_page_is_up_to_date(ruleset: str) -> None:
    """The committed page equals the one made from the file: `bj page NAME > docs/rulesets/NAME.md`."""
    checked = load_ruleset(shipped_rulesets()[ruleset])
    assert (PAGES / f"{ruleset}.md").read_text("utf-8") == make_page(ruleset, checked)


def test_pages_belong_to_rulesets() -> None:
    """No page is left of a ruleset that is no longer shipped."""
    assert {page.stem for page in PAGES.glob("*.md")} == {*OWN, shelf.PAGE.stem}


def test_page_of_the_shelf_is_up_to_date() -> None:
    """The page of the shelf lists every table as its file describes it: `python tests/project/shelf.py`."""
    assert shelf.PAGE.read_text("utf-8") == shelf.make_page()


def test_transcript_cannot_end_its_block() -> None:
    """Words of a ruleset that look like the end of a block of code stay inside it."""
    assert fence("a\n```\nb\n") == ["````text", "a", "```", "b", "````"]
