"""Fixes rulesets by applying the edits in findings, provided that the edits resolve the findings."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bj.errors import UsageError
from bj.faults_and_fixes import Edit, Finding
from bj.files import write_out
from bj.findings.checking_files import examine_documents, merge_findings
from bj.ruleset.documents import Document, read_document, read_documents
from bj.ruleset.fault_code_selection import Selection
from bj.ruleset.faults.remedy_edits import drop_emptied
from bj.ruleset.ruleset_files import read_bytes
from bj.ruleset.suggestions import shorten
from bj.text.editing import apply_edits, choose_apart

ROUNDS = 20  # of edits; each round applies edits that the previous one made possible
MOST_READ = 5_000_000  # characters to check, in total over all versions of a file
MOST_ALONE = 20  # findings whose edits are tried one at a time if applying all edits does not help


class Fixed(NamedTuple):
    """A ruleset's text before and after fixing."""

    file: Path
    before: str
    after: str


class _State(NamedTuple):
    """A version of a ruleset's text, with the findings about it and about the rulesets that extend it."""

    document: Document
    findings: Sequence[Finding]

    @property
    def rank(self) -> tuple[int, int, int]:
        """The numbers of syntax faults, of all faults and of warnings, by which versions are compared.

        Lower is better.
        """
        warnings = sum(finding.severity == "warning" for finding in self.findings)
        return self.hidden, len(self.findings) - warnings, warnings

    @property
    def hidden(self) -> int:
        """The number of faults that prevent parts of the text from being checked."""
        return len(self.document.faults)

    @property
    def said(self) -> Counter[tuple[str, str]]:
        """The number of findings about this file that have each combination of code and message."""
        here = (each for each in self.findings if each.file == self.document.file)
        return Counter((each.code, each.message) for each in here)

    def is_replaced(self, finding: Finding) -> bool:
        """Return whether there is a finding with the same code and in the same place as ``finding``."""
        place = finding.code, finding.file, finding.line, finding.column
        return place in {(each.code, each.file, each.line, each.column) for each in self.findings}

    @property
    def elsewhere(self) -> int:
        """The number of findings in other files."""
        return sum(finding.file != self.document.file for finding in self.findings)


def fix_files(
    paths: Sequence[Path], shelf: dict[Path, Document], selection: Selection, most: int = 0
) -> list[Fixed]:
    """Fix files in memory, update the ``shelf``, and return the files that changed.

    An edit is applied if it resolves its finding, even if it reveals other findings in the same file. An edit
    must not cause findings in files that extend the edited file. Findings that do not match ``selection`` are
    not fixed. Each file is checked up to ``most`` times; 0 means that the limit depends on the length of the
    file.
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
    """Replace a ruleset with its fixed text atomically.

    Raises UsageError if the file has changed since it was checked, or if it cannot be written.
    """
    content, name = read_bytes(fixed.file), shorten(str(fixed.file))
    start = BOM_UTF8 if content.startswith(BOM_UTF8) else b""
    if content != start + fixed.before.encode():
        raise UsageError(f"{name} has changed since it was checked", "try again")
    if not os.access(fixed.file, os.W_OK):
        raise UsageError(f"{name} cannot be written: permission denied", "make it writable")
    try:
        write_out(fixed.file, start + fixed.after.encode())
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}") from None


class _Fixer:
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
        """The files to check: the one to fix, and those that extend it."""
        self._shelf = shelf
        self._selection = selection
        self._left = most or max(ROUNDS, MOST_READ // (len(shelf[file].text) * len(around) + 1))
        """The remaining number of times that the files may be checked."""

    def find_best(self) -> Document:
        """Return the best version of the file that can be reached by applying edits in findings."""
        best = self._examine()
        seen = {best.document.text}
        while True:
            fixable = self._find_fixable(best)
            plans = [fixable, *([finding] for finding in fixable[:MOST_ALONE])]
            ways = (self._pursue(best, plan) for plan in plans)
            better = next((state for state in ways if state.rank < best.rank), None)
            better = better or self._uncover(best, fixable, seen)
            if better is None:
                return best.document
            seen.add(better.document.text)
            best = better

    def _uncover(self, state: _State, fixable: Sequence[Finding], seen: set[str]) -> _State | None:
        """Return the first state in which a single edit resolves its finding, or None.

        The edit may reveal other findings, but there must not be a finding with the same code in the same
        place afterwards. An edit is also skipped if it leads back to a text in ``seen``, because two remedies
        could alternate forever.
        """
        for finding in fixable[:MOST_ALONE]:
            if not self._left:
                break
            after = self._apply(state, finding.edits)
            said = finding.code, finding.message
            is_solved = after.said[said] < state.said[said] and not after.is_replaced(finding)
            is_harmless = after.hidden <= state.hidden and after.elsewhere <= state.elsewhere
            next_texts = (_edit(after.document.text, each.edits) for each in self._find_fixable(after))
            if is_solved and is_harmless and seen.isdisjoint([after.document.text, *next_texts]):
                return after
        return None

    def _pursue(self, state: _State, plan: Sequence[Finding]) -> _State:
        """Apply the edits in ``plan``, and then the edits that become possible.

        Return the best state found.
        """
        best = state
        for _ in range(ROUNDS):
            edits = choose_apart(finding.edits for finding in plan)
            if not edits or not self._left:
                break
            state = self._apply(state, edits)
            best = min(best, state, key=lambda each: each.rank)
            plan = self._find_fixable(state)
        return best

    def _apply(self, state: _State, edits: Sequence[Edit]) -> _State:
        self._left -= 1
        text = _edit(state.document.text, edits)
        self._shelf[self._file] = read_document(self._file, text.encode())
        return self._examine()

    def _examine(self) -> _State:
        results = (
            examine_documents(read_documents(path, self._shelf), with_causes=False)[0]
            for path in self._around
        )
        return _State(self._shelf[self._file], merge_findings(results))

    def _find_fixable(self, state: _State) -> list[Finding]:
        found = (finding for finding in state.findings if finding.file == self._file and finding.edits)
        return [finding for finding in found if self._selection.keeps(finding.code)]


def _edit(text: str, edits: Sequence[Edit]) -> str:
    """Apply ``edits`` to ``text``, and remove table headers whose keys have all been removed."""
    return drop_emptied(text, apply_edits(text, edits))
