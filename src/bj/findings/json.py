"""Reports for programs: a JSON object in ASCII."""

from __future__ import annotations

import json
from typing import Any

from bj import __version__
from bj.faults_and_fixes import Finding
from bj.findings.check_report import CheckReport, make_fingerprints
from bj.text.untrusted_text import show_path, show_words


def render(report: CheckReport) -> str:
    """Return an object with the version of bj, the checked files, the unreadable files, and all findings.

    Lines and columns count characters from 1, and ``end_column`` is exclusive. To apply a finding's remedy,
    apply all of its ``edits``.
    """
    content = {
        "bj": __version__,
        "files": [show_path(str(file)) for file in report.files],
        "unreadable": [
            {"file": show_path(file.name), "message": show_words(file.message)} for file in report.unreadable
        ],
        "findings": describe_findings(report),
    }
    return json.dumps(content, indent=2)


def describe_findings(report: CheckReport) -> list[dict[str, Any]]:
    """Return each finding in the report as a dict."""
    fingerprints = make_fingerprints(report)
    return list(map(_describe, report.findings, fingerprints))


def _describe(finding: Finding, fingerprint: str) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": show_words(finding.message),
        "remedy": show_words(finding.remedy),
        "file": show_path(str(finding.file)),
        "line": finding.line,
        "column": finding.column,
        "end_column": finding.column + finding.length,
        "edits": [edit._asdict() for edit in finding.edits],
        "inherited_by": [show_path(str(file)) for file in finding.inherited_by],
        "fingerprint": fingerprint,
    }
