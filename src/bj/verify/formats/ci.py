"""Renders reports for CI: JUnit XML, and workflow commands for GitHub Actions."""

from __future__ import annotations

from collections.abc import Sequence

from bj.findings.github import escape_data, escape_property
from bj.text.junit import Suite
from bj.text.untrusted_text import make_visible, show_path
from bj.verify.findings import Report
from bj.verify.formats.text import describe_finding, with_note

SUITE = "bj verify"


def render_junit(reports: Sequence[Report]) -> str:
    """Render a JUnit test suite with one test case for each transcript.

    If a transcript has findings, its test case has a single failure that lists them all.
    """
    suite = Suite(SUITE)
    for report in reports:
        case = suite.add_case(show_path(report.file), SUITE)
        if report.findings:
            first = report.findings[0]
            lines = (line for finding in report.findings for line in describe_finding(finding))
            kind = first.rule or report.verdict
            suite.add(case, "failure", "\n".join(with_note(lines)), message=first.message, type=kind)
    return suite.render()


def render_github(reports: Sequence[Report]) -> str:
    """Render a workflow command for each finding."""
    lines = []
    for report in reports:
        for finding in report.findings:
            level = "warning" if finding.kind == "wording" else "error"
            title = escape_property(f"bj {finding.rule or report.verdict}")
            where = f"file={escape_property(make_visible(report.file))},line={max(finding.line, 1)}"
            message = "\n".join(line.strip() for line in with_note(describe_finding(finding)))
            lines.append(f"::{level} title={title},{where}::{escape_data(message)}")
    return "\n".join(lines)
