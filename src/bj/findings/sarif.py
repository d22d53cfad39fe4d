"""Reports in the SARIF 2.1.0 format, an OASIS standard for static analysis results."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bj import __version__
from bj.faults_and_fixes import Finding
from bj.findings.check_report import CheckReport, make_fingerprints, relative_path
from bj.ruleset.fault_codes import find_code
from bj.text.untrusted_text import show_words

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "bj/v1"
PLACEHOLDER = re.compile(r"\{(?=\d+\})|(?<=\d)\}")
LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def render(report: CheckReport) -> str:
    """Return a SARIF log in ASCII with one run, and a rule for each code among the findings."""
    codes = sorted({finding.code for finding in report.findings})
    driver = {
        "name": "bj",
        "semanticVersion": __version__,
        "rules": [_describe_rule(code) for code in codes],
    }
    results = [
        _describe_result(finding, codes.index(finding.code), fingerprint, report.root)
        for finding, fingerprint in zip(report.findings, make_fingerprints(report), strict=True)
    ]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_describe_invocation(report)],
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def make_uri(file: Path, root: Path) -> str:
    """Return the URI for ``file``, which is relative if the file is inside ``root``.

    >>> make_uri(Path("my rules/50%.toml"), Path("/home/ann"))
    'my%20rules/50%25.toml'
    """
    path = relative_path(file, root)
    quoted = quote(os.fsencode(path))
    if path.startswith("/"):
        return f"file://{quoted}"
    return f"./{quoted}" if path.startswith("-") else quoted


def make_message(text: str) -> str:
    r"""Escape text for a SARIF message, so that nothing in it is read as a placeholder or a link.

    >>> print(make_message("no field `{0}` in `[here](there)`"))
    no field `{{0}}` in `\[here](there)`
    """
    shown = LINK.sub(r"\\[", show_words(text))
    return PLACEHOLDER.sub(lambda match: match[0] * 2, shown)


def _describe_rule(code: str) -> dict[str, Any]:
    found = find_code(code)
    return {
        "id": code,
        "name": found.name,
        "shortDescription": {"text": found.what},
        "fullDescription": {"text": found.why},
        "help": {"text": f"{found.what}\n\n{found.why}\n\n`bj explain {code}` shows an example."},
        "defaultConfiguration": {"level": found.severity},
    }


def _describe_result(finding: Finding, rule: int, fingerprint: str, root: Path) -> dict[str, Any]:
    message = make_message(finding.message)
    if finding.remedy:
        message += f"\nhelp: {make_message(finding.remedy)}"
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endColumn": finding.column + finding.length,
    }
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": make_uri(finding.file, root)},
                    "region": region,
                }
            }
        ],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if finding.edits:
        result["fixes"] = [_describe_fix(finding, root)]
    if finding.inherited_by:
        result["relatedLocations"] = [
            {
                "physicalLocation": {"artifactLocation": {"uri": make_uri(file, root)}},
                "message": {"text": "inherits it"},
            }
            for file in finding.inherited_by
        ]
    return result


def _describe_fix(finding: Finding, root: Path) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": {
                "startLine": edit.line,
                "startColumn": edit.column,
                "endLine": edit.end_line,
                "endColumn": edit.end_column,
            },
            "insertedContent": {"text": edit.text},
        }
        for edit in finding.edits
    ]
    place = {"uri": make_uri(finding.file, root)}
    return {
        "description": {"text": make_message(finding.remedy)},
        "artifactChanges": [{"artifactLocation": place, "replacements": replacements}],
    }


def _describe_invocation(report: CheckReport) -> dict[str, Any]:
    """Describe whether all files could be checked, with a notification for each one that could not."""
    invocation: dict[str, Any] = {"executionSuccessful": not report.unreadable}
    if report.unreadable:
        invocation["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": make_message(unreadable.message)}}
            for unreadable in report.unreadable
        ]
    return invocation
