"""Reports as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bj.verify.findings import BrokenRule, Report
from bj.verify.marks import Mark, plain_number, total


def render(reports: Sequence[Report], marks: Sequence[Sequence[Mark]]) -> str:
    """Render a list with one object for every transcript."""
    return json.dumps([describe(*each) for each in zip(reports, marks, strict=True)], indent=2)


def describe(report: Report, marks: Sequence[Mark] = ()) -> dict[str, Any]:
    """Convert a report to a dict."""
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
    """Convert a finding to a dict without empty parts, such as those that are not revealed."""
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
