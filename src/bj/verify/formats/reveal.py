"""The part of the solution that a report reveals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import Literal, TypeAlias

from bj.verify.findings import WORDING, BrokenRule, Report

Reveal: TypeAlias = Literal["none", "rule", "actual", "diff"]
"""The verdict; with ``rule``, also the broken rules and their places; then also the transcript's lines; then
also the expected lines."""


def for_students(report: Report) -> Report:
    """A report without the folders of rulesets; the instructor's sentences replace their rules."""
    findings = [
        replace(each, rule="", place="", written="", alternatives=())
        if each.help
        else replace(each, place=PurePath(each.place).name)
        for each in report.findings
    ]
    return replace(report, findings=findings)


def reveal(report: Report, how: Reveal) -> Report:
    """A report reduced to the parts that a setting reveals."""
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
            expected="",
            written="",
            actual=each.actual if how == "actual" else "",
            cards=each.cards if how == "actual" else "",
        )
        for each in report.findings
    ]
    return replace(report, findings=kept)
