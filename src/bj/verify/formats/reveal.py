"""Limits what a report reveals about the solution."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from bj.verify.causes_of_wrong_wagers import COUNT_SHOWN
from bj.verify.findings import WORDING, BrokenRule, Report
from bj.verify.formats.key_in_words import LINE, key_in_words
from bj.verify.guessed_rule import BREAKS_OFF, CRASHES, EMPTY, ENDS_TOO_SOON, STOPPED
from bj.verify.message_texts import OTHER_WORDING

Reveal: TypeAlias = Literal["none", "rule", "actual", "diff"]
"""How much a report reveals, from least to most.

``none`` reveals only the verdict. ``rule`` adds the broken rules, ``actual`` adds lines from the transcript,
and ``diff`` adds the lines that were expected.
"""


def for_students(report: Report) -> Report:
    """Remove details that students should not see from a report.

    The location of each rule is removed. If the instructor wrote a sentence about a rule, the sentence
    replaces the rule, and a message about reworded lines names the line.
    """
    findings = [
        replace(_with_line(each), rule="", place="", words="", alternatives=())
        if each.help
        else replace(each, place="")
        for each in report.findings
    ]
    return replace(report, findings=findings)


def _with_line(finding: BrokenRule) -> BrokenRule:
    """Return ``finding`` or, if its message only says that a line is reworded, a copy that names the line."""
    line = key_in_words(finding.rule)
    if finding.message != OTHER_WORDING or not line:
        return finding
    label, _, means = line.partition(": ")
    words = f"the line printed when {means}" if label == LINE else f"{line[0].lower()}{line[1:]}"
    said = f"{OTHER_WORDING} ({words})"
    return replace(finding, message=said, mistake=said)


def without_details(finding: BrokenRule) -> BrokenRule | None:
    """If ``finding`` is about a missing or incomplete transcript, return a copy without other details.

    The copy reveals nothing about the solution. Return None for any other finding.
    """
    said = ""
    for start in (BREAKS_OFF, CRASHES, ENDS_TOO_SOON):
        if finding.message.startswith(start):
            said = f"{start}, {f'in hand {finding.hand}' if finding.hand else 'before the first hand'}"
    has_no_rule = finding.kind == "ending" and not finding.rule and not finding.help
    if has_no_rule or finding.message.startswith((EMPTY, STOPPED)):
        said = said or finding.message
    return BrokenRule(0, 0, finding.kind, "", "", said, confidence=finding.confidence) if said else None


def reveal(report: Report, how: Reveal) -> Report:
    """Return the report without the parts that ``how`` does not reveal."""
    if how == "none":
        kind = WORDING if report.verdict == "wording" else ""
        findings = [
            without_details(each)
            or BrokenRule(0, 0, kind, "", "", "a rule is broken", each.times, confidence=each.confidence)
            for each in report.findings
        ]
        return replace(report, findings=findings, stopped_lines=("", ""))
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
    actual = report.stopped_lines[0] if how == "actual" else ""
    return replace(report, findings=kept, stopped_lines=(actual, ""))
