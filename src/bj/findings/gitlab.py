"""Code Quality reports for GitLab."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from bj.findings.check_report import CheckReport, make_fingerprints, relative_path
from bj.text.untrusted_text import show_path, show_words

SEVERITIES = {"error": "major", "warning": "minor"}


def render(report: CheckReport) -> str:
    """Return a report with an issue for each finding and each unreadable file."""
    issues: list[dict[str, Any]] = [
        {
            "description": show_words(file.message),
            "check_name": "unreadable",
            "fingerprint": sha256(file.name.encode("utf-8", "surrogatepass")).hexdigest()[:32],
            "severity": "critical",
            "location": {"path": show_path(file.name), "lines": {"begin": 1}},
        }
        for file in report.unreadable
    ]
    issues += [
        {
            "description": f"{finding.code}: {show_words(finding.message)}"
            + (f" ({show_words(finding.remedy)})" if finding.remedy else ""),
            "check_name": finding.code,
            "fingerprint": fingerprint,
            "severity": SEVERITIES[finding.severity],
            "location": {
                "path": show_path(relative_path(finding.file, report.root)),
                "lines": {"begin": finding.line},
            },
        }
        for finding, fingerprint in zip(report.findings, make_fingerprints(report), strict=True)
    ]
    return json.dumps(issues, indent=2)
