"""Runs the test cases for rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bj.cases.comparing import CaseDifference, compare
from bj.cases.failure_report import report
from bj.cases.playing import play_case
from bj.cases.reading import CasesFile, read_cases, read_transcript
from bj.cases.updating import write_case, write_cases
from bj.faults_and_fixes import KeyPath
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import load_ruleset


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of running one test case."""

    name: str
    is_updated: bool = False
    """Whether at least one difference was accepted."""
    failure: tuple[str, ...] = ()
    """The lines that explain the failure, or an empty tuple if the case passed."""


def run_cases(ruleset: Path, *, matching: str = "", update: bool = False) -> list[CaseResult]:
    """Run the test cases whose names, such as ``classic::push``, contain ``matching``.

    If ``update`` is true, the case file is changed to accept all differences that have a new value. Raises
    RulesetError if the ruleset or the case file has faults, and UsageError if a file cannot be read or
    written.
    """
    checked = load_ruleset(ruleset)
    cases = read_cases(ruleset)
    rules = PlacedRules(checked)
    outcomes: list[CaseResult] = []
    changes: list[tuple[KeyPath, Any]] = []
    for name, case in cases.cases.items():
        if matching.casefold() not in f"{ruleset.stem}::{name}".casefold():
            continue
        played = play_case(checked, case)
        expected = expected_transcript(cases, name)
        differences = compare(played, case.expect, expected)
        accepted: list[CaseDifference] = []
        if update:
            accepted = [difference for difference in differences if difference.new is not None]
            changes += write_case(cases, name, accepted)
        left = [difference for difference in differences if difference not in accepted]
        lines = tuple(report(cases, name, played, left, expected, rules)) if left else ()
        outcomes.append(CaseResult(name, bool(accepted), lines))
    write_cases(cases, changes)
    return outcomes


def expected_transcript(cases: CasesFile, name: str) -> str | None:
    """Return the transcript that a test case expects, or None if it does not specify one.

    The transcript is in the case file or in a separate file. Raises UsageError if that file cannot be read.
    """
    expect = cases.cases[name].expect
    if expect.transcript_file is not None:
        return read_transcript(cases.file, expect.transcript_file)
    return expect.transcript
