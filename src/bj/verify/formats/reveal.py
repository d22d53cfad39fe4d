"""Limits how much of the solution a report reveals."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from bj.verify.findings import WORDING, BrokenRule, Report
from bj.verify.wagers_by_count import COUNT_SHOWN

Reveal: TypeAlias = Literal["none", "rule", "actual", "diff"]
"""How much a report reveals. Each value reveals more than the one before it.

``none`` reveals the verdict. ``rule`` adds the broken rules. ``actual`` adds the lines of
the transcript. ``diff`` adds the expected lines.
"""


def for_students(report: Report) -> Report:
    """Remove the places of rules from a report, and show the instructor's sentences in place of rules."""
    findings = [
        replace(each, rule="", place="", words="", alternatives=()) if each.help else replace(each, place="")
        for each in report.findings
    ]
    return replace(report, findings=findings)


def reveal(report: Report, how: Reveal) -> Report:
    """Reduce a report to the parts that ``how`` reveals."""
    if how == "none":
        kind = WORDING if report.verdict == "wording" else ""
        findings = [
            BrokenRule(0, 0, kind, "", "", "a rule is broken", finding.times, confidence=finding.confidence)
            for finding in report.findings
        ]
        return replace(report, findings=findings)
    if how == "diff":
        return report
    kept = [
        replace(
            each,
            message=each.message.replace(each.solution, "", 1),
            solution="",
            causes=COUNT_SHOWN.sub("", each.causes),
            expected="",
            words="",
            actual=each.actual if how == "actual" else "",
            cards=each.cards if how == "actual" else "",
        )
        for each in report.findings
    ]
    return replace(report, findings=kept)
