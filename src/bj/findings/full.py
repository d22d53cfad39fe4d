"""For people: every finding with its line, a mark under what is meant, and what to write instead."""

from __future__ import annotations

from bj.findings.faults import render_findings
from bj.findings.report import Report
from bj.text.colours import Paint


def render(report: Report, paint: Paint) -> str:
    """All findings and how many there are."""
    return render_findings(report.findings, paint)
