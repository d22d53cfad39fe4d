"""Renders reports as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bj.verify.findings import BrokenRule, Report
from bj.verify.marks import Mark, plain_number, total


def render(reports: Sequence[Report], marks: Sequence[Sequence[Mark]]) -> str:
    """Render a JSON array with one object for each transcript."""
    return json.dumps([describe(*each) for each in zip(reports, marks, strict=True)], indent=2)


def describe(report: Report, marks: Sequence[Mark] = ()) -> dict[str, Any]:
    """Return a report as a dictionary, ready to be written as JSON."""
    described: dict[str, Any] = {
        "file": report.file,
        "verdict": report.verdict,
        "hands": report.hands,
        "explained": report.is_explained,
        "findings": [_describe(finding) for finding in report.findings],
        "forgiven": dict(report.forgiven),
    }
    if marks:
        points, most = total(marks)
        described |= {"points": plain_number(points), "most_points": plain_number(most)}
        described["marks"] = [
            {
                "name": each.name,
                "points": plain_number(each.points),
                "most": plain_number(each.most),
                "why": each.why,
                "hands": each.hands,
            }
            for each in marks
        ]
    return described


def _describe(finding: BrokenRule) -> dict[str, Any]:
    """Return a finding as a dictionary. Optional entries are omitted if they are empty or not revealed."""
    described = {
        "line": finding.line,
        "hand": finding.hand,
        "kind": finding.kind,
        "rule": finding.rule,
        "place": finding.place,
        "message": finding.message,
        "times": finding.times,
        "confidence": finding.confidence,
        "alternatives": finding.alternatives,
    }
    more = {
        "help": finding.help,
        "words": finding.words,
        "cards": finding.cards,
        "actual": finding.actual,
        "expected": finding.expected,
    }
    return described | {key: text for key, text in more.items() if text}
