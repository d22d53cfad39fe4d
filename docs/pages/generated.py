"""Pages cut out of what bj prints: one for each key section, group of words, command and code."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bj.describe.reference.markdown_parts import link, slug
from pages.markdown import NAMED, cut

WHOLE = ("Manifest of a course",)
"""The chapters of the reference that are one page although they have headings."""

BULLET = re.compile(r"^- ", re.MULTILINE)


def cut_reference(text: str) -> dict[str, str]:
    """The pages of the reference, by path: those of its chapters, and those of the headings in them."""
    (_, head), *chapters = cut(text, 2)
    pages: dict[str, str] = {}
    listing = []
    for title, chapter in chapters:
        parts = list(cut(chapter, 2))[1:] if title not in WHOLE else []
        path = f"reference/{slug(title)}" + ("/index.md" if parts else ".md")
        inner = {f"{path.removesuffix('index.md')}{name_of(heading)}.md": part for heading, part in parts}
        beginning = next(cut(chapter, 2))[1] if parts else chapter
        if parts and not BULLET.search(beginning):
            beginning += "\n" + "".join(map(_summary, inner.values()))
        pages |= {path: beginning + toctree(path, inner)} | inner
        listing.append(path)
    return {"reference/index.md": head + toctree("reference/index.md", listing), **pages}


def cut_codes(text: str) -> dict[str, str]:
    """The pages of codes, by path, and their list."""
    (_, head), *groups = cut(text, 2)
    pages: dict[str, str] = {}
    for _, group in groups:
        for heading, page in list(cut(group, 2))[1:]:
            code = NAMED.sub("", heading).split()[0]
            pages[f"codes/{code}.md"] = off_navigation(NAMED.sub("", page), "[Fault codes](codes.md)")
    return {"codes/index.md": head, **pages}


def toctree(path: str, pages: Iterable[str], caption: str = "") -> str:
    """The hidden directive that puts ``pages`` below the page ``path`` in the navigation."""
    folder = path.rpartition("/")[0]
    entries = [page.removeprefix(f"{folder}/") for page in pages]
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["", "```{toctree}", *options, "", *entries, "```", ""]) if entries else ""


def off_navigation(text: str, back: str) -> str:
    """A page outside the navigation, which hundreds of them would swamp; ``back`` links to their list."""
    return f"---\norphan: true\n---\n\n{back}\n\n{text}"


def name_of(heading: str) -> str:
    """The file name of the page of a heading.

    >>> name_of("`[[players]]`"), name_of("`[powers.NAME]`"), name_of("`bj run`"), name_of("Occasions")
    ('players', 'powers', 'run', 'occasions')
    """
    found = re.fullmatch(r"`(?:\[+|bj )(\w+).*`", heading)
    return found[1] if found else slug(heading)


def _summary(text: str) -> str:
    """An entry of a list of pages: a link with the title, and the first sentence."""
    title, _, rest = text.partition("\n\n")
    sentences = rest.split("\n\n")[0].replace("\n", " ").removeprefix("Required. ")
    first = re.split(r"(?<=[.:]) (?=[A-Z])", sentences)[0].rstrip(":")
    return f"- {link(title.lstrip('# '))}: {first}\n"
