"""Finds every place that must change when a name is changed, and checks the new name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from bj.editor.occurrences import NameIndex, Symbol, is_taken, references
from bj.editor.workspace import Workspace, is_shipped
from bj.errors import UsageError
from bj.ruleset.documents import Document
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.tokens import Span

REMEDY = "choose a different name"


class Renaming(NamedTuple):
    """A document, and the spans in it where a new name replaces the old one."""

    document: Document
    spans: list[Span]

    def text(self, new: str) -> str:
        """Return the text of the document with the old name replaced by ``new``."""
        text = self.document.text
        for start, end in sorted(self.spans, reverse=True):
            text = text[:start] + new + text[end:]
        return text


def find_renamings(
    workspace: Workspace, file: Path, index: NameIndex, symbol: Symbol, new: str
) -> list[Renaming]:
    """Return the places in each document that must change in order to rename ``symbol`` to ``new``.

    Raises UsageError if ``symbol`` comes from a shipped ruleset, if ``new`` is invalid or already in use, or
    if the renaming would introduce a fault or change the meaning of a ruleset.
    """
    refuse_shipped(index, symbol)
    if not re.fullmatch(IDENTIFIER, new):
        raise UsageError(
            f"`{shorten(new)}` is not a valid name", "use lowercase letters, digits and underscores"
        )
    kind, old = symbol
    family = list(workspace.family(file))
    if new != old and is_taken(family, (kind, new)):
        article = "an" if kind == "argument" else "a"
        raise UsageError(f"there is already {article} {kind} `{shorten(new)}`", REMEDY)
    found = [
        Renaming(document._replace(file=workspace.opened_as(document.file)), [each.span for each in places])
        for document, places in references(family, index, symbol).values()
    ]
    files = [each.document.file for each in found]
    before = workspace.with_texts({each.document.file: each.document.text for each in found})
    after = workspace.with_texts({each.document.file: each.text(new) for each in found})
    _refuse_faults(before, after, files)
    again = references(list(after.family(file)), NameIndex(after.documents(file)), (kind, new))
    if sum(len(places) for _, places in again.values()) != sum(len(each.spans) for each in found):
        raise UsageError(f"`{shorten(new)}` already has a different meaning", REMEDY)
    return found


def refuse_shipped(index: NameIndex, symbol: Symbol) -> None:
    """Raise UsageError if ``symbol`` comes from a shipped ruleset, which cannot be changed."""
    home = index.home(symbol)
    if home is not None and is_shipped(home):
        raise UsageError(
            f"`{symbol[1]}` comes from the shipped ruleset {home.stem}",
            "rename only names that you have defined",
        )


def _refuse_faults(before: Workspace, after: Workspace, files: Iterable[Path]) -> None:
    for file in files:
        old, new = (
            [each for each in workspace.examine(file) if each.severity == "error"]
            for workspace in (before, after)
        )
        known = {finding.message for finding in old}
        if len(new) > len(old):
            raise UsageError(next(each.message for each in new if each.message not in known), REMEDY)
