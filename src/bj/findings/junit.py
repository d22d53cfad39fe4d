"""JUnit XML reports, in which each file is a test case."""

from __future__ import annotations

from pathlib import Path

from bj.faults_and_fixes import Finding
from bj.findings.check_report import CheckReport, relative_path
from bj.findings.text import render_finding
from bj.text.junit import Suite
from bj.text.untrusted_text import show_path, show_words

SUITE = "bj validate"


def render(report: CheckReport) -> str:
    """Return a test suite with a test case for each file.

    Each finding that makes the check fail is a failure. Other warnings appear as output. An unreadable file
    is an error.
    """
    suite = Suite(SUITE)
    for unreadable in report.unreadable:
        case = suite.add_case(show_path(unreadable.name), SUITE)
        suite.add(case, "error", message=show_words(unreadable.message), type="unreadable")
    files: dict[Path, list[Finding]] = {file: [] for file in report.files}
    for finding in report.findings:
        files.setdefault(finding.file, []).append(finding)
    for file, findings in files.items():
        case = suite.add_case(show_path(relative_path(file, report.root)), SUITE)
        texts = []
        for finding in findings:
            text = render_finding(finding)
            if report.counts(finding):
                message = f"{finding.code}: {finding.message}"
                suite.add(case, "failure", text, message=message, type=finding.code)
            else:
                texts.append(text)
        if texts:
            suite.add(case, "system-out", "\n\n".join(texts))
    return suite.render()
