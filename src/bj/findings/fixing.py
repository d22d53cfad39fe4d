"""Fixing rulesets: the edits of their findings, made as long as they leave fewer faults."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bj.errors import Finding, UsageError
from bj.files import write_out
from bj.findings.examine import examine_files
from bj.ruleset.documents import Document, read_document, read_documents
from bj.ruleset.files import read_bytes
from bj.ruleset.selection import Selection
from bj.ruleset.suggestions import shorten
from bj.text.editing import apply_edits, choose_apart

ROUNDS = 20  # of edits, each after what the one before brings to light
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


def fix_files(paths: Sequence[Path], shelf: dict[Path, Document], selection: Selection) -> list[Fixed]:
    """Fix files in memory: their texts on the ``shelf`` are replaced. Return those that changed.

    A file changes only if it has, together with those of ``paths`` that extend it, fewer faults than before,
    or as many with fewer warnings. Only findings that the ``selection`` keeps are fixed.
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
            shelf[path] = _fix(path, around, shelf, selection)
            if shelf[path].text != before:
                fixed.append(Fixed(path, before, shelf[path].text))
    return fixed


def save(fixed: Fixed) -> None:
    """Write a fixed ruleset in place of the old one, in one piece, unless that has changed meanwhile.

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


def _fix(file: Path, around: Sequence[Path], shelf: dict[Path, Document], selection: Selection) -> Document:
    """The best version of a file that the edits of its findings lead to."""

    def examine_text(text: str) -> _State:
        shelf[file] = read_document(file, text.encode())
        return _State(shelf[file], examine_files(around, shelf, {})[1])

    def find_fixable(state: _State) -> list[Finding]:
        return [
            each for each in state.findings if each.file == file and each.edits and selection.keeps(each.code)
        ]

    best = _State(shelf[file], examine_files(around, shelf, {})[1])
    while True:
        fixable = find_fixable(best)
        plans = [fixable, *([finding] for finding in fixable[:MOST_ALONE])] if fixable else []
        ways = (_pursue(best, plan, examine_text, find_fixable) for plan in plans)
        better = next((state for state in ways if state.rank < best.rank), None)
        if better is None:
            return best.document
        best = better


def _pursue(
    state: _State,
    plan: Sequence[Finding],
    examine_text: Callable[[str], _State],
    find_fixable: Callable[[_State], list[Finding]],
) -> _State:
    """The best state on the way from the edits of a plan to where nothing is left to fix."""
    best = state
    for _ in range(ROUNDS):
        edits = choose_apart(finding.edits for finding in plan)
        if not edits:
            break
        state = examine_text(apply_edits(state.document.text, edits))
        best = min(best, state, key=lambda each: each.rank)
        plan = find_fixable(state)
    return best
