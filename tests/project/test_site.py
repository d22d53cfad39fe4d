"""Tests that the pages of the site contain all of their documents, and that every link works."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from bj.ruleset.ruleset_files import shipped_rulesets
from bj.text.markdown_escapes import fence
from pages import guides, playground, rulesets
from pages.generated import cut_codes, cut_reference
from pages.markdown import cut
from pages.site import BrokenLinkError, Site

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "docs" / "reference.md").read_text("utf-8")
CODES = (ROOT / "docs" / "codes.md").read_text("utf-8")

OVERLAY = """Write this to `base.toml`:

```toml
[ruleset]
title = "Base"
extends = "classic"
```

Write this to `cases/base.toml`:

```toml
[cases.x]
cards = "AS"
```

Write this to `faulty.toml`:

```toml
[ruleset]
title = Faulty
```

Write this to `mine.toml`:

```toml
[ruleset]
title = "Mine"
extends = "base.toml"
```
"""


@pytest.fixture(scope="module")
def site() -> Site:
    """The site with the committed reference and codes, which other tests compare with what bj prints."""
    return Site(REFERENCE, CODES)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A playground that is built."""
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(playground, "PLAYGROUND", tmp_path)


def test_links_lead_to_headings_and_files(site: Site) -> None:
    """Every link of a document leads to a file, and its anchor to a heading there; the README's too."""
    assert site.pages()
    broken: list[str] = []
    site.link((ROOT / "README.md").read_text("utf-8"), "README.md", "index.md", broken)
    assert not broken


def test_broken_links_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong file and a wrong anchor are reported together, but not one in a block of code."""
    text = "[a](no.md) [b](tables.md#no) [c](tables.md) [d](https://x.org)\n\n```toml\n[e](no)\n```\n"
    monkeypatch.setattr("pages.site.read_guides", lambda: {"docs/index.md": text, "docs/tables.md": "# T\n"})
    with pytest.raises(BrokenLinkError) as caught:
        Site(REFERENCE, CODES).pages()
    lines = str(caught.value).splitlines()
    assert [line for line in lines if "index.md" in line] == [
        "docs/index.md: no.md",
        "docs/index.md: tables.md#no",
    ]


@pytest.mark.parametrize(
    ("text", "pages"), [(REFERENCE, cut_reference(REFERENCE)), (CODES, cut_codes(CODES))]
)
def test_pages_have_all_of_a_document(text: str, pages: dict[str, str]) -> None:
    """The pages of a printed document contain all of its lines and smaller headings."""
    made = "\n".join(pages.values())
    lines, made_lines = (
        Counter(line for line in each.splitlines() if "#" not in line) for each in (text, made)
    )
    assert lines <= made_lines
    for title in re.findall(r"^###+ (?:<.*>)?(.*)", text, re.MULTILINE):
        assert len(re.findall(rf"^#+ {re.escape(title)}$", made, re.MULTILINE)) == 1, title


def test_every_section_command_and_code_has_a_page(site: Site) -> None:
    """The pages have the names by which people look them up."""
    pages = site.pages()
    for name in (
        "sections-and-keys/rules",
        "sections-and-keys/members",
        "commands/run",
        "reactions/effects",
        "steps",
    ):
        assert f"reference/{name}.md" in pages
    assert pages.keys() >= {
        f"codes/{code}.md" for code in re.findall(r"^### .*</a>(BJ\d+)", CODES, re.MULTILINE)
    }
    assert "(reference/expressions/names.md)" in pages["tables.md"]
    assert "(BJ201.md)" in pages["codes/index.md"]


def test_every_document_is_on_the_map(site: Site) -> None:
    """The navigation of the index lists every document, under one of the four kinds."""
    index = site.pages()["index.md"]
    listed = [
        line for tree in re.findall(r"```{toctree}\n(.*?)```", index, re.DOTALL) for line in tree.splitlines()
    ]
    assert sorted(line for line in listed if line.endswith(".md")) == sorted(
        {guides.page_of(path) for path in guides.read_guides()} - {"index.md"}
        | {"reference/index.md", "codes/index.md", "rulesets/index.md", "api.md"}
    )
    assert [line.split()[1] for line in listed if line.startswith(":caption:")] == [
        "Tutorials", "How-to", "Reference", "Explanation"
    ]  # fmt: skip


def test_a_heading_in_a_block_of_code_cuts_nothing() -> None:
    """Lines of code that begin with `#` stay unchanged in their place."""
    text = "# A\n\n## B\n\n```toml\n## no heading\n```\n"
    assert [title for title, _ in cut(text, 2)] == ["", "B"]
    assert "\n## no heading\n" in list(cut(text, 2))[1][1]


def test_no_link_leads_to_a_playground_that_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a playground, guides stay as they are."""
    monkeypatch.setattr(playground, "PLAYGROUND", tmp_path)
    assert guides.add_buttons(OVERLAY, "powers.md") == OVERLAY


@pytest.mark.usefixtures("built")
def test_whole_rulesets_open_in_the_playground() -> None:
    """A ruleset gets a link below it, merged with its parents; cases and faulty files get none."""
    done = guides.add_buttons(OVERLAY, "powers.md")
    assert done.count("Open in the playground") == 2
    assert re.sub(r"\n<a .*?</a>\n", "", done, flags=re.DOTALL) == OVERLAY


@pytest.mark.skipif(sys.platform == "win32", reason="the program in place of npm is a shell script")
def test_playground_is_built_with_this_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command installs the packages and builds with them; without npm, or after a failure, it exits."""
    (tmp_path / "page").mkdir()
    monkeypatch.setattr(playground, "PLAYGROUND", tmp_path / "page" / "dist")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match=r"needs Node\.js"):
        playground.build_playground()
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\necho "$1 $BJ_PYTHON" >> calls\n[ "$1" = ci ] || exit "$FAILS"\n', "utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("FAILS", "0")
    playground.build_playground()
    assert (tmp_path / "page" / "calls").read_text("utf-8") == f"ci {sys.executable}\nrun {sys.executable}\n"
    monkeypatch.setenv("FAILS", "1")
    with pytest.raises(SystemExit, match="could not be built"):
        playground.build_playground()


def test_page_of_a_ruleset_has_its_rules_and_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a table has its rules, its chart with a class for each action, a game, and the file."""
    shipped = shipped_rulesets()
    assert rulesets.SHELVES.keys() == {name.rpartition("/")[0] for name in shipped}
    casino = {name: shipped[name] for name in ("casino", "casino/reno")}
    monkeypatch.setattr(rulesets, "shipped_rulesets", lambda: casino)
    pages = rulesets.make_ruleset_pages()
    assert "0.43% (thecolorofblackjack" in pages["rulesets/index.md"].replace("\\", "")
    page = pages["rulesets/casino/reno.md"]
    assert '<th>hard 11</th><td class="play-D">D</td>' in page
    assert "\n### Shoe\n\n- Cards are dealt from one pack of 52 cards.\n" in page
    assert (
        page.index("## Rules") < page.index("## Procedure") < page.index("## Example") < page.index("## File")
    )


def test_transcript_cannot_end_its_block() -> None:
    """Words of a ruleset that look like the end of a block of code stay inside it."""
    assert fence("a\n```\nb\n") == ["````text", "a", "```", "b", "````"]
