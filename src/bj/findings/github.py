"""Workflow commands that make GitHub Actions show each finding next to its line in a pull request."""

from __future__ import annotations

from bj.faults_and_fixes import Finding
from bj.findings.check_report import CheckReport, relative_path
from bj.text.untrusted_text import make_visible, show_path

IN_DATA = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
IN_PROPERTIES = {**IN_DATA, ord(":"): "%3A", ord(","): "%2C"}


def render(report: CheckReport) -> str:
    """Return a workflow command for each unreadable file and each finding. The result may be empty."""
    lines = [
        f"::error title=bj::{escape_data(make_visible(unreadable.message))}"
        for unreadable in report.unreadable
    ]
    return "\n".join([*lines, *(_render_command(finding, report) for finding in report.findings)])


def _render_command(finding: Finding, report: CheckReport) -> str:
    properties = {
        "title": f"bj {finding.code}",
        "file": make_visible(relative_path(finding.file, report.root)),
        "line": str(finding.line),
        "endLine": str(finding.line),
        "col": str(finding.column),
        "endColumn": str(finding.column + finding.length),
    }
    listed = ",".join(f"{name}={escape_property(value)}" for name, value in properties.items())
    message = make_visible(finding.message)
    if finding.remedy:
        message += f"\nhelp: {make_visible(finding.remedy)}"
    for file in finding.inherited_by:
        message += f"\ninherited by {show_path(str(file))}"
    return f"::{finding.severity} {listed}::{escape_data(message)}"


def escape_data(text: str) -> str:
    r"""Escape text for the message in a workflow command.

    >>> print(escape_data("100 %\n::error::"))
    100 %25%0A::error::
    """
    return text.translate(IN_DATA)


def escape_property(text: str) -> str:
    """Escape text for a property value in a workflow command.

    >>> escape_property("a,b::c")
    'a%2Cb%3A%3Ac'
    """
    return text.translate(IN_PROPERTIES)
