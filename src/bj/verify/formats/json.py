"""Reports as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bj.verify.findings import Finding, Report


def render(reports: Sequence[Report]) -> str:
    """A list with an object for every transcript."""
    return json.dumps([describe(report) for report in reports], indent=2, ensure_ascii=True)


def describe(report: Report) -> dict[str, Any]:
    """A report as an object."""
    return {
        "file": report.file,
        "verdict": report.verdict,
        "hands": report.hands,
        "findings": [_describe(finding) for finding in report.findings],
        "forgiven": dict(report.forgiven),
    }


def _describe(finding: Finding) -> dict[str, Any]:
    """A finding as an object; what is not given away is not there."""
    described = {
        "line": finding.line,
        "hand": finding.hand,
        "kind": finding.kind,
        "rule": finding.rule,
        "place": finding.place,
        "message": finding.message,
        "times": finding.times,
    }
    more = {"cards": finding.cards, "actual": finding.actual, "expected": finding.expected}
    return described | {key: text for key, text in more.items() if text}
