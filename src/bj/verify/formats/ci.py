"""Reports for CI: JUnit, and the commands of GitHub Actions."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from bj.findings.github import escape_data, escape_property
from bj.findings.junit import NO_CHARACTERS
from bj.text.visible import make_visible, show_path
from bj.verify.findings import Report
from bj.verify.formats.text import describe_finding

SUITE = "bj verify"


def render_junit(reports: Sequence[Report]) -> str:
    """One suite with a case for every transcript, which has one failure with all its findings."""
    failures = sum(bool(report.findings) for report in reports)
    totals = {"name": SUITE, "tests": str(len(reports)), "failures": str(failures), "errors": "0"}
    suites = ElementTree.Element("testsuites", totals)
    suite = ElementTree.SubElement(suites, "testsuite", {**totals, "skipped": "0"})
    for report in reports:
        case = ElementTree.SubElement(suite, "testcase", {"name": show_path(report.file), "classname": SUITE})
        if report.findings:
            first = report.findings[0]
            message = make_visible(first.message).translate(NO_CHARACTERS)
            kind = first.rule or report.verdict
            failure = ElementTree.SubElement(case, "failure", {"message": message, "type": kind})
            lines = (line for finding in report.findings for line in describe_finding(finding))
            failure.text = "\n".join(lines).translate(NO_CHARACTERS)
    ElementTree.indent(suites)
    written: bytes = ElementTree.tostring(suites, encoding="us-ascii", xml_declaration=True)
    return written.decode("ascii")


def render_github(reports: Sequence[Report]) -> str:
    """A command for every finding."""
    lines = []
    for report in reports:
        for finding in report.findings:
            level = "warning" if finding.kind == "wording" else "error"
            title = escape_property(f"bj {finding.rule or report.verdict}")
            where = f"file={escape_property(make_visible(report.file))},line={max(finding.line, 1)}"
            message = "\n".join(line.strip() for line in describe_finding(finding))
            lines.append(f"::{level} title={title},{where}::{escape_data(message)}")
    return "\n".join(lines)
