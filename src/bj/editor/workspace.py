"""The rulesets that are open in an editor, with unsaved changes, and the findings about them."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bj.errors import BjError, Finding, UsageError
from bj.findings.examine import examine_documents, merge_findings
from bj.findings.fixing import fix_files
from bj.ruleset.check import Checked
from bj.ruleset.code_selection import Selection
from bj.ruleset.discovery import gather
from bj.ruleset.documents import Document, read_document, read_documents
from bj.ruleset.files import LARGEST_FILE, SHIPPED, looks_like_ruleset, read_bytes, shipped_rulesets

MOST_FILES = 500
"""The maximum number of files to search for a name, or to propose as parents."""

LEAST_TRIED, MOST_TRIED = 3, 8
"""How many times to examine a file, at least and at most, while an editor waits for its remedies."""

MOST_READ = 200_000
"""The maximum number of characters to examine in total, over all attempts to find remedies."""

Version: TypeAlias = tuple[tuple[Path, str], ...]
"""A version of a ruleset: its file and text, followed by those of the rulesets that it extends."""


class _Examined(NamedTuple):
    """The findings about one version of a ruleset, and the ruleset itself if it has no faults."""

    version: Version
    findings: Sequence[Finding]
    checked: Checked | None


class Workspace:
    """The open rulesets, and the rulesets that they extend, which are read from disk unless they are open."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders = tuple(folders)
        """The folders to search for rulesets that extend the open ones."""
        self._open: dict[Path, Document] = {}
        self._examined: dict[Path, _Examined] = {}

    def change(self, file: Path, text: str) -> None:
        """Open ``file`` with this ``text``, or replace its text. A text that is too large is not parsed."""
        content = text.encode("utf-8", "surrogatepass")
        is_small = len(content) <= LARGEST_FILE
        self._open[file] = read_document(file, content) if is_small else Document(file, text, {})

    def is_too_large(self, file: Path) -> bool:
        """Return whether an open file is larger than a ruleset may be."""
        return len(self._open[file].text.encode("utf-8", "surrogatepass")) > LARGEST_FILE

    def with_texts(self, texts: Mapping[Path, str]) -> Workspace:
        """Return a copy of the workspace in which each file in ``texts`` has its new text."""
        other = Workspace(self.folders)
        other._open = dict(self._open)
        for file, text in texts.items():
            other.change(file, text)
        return other

    def close(self, file: Path) -> None:
        """Forget the text of ``file``, so that the version on disk is used again."""
        self._open.pop(file, None)
        self._examined.pop(file, None)

    def text_of(self, file: Path) -> str:
        """Return the text of ``file`` in the editor or, if the file is not open, on disk."""
        document = self._open.get(self.opened_as(file))
        return document.text if document else read_document(file, read_bytes(file)).text

    def opened_as(self, file: Path) -> Path:
        """Return the path under which the editor opened ``file``, which may be a link to it.

        Return ``file`` itself if the editor has not opened it.
        """
        if file in self._open:
            return file
        real = os.path.realpath(file)
        return next((each for each in self._open if os.path.realpath(each) == real), file)

    def documents(self, file: Path) -> list[Document]:
        """Return the document of an open file, followed by the documents that it extends."""
        return read_documents(file, self._shelf(file))

    def possible_parents(self, file: Path) -> Iterator[str]:
        """List the names that ``file`` may extend: the rulesets in its folder, and the shipped rulesets."""
        with suppress(OSError):
            beside = [path for path in sorted(file.parent.glob("*.toml")) if path.name != file.name]
            yield from (path.name for path in beside[:MOST_FILES] if looks_like_ruleset(path))
        yield from shipped_rulesets()

    def findings(self) -> list[Finding]:
        """List all findings about the open files, as `bj validate` reports them."""
        return merge_findings(map(self.examine, self._open))

    def examine(self, file: Path) -> Sequence[Finding]:
        """List the findings about an open file and about the files that it extends."""
        return self._examine(file).findings

    def checked(self, file: Path) -> Checked | None:
        """Return the checked ruleset in an open file, or None if the ruleset has faults."""
        return self._examine(file).checked

    def _examine(self, file: Path) -> _Examined:
        """Return the findings about an open file, which are cached until its ruleset changes."""
        if self.is_too_large(file):
            said = f"this file is larger than {LARGEST_FILE:,} bytes", "a ruleset is a few kilobytes"
            return _Examined((), [Finding(file, 1, 1, 1, "", *said, "")], None)
        documents = self.documents(file)
        version = tuple((document.file, document.text) for document in documents)
        known = self._examined.get(file)
        if known is None or known.version != version:
            self._examined[file] = known = _Examined(version, *examine_documents(documents))
        return known

    def fix(self, file: Path) -> str:
        """Return the text that `bj validate --fix` would write to an open file, found by a limited search."""
        most = max(LEAST_TRIED, min(MOST_TRIED, MOST_READ // len(self._open[file].text or " ")))
        fixed = fix_files([file], self._shelf(file), Selection(), most)
        return fixed[0].after if fixed else self.text_of(file)

    def family(self, file: Path) -> Iterator[list[Document]]:
        """Yield the documents of each ruleset that shares a document with the one in ``file``.

        The rulesets are those that are open, and those in the folders. Rulesets that cannot be read are left
        out.
        """
        shared = {os.path.realpath(document.file) for document in self.documents(file)}
        found, _ = gather([str(folder) for folder in self.folders or (file.parent,) if folder.is_dir()])
        seen: set[str] = set()
        for each in (*self._open, *found[:MOST_FILES]):
            real = os.path.realpath(each)
            if real in seen:
                continue
            seen.add(real)
            with suppress(BjError):
                documents = read_documents(each, self._shelf(each))
                if not shared.isdisjoint(os.path.realpath(document.file) for document in documents):
                    yield documents

    def _shelf(self, file: Path) -> dict[Path, Document]:
        """Map paths to open documents.

        The paths are those under which the documents were opened, and those under which ``file`` extends
        them.
        """
        shelf = dict(self._open)
        with suppress(UsageError):
            for document in read_documents(file, dict(shelf)):
                opened = self.opened_as(document.file)
                if opened in self._open:
                    shelf[document.file] = self._open[opened]._replace(file=document.file)
        return shelf


def is_shipped(file: Path) -> bool:
    """Return whether ``file`` is a shipped ruleset."""
    return file.is_relative_to(SHIPPED)
