"""Saves reports on students, and loads them again if nothing that they depend on has changed."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from bj.errors import UsageError
from bj.files import read_start, replace_file
from bj.grading.credit import Graded
from bj.ruleset.suggestions import shorten
from bj.verify.findings import Report

STATES = ".grades"
"""The folder for saved reports, inside the results folder."""

LARGEST = 1 << 26
"""The maximum size of the saved reports on a student, in bytes. bj never writes more."""

REPORTS = TypeAdapter(dict[str, Report])
DIGESTS = TypeAdapter(dict[str, str])


def fingerprint(content: bytes) -> str:
    """Return a short string that identifies ``content``."""
    return sha256(content).hexdigest()[:32]


def fingerprint_of_words(content: bytes) -> str:
    """Return a fingerprint of ``content`` that is independent of white space."""
    return fingerprint(b" ".join(content.split()))


def save(folder: Path, key: str, graded: Graded) -> None:
    """Save the reports on a student. ``key`` is a fingerprint of everything that they depend on."""
    state = {
        "key": key,
        "digests": dict(graded.digests),
        "reports": {run: _pack(report) for run, report in graded.reports.items()},
    }
    write_result(folder / STATES / f"{graded.student}.json", json.dumps(state))


def students_with_results(folder: Path) -> list[str]:
    """Return the students whose reports are saved in a results folder, in alphabetical order."""
    try:
        return sorted(each.stem for each in (folder / STATES).iterdir() if each.suffix == ".json")
    except OSError:
        return []


def write_result(file: Path, content: str) -> None:
    """Write a results file atomically. Raises UsageError if it cannot be written."""
    try:
        replace_file(file, content.encode())
    except OSError as error:
        remedy = "rename it or the submission, or choose a different folder with `--results`"
        raise UsageError(f"{shorten(str(file))} cannot be written: {error.strerror}", remedy) from None


def load(folder: Path, key: str, student: str, runs: Collection[str]) -> Graded | None:
    """Return the reports on a student that were saved with ``key``.

    Return None if no such reports were saved, or if the file is damaged.
    """
    try:
        state = json.loads(read_start(folder / STATES / f"{student}.json", LARGEST))
        if state["key"] != key:
            return None
        reports = REPORTS.validate_python({run: _unpack(state["reports"][run]) for run in runs})
        return Graded(student, reports, DIGESTS.validate_python({run: state["digests"][run] for run in runs}))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):  # missing or edited
        return None


def _pack(report: Report) -> dict[str, Any]:
    return {
        "file": report.file,
        "findings": [asdict(finding) for finding in report.findings],
        "hands": report.hands,
        "forgiven": dict(report.forgiven),
        "exercised": [[sorted(events), hands] for events, hands in report.exercised.items()],
        "followed": report.followed,
        "expected": report.expected,
        "is_complete": report.is_complete,
        "stopped": report.stopped,
        "stopped_lines": report.stopped_lines,
        "stopped_why": report.stopped_why,
    }


def _unpack(packed: Mapping[str, Any]) -> dict[str, Any]:
    """Restore the fields of a report without validating them."""
    return {**packed, "exercised": {frozenset(events): hands for events, hands in packed["exercised"]}}
