"""All pages of the site, and the check of their links."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from bj.describe.reference.markdown_parts import slug
from bj.ruleset.ruleset_files import shipped_rulesets
from pages.api import write_api
from pages.generated import cut_codes, cut_reference
from pages.guides import ROOT, add_buttons, add_navigation, page_of, read_guides
from pages.markdown import anchors_of, change_links, title_of

REFERENCE, CODES = "docs/reference.md", "docs/codes.md"


class BrokenLinkError(Exception):
    """A link leads to no file of the project, or to no heading of it."""


class Site:
    """The documents of the project, and the pages that they become.

    ``reference`` and ``codes`` are the texts that `bj reference` and `bj explain --format markdown` print.
    """

    def __init__(self, reference: str, codes: str) -> None:
        self._pages: dict[str, Mapping[str, str]] = {
            **{path: {page_of(path): text} for path, text in read_guides().items()},
            REFERENCE: cut_reference(reference),
            CODES: cut_codes(codes),
            "src/bj/__init__.py": {"api.md": write_api()},
        }
        self._homes = {document: dict(_homes(pages)) for document, pages in self._pages.items()}
        self._homes |= {f"rulesets/{name}.toml": {"": f"rulesets/{name}.md"} for name in shipped_rulesets()}
        self._homes |= {"rulesets": {"": "rulesets/index.md"}, "docs": {"": "index.md"}}

    def pages(self) -> dict[str, str]:
        """The pages by path, with links to each other. Raises BrokenLinkError."""
        broken: list[str] = []
        done = {}
        for document, pages in self._pages.items():
            for page, text in pages.items():
                linked = self.link(text, document, page, broken)
                done[page] = add_buttons(add_navigation(linked) if page == "index.md" else linked, page)
        if broken:
            raise BrokenLinkError("\n".join(["these links lead nowhere:", *broken]))
        return done

    def link(self, text: str, document: str, page: str, broken: list[str]) -> str:
        """The text of a ``document`` with the links that ``page`` needs; adds to the ``broken`` ones."""
        return change_links(text, lambda target: self._link(target, document, page, broken))

    def _link(self, target: str, document: str, page: str, broken: list[str]) -> str:
        """A link, unchanged if it is broken."""
        place, _, anchor = target.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(document), place)) if place else document
        homes = self._homes.get(file)
        if homes is None and (ROOT / file).is_file() and not anchor:
            found = file.removeprefix("docs/")
        elif homes is None or anchor not in homes:
            broken.append(f"{document}: {target}")
            return target
        else:
            found = homes[anchor]
        path, _, below = found.partition("#")
        relative = posixpath.relpath(path, posixpath.dirname(page) or ".")
        return f"{relative}#{below}" if below else relative


def _homes(pages: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The place on the site for each anchor of a document, and for the document itself, its first page."""
    yield "", next(iter(pages))
    for page, text in pages.items():
        yield from ((anchor, f"{page}#{anchor}") for anchor in anchors_of(text))
        yield slug(title_of(text)), page
        if page.startswith("codes/"):
            yield PurePosixPath(page).stem.lower(), page
