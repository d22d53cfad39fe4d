"""Running the cases of rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bj.cases.comparing import CaseDifference, compare
from bj.cases.playing import play_case
from bj.cases.reading import CasesFile, read_cases, read_transcript
from bj.cases.reporting import report
from bj.cases.updating import write_case, write_cases
from bj.errors import KeyPath
from bj.record.origins import PlacedRules
from bj.ruleset.load import load_ruleset


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The outcome of one case."""

    name: str
    is_updated: bool = False
    """Whether any difference was accepted."""
    failure: tuple[str, ...] = ()
    """The lines of the report, none if the case passed."""


def run_cases(ruleset: Path, *, matching: str = "", update: bool = False) -> list[CaseResult]:
    """Play the cases of a ruleset whose names, such as ``classic::push``, have ``matching`` in them.

    With ``update``, differences are written into the file of cases as far as possible. Raises RulesetError
    with the faults of the ruleset or of its cases, and UsageError when either cannot be read or written.
    """
    checked = load_ruleset(ruleset)
    cases = read_cases(ruleset)
    rules = PlacedRules(ruleset, checked)
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
    """The transcript that a case expects, from wherever it is. Raises UsageError when it cannot be read."""
    expect = cases.cases[name].expect
    if expect.transcript_file is not None:
        return read_transcript(cases.file, expect.transcript_file)
    return expect.transcript
