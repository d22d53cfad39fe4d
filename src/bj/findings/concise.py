"""A short report for people and editors, with one line for each finding."""

from __future__ import annotations

from bj.faults_and_fixes import Finding
from bj.findings.check_report import CheckReport
from bj.findings.text import render_head, summarize
from bj.text.colours import Paint
from bj.text.untrusted_text import make_visible


def render(report: CheckReport, paint: Paint) -> str:
    """Return a line for each finding, followed by a summary."""
    lines = [_render_line(finding, paint) for finding in report.findings]
    return "\n".join([*lines, paint("strong", summarize(report.findings))])


def _render_line(finding: Finding, paint: Paint) -> str:
    remedy = f" ({make_visible(finding.remedy)})" if finding.remedy else ""
    return render_head(finding, paint) + remedy
