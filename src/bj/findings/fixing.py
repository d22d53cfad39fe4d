"""Fixing rulesets: applying the edits of findings as long as they leave fewer faults."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bj.errors import Finding, UsageError
from bj.files import write_out
from bj.findings.examine import examine_files
from bj.ruleset.documents import Document, read_document, read_documents
from bj.ruleset.faults.edits import drop_emptied
from bj.ruleset.files import read_bytes
from bj.ruleset.selection import Selection
from bj.ruleset.suggestions import shorten
from bj.text.editing import apply_edits, choose_apart

ROUNDS = 20  # of edits, each after what the one before brings to light
MOST_READ = 5_000_000  # characters to read again and again
MOST_ALONE = 20  # findings whose edits are tried alone when those of all together do no good


class Fixed(NamedTuple):
    """The text of a ruleset before and after its fixes."""

    file: Path
    before: str
    after: str


class _State(NamedTuple):
    """A text of a ruleset, with the findings about it and about the files that extend it."""

    document: Document
    findings: Sequence[Finding]

    @property
    def rank(self) -> tuple[int, int]:
        """The numbers of faults and of warnings; the lower, the better."""
        warnings = sum(finding.severity == "warning" for finding in self.findings)
        return len(self.findings) - warnings, warnings


def fix_files(
    paths: Sequence[Path], shelf: dict[Path, Document], selection: Selection, most: int = 0
) -> list[Fixed]:
    """Fix files in memory: their texts on the ``shelf`` are replaced. Return those that changed.

    A file changes only if it has, together with those of ``paths`` that extend it, fewer faults than before,
    or as many with fewer warnings. Only findings that the ``selection`` keeps are fixed. A file is examined
    up to ``most`` times or, for 0, as often as its length allows.
    """
    users: dict[Path, list[Path]] = {path: [] for path in paths}
    for path in paths:
        try:
            documents = read_documents(path, shelf)
        except UsageError:
            continue
        for document in documents:
            if document.file in users:
                users[document.file].append(path)
                shelf.setdefault(document.file, document)
    fixed = []
    for path, around in users.items():
        if around:
            before = shelf[path].text
            shelf[path] = _Fixer(path, around, shelf, selection, most).find_best()
            if shelf[path].text != before:
                fixed.append(Fixed(path, before, shelf[path].text))
    return fixed


def save(fixed: Fixed) -> None:
    """Replace a ruleset by its fixed text, in one piece, unless it has changed meanwhile.

    Raises UsageError when it cannot be written.
    """
    content, name = read_bytes(fixed.file), shorten(str(fixed.file))
    start = BOM_UTF8 if content.startswith(BOM_UTF8) else b""
    if content != start + fixed.before.encode():
        raise UsageError(f"{name} has changed meanwhile", "try again")
    if not os.access(fixed.file, os.W_OK):
        raise UsageError(f"{name} cannot be written: permission denied", "make it writable")
    try:
        write_out(fixed.file, start + fixed.after.encode())
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}") from None


class _Fixer:
    """The attempts to fix one file."""

    def __init__(
        self,
        file: Path,
        around: Sequence[Path],
        shelf: dict[Path, Document],
        selection: Selection,
        most: int,
    ) -> None:
        self._file = file
        self._around = around
        """The files to examine: this one, and those that extend it."""
        self._shelf = shelf
        self._selection = selection
        self._left = most or max(ROUNDS, MOST_READ // (len(shelf[file].text) * len(around) + 1))
        """The remaining number of examinations."""

    def find_best(self) -> Document:
        """The best version of the file after the edits of its findings."""
        best = self._examine()
        while True:
            fixable = self._find_fixable(best)
            plans = [fixable, *([finding] for finding in fixable[:MOST_ALONE])]
            ways = (self._pursue(best, plan) for plan in plans)
            better = next((state for state in ways if state.rank < best.rank), None)
            if better is None:
                return best.document
            best = better

    def _pursue(self, state: _State, plan: Sequence[Finding]) -> _State:
        """The best state from the edits of a plan on, until nothing is left to fix."""
        best = state
        for _ in range(ROUNDS):
            edits = choose_apart(finding.edits for finding in plan)
            if not edits or not self._left:
                break
            self._left -= 1
            before = state.document.text
            text = drop_emptied(before, apply_edits(before, edits))
            self._shelf[self._file] = read_document(self._file, text.encode())
            state = self._examine()
            best = min(best, state, key=lambda each: each.rank)
            plan = self._find_fixable(state)
        return best

    def _examine(self) -> _State:
        """The state of the file as it is on the shelf."""
        return _State(self._shelf[self._file], examine_files(self._around, self._shelf, {})[1])

    def _find_fixable(self, state: _State) -> list[Finding]:
        """The findings that can be fixed, and are selected."""
        found = (finding for finding in state.findings if finding.file == self._file and finding.edits)
        return [finding for finding in found if self._selection.keeps(finding.code)]
