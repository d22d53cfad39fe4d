"""A report for people that shows each finding with its line, the faulty part marked, and the remedy."""

from __future__ import annotations

from bj.findings.check_report import CheckReport
from bj.findings.text import render_findings
from bj.text.colours import Paint


def render(report: CheckReport, paint: Paint) -> str:
    """Return all findings, followed by a summary."""
    return render_findings(report.findings, paint)
