"""How much of the solution a report gives away."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from bj.verify.findings import Finding, Report

Reveal: TypeAlias = Literal["none", "rule", "actual", "diff"]
"""The verdict alone; the rules that are broken, and where; the transcript's own lines; what is right, too."""


def reveal(report: Report, how: Reveal) -> Report:
    """A report that gives away only so much."""
    if how == "none":
        findings = [
            Finding(0, 0, "", "", "", "a rule is broken", finding.times, confidence=finding.confidence)
            for finding in report.findings
        ]
        return replace(report, findings=findings)
    if how == "diff":
        return report
    kept = [
        replace(
            each,
            expected="",
            written="",
            actual=each.actual if how == "actual" else "",
            cards=each.cards if how == "actual" else "",
        )
        for each in report.findings
    ]
    return replace(report, findings=kept)
