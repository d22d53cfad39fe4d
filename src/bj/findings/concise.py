"""For people in a hurry, and for editors that jump to places: a line for every finding."""

from __future__ import annotations

from bj.errors import Finding
from bj.findings.faults import render_head, summarize
from bj.findings.report import Report
from bj.text.visible import make_visible


def render(report: Report) -> str:
    """All findings and how many there are."""
    return "\n".join([*map(_render_line, report.findings), summarize(report.findings)])


def _render_line(finding: Finding) -> str:
    """Place, code, message and remedy."""
    remedy = f" ({make_visible(finding.remedy)})" if finding.remedy else ""
    return render_head(finding) + remedy
