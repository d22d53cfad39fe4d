"""Tracks the rulesets open in an editor, including unsaved changes, and the findings about them."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bj.errors import BjError, UsageError
from bj.faults_and_fixes import Finding
from bj.findings.checking_files import examine_documents, merge_findings
from bj.findings.fixing import fix_files
from bj.ruleset.check import Checked
from bj.ruleset.discovery import gather
from bj.ruleset.documents import Document, read_document, read_documents
from bj.ruleset.fault_code_selection import Selection
from bj.ruleset.ruleset_files import LARGEST_FILE, SHIPPED, looks_like_ruleset, read_bytes, shipped_rulesets

MOST_FILES = 500
"""The maximum number of files to search for names or to suggest as parents."""

LEAST_TRIED, MOST_TRIED = 3, 8
"""The minimum and maximum number of times to check a file while an editor waits for its fixes."""

MOST_READ = 200_000
"""The maximum number of characters to check in total while an editor waits for fixes."""

Version: TypeAlias = tuple[tuple[Path, str], ...]
"""The file and the text of a ruleset, followed by the file and the text of each ruleset that it extends."""


class _Examined(NamedTuple):
    """The findings about one version of a ruleset, with the checked ruleset if it is valid."""

    version: Version
    findings: Sequence[Finding]
    checked: Checked | None


class Workspace:
    """The rulesets open in an editor. Rulesets that they extend are read from disk if they are not open."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders = tuple(folders)
        """The folders in which to look for rulesets that extend the open ones."""
        self._open: dict[Path, Document] = {}
        self._examined: dict[Path, _Examined] = {}

    def change(self, file: Path, text: str) -> None:
        """Open a file, or replace its text. Text that is too large for a ruleset is not parsed."""
        content = text.encode("utf-8", "surrogatepass")
        is_small = len(content) <= LARGEST_FILE
        self._open[file] = read_document(file, content) if is_small else Document(file, text, {})

    def is_too_large(self, file: Path) -> bool:
        """Return whether an open file is too large to be a ruleset."""
        return len(self._open[file].text.encode("utf-8", "surrogatepass")) > LARGEST_FILE

    def with_texts(self, texts: Mapping[Path, str]) -> Workspace:
        """Return a copy of the workspace in which the files have the given texts."""
        other = Workspace(self.folders)
        other._open = dict(self._open)
        for file, text in texts.items():
            other.change(file, text)
        return other

    def close(self, file: Path) -> None:
        """Discard the text of ``file``, so that the version on disk is used again."""
        self._open.pop(file, None)
        self._examined.pop(file, None)

    def text_of(self, file: Path) -> str:
        """Return the text of ``file`` in the editor or, if it is not open, on disk."""
        document = self._open.get(self.opened_as(file))
        return document.text if document else read_document(file, read_bytes(file)).text

    def opened_as(self, file: Path) -> Path:
        """Return the path under which ``file`` is open, which may be a different link to the same file.

        Returns ``file`` itself if it is not open.
        """
        if file in self._open:
            return file
        real = os.path.realpath(file)
        return next((each for each in self._open if os.path.realpath(each) == real), file)

    def documents(self, file: Path) -> list[Document]:
        """Return the document for an open file, followed by the documents that it extends."""
        return read_documents(file, self._shelf(file))

    def possible_parents(self, file: Path) -> Iterator[str]:
        """Yield the names that ``file`` can extend: rulesets in the same folder, and shipped rulesets."""
        with suppress(OSError):
            beside = [path for path in sorted(file.parent.glob("*.toml")) if path.name != file.name]
            yield from (path.name for path in beside[:MOST_FILES] if looks_like_ruleset(path))
        yield from shipped_rulesets()

    def findings(self) -> list[Finding]:
        """Return all findings about the open files, as `bj validate` would report them."""
        return merge_findings(map(self.examine, self._open))

    def examine(self, file: Path) -> Sequence[Finding]:
        """Return the findings about an open file and the files that it extends."""
        return self._examine(file).findings

    def checked(self, file: Path) -> Checked | None:
        """Return the checked ruleset in an open file, or None if it has faults."""
        return self._examine(file).checked

    def _examine(self, file: Path) -> _Examined:
        """Examine an open file, or return the cached result if nothing has changed."""
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
        """Return the text of an open file with the fixes of `bj validate --fix`.

        The search for fixes is limited.
        """
        most = max(LEAST_TRIED, min(MOST_TRIED, MOST_READ // len(self._open[file].text or " ")))
        fixed = fix_files([file], self._shelf(file), Selection(), most)
        return fixed[0].after if fixed else self.text_of(file)

    def family(self, file: Path) -> Iterator[list[Document]]:
        """Yield the documents of each ruleset that shares a document with the ruleset in ``file``.

        Both open rulesets and rulesets in the folders are considered. Rulesets that cannot be read are
        skipped.
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
        """Return a dict of the open documents by path.

        A document that ``file`` extends is also listed under the path that ``file`` uses for it.
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
