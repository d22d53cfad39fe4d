"""A format for people: every finding with its line, a mark below the faulty part, and the remedy."""

from __future__ import annotations

from bj.findings.check_report import CheckReport
from bj.findings.text import render_findings
from bj.text.colours import Paint


def render(report: CheckReport, paint: Paint) -> str:
    """Render all findings, followed by a count."""
    return render_findings(report.findings, paint)
