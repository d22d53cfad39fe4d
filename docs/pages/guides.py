"""The documents that people write: those in ``docs``, and their rulesets in the playground."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import tomli

from bj.describe.merged_ruleset import resolve
from pages.generated import toctree
from pages.markdown import LINK, cut
from pages.playground import button, is_built

ROOT = Path(__file__).parents[2]

OTHERS = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""The documents outside ``docs`` that are pages of the site."""

PRINTED = ("reference.md", "codes.md")
"""The documents that bj prints, which the site has in pieces."""

BLOCK = re.compile(r"^```toml\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w./]+)`:\s*\Z")
"""The file that a block is about: the text before it ends with its name."""


def read_guides() -> dict[str, str]:
    """The texts of the documents, by path in the repository."""
    files = [file for file in (ROOT / "docs").glob("*.md") if file.name not in PRINTED]
    files += [ROOT / name for name in OTHERS]
    return {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in sorted(files)}


def page_of(path: str) -> str:
    """The page of a document of the repository."""
    return OTHERS.get(path) or path.removeprefix("docs/")


def add_navigation(index: str) -> str:
    """The map of the docs, with a part of the navigation for each heading above a list of pages.

    If there is a playground, the map begins with a link to it.
    """
    (_, head), *parts = cut(index, 2)
    done = "\n".join([head, *button("index.md")])
    for title, part in parts:
        listed = [line for line in part.splitlines() if line.startswith("- [")]
        pages = [LINK.findall(line)[0] for line in listed]
        done += f"\n#{part}{toctree('index.md', pages, title)}"
    return done


def add_buttons(text: str, page: str) -> str:
    """A guide with a link to the playground below every whole ruleset."""
    if not is_built():
        return text
    with tempfile.TemporaryDirectory() as folder:
        return "".join(_with_buttons(text, page, Path(folder)))


def _with_buttons(text: str, page: str, folder: Path) -> Iterator[str]:
    """The pieces of a guide, whose files are written to ``folder`` in passing."""
    end = 0
    for block in BLOCK.finditer(text):
        before = text[end : block.start()]
        end = block.end()
        yield before + block[0]
        named = FILE.search(before)
        if named:
            file = folder / named[1]
            file.parent.mkdir(exist_ok=True)
            file.write_text(block[1], "utf-8")
            whole = _whole(file)
            run = re.search(rf"bj run {re.escape(named[1])} ([^-|<>\n]*)", text[end:])
            if whole:
                arguments = run[1].strip() if run else ""
                yield "\n".join(["", *button(page, text=whole, arguments=arguments)])
    yield text[end:]


def _whole(file: Path) -> str:
    """The text of a ruleset, merged with other files if it extends them; empty if it is something else."""
    text = file.read_text("utf-8")
    try:
        head = tomli.loads(text).get("ruleset", {})
    except tomli.TOMLDecodeError:  # a guide may show faults
        return ""
    parent = head.get("extends", "")
    if "title" not in head or not parent.endswith(".toml"):
        return text if "title" in head else ""
    return resolve(file) if (file.parent / parent).exists() else ""
