"""The XML of JUnit, for programs that show test results: a test case for every file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bj.errors import Finding
from bj.findings.faults import render_finding
from bj.findings.report import Report, Unreadable, relative_path
from bj.text.visible import make_visible, show_path, show_words

if TYPE_CHECKING:
    from xml.etree import ElementTree

SUITE = "bj validate"
NO_CHARACTERS = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
"""The characters left by `make_visible` that XML cannot hold."""


def render(report: Report) -> str:
    """One suite with a case for every file, which has a failure for every finding that counts.

    Other findings are the output of the case. An unreadable file is an error.
    """
    from xml.etree import ElementTree

    files: dict[Path, list[Finding]] = {file: [] for file in report.files}
    for finding in report.findings:
        files.setdefault(finding.file, []).append(finding)
    counting = [finding for finding in report.findings if report.counts(finding)]
    totals = {
        "name": SUITE,
        "tests": str(len(files) + len(report.unreadable)),
        "failures": str(len(counting)),
        "errors": str(len(report.unreadable)),
    }
    suites = ElementTree.Element("testsuites", totals)
    suite = ElementTree.SubElement(suites, "testsuite", {**totals, "skipped": "0"})
    for unreadable in report.unreadable:
        _add_unreadable(suite, unreadable)
    for file, findings in files.items():
        _add_file(suite, file, findings, report)
    ElementTree.indent(suites)
    written: bytes = ElementTree.tostring(suites, encoding="us-ascii", xml_declaration=True)
    return written.decode("ascii")


def _add_unreadable(suite: ElementTree.Element, unreadable: Unreadable) -> None:
    """Add the case of a file that cannot be read."""
    case = _add(suite, "testcase", name=show_path(unreadable.name), classname=SUITE)
    _add(case, "error", message=show_words(unreadable.message), type="unreadable")


def _add_file(suite: ElementTree.Element, file: Path, findings: Sequence[Finding], report: Report) -> None:
    """Add the case of a file."""
    name = show_path(relative_path(file, report.root))
    case = _add(suite, "testcase", name=name, classname=SUITE)
    said = []
    for finding in findings:
        text = render_finding(finding)
        if report.counts(finding):
            message = f"{finding.code}: {make_visible(finding.message)}"
            _add(case, "failure", text, message=message, type=finding.code)
        else:
            said.append(text)
    if said:
        _add(case, "system-out", "\n\n".join(said))


def _add(parent: ElementTree.Element, tag: str, text: str = "", **attributes: str) -> ElementTree.Element:
    """Add an element with text that XML can hold."""
    from xml.etree import ElementTree

    held = {name: value.translate(NO_CHARACTERS) for name, value in attributes.items()}
    element = ElementTree.SubElement(parent, tag, held)
    element.text = text.translate(NO_CHARACTERS) or None
    return element
