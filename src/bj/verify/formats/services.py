"""Reports for the services that grade: Gradescope, Classroom 50 and check50."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bj.text.visible import make_visible
from bj.verify.findings import Finding, Report
from bj.verify.formats.text import describe_finding
from bj.verify.marks import Mark, plain_number

ENVIRONMENT = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}
"""The variables that the runner of Classroom 50 sets."""


def render_gradescope(reports: Sequence[Report], marks: Sequence[Sequence[Mark]]) -> str:
    """The ``results.json`` of Gradescope: a test for every mark, or for every transcript without any."""
    tests = []
    for report, given in zip(reports, marks, strict=True):
        for name, points, most, output in _cases(report, given):
            tests.append(
                {
                    "name": name,
                    "score": plain_number(points),
                    "max_score": plain_number(most),
                    "status": "passed" if points == most and not output.startswith("never") else "failed",
                    "output": output,
                }
            )
    score = sum(float(test["score"]) for test in tests)
    return json.dumps({"score": plain_number(score), "tests": tests}, indent=2)


def render_classroom50(
    reports: Sequence[Report],
    marks: Sequence[Sequence[Mark]],
    environment: Mapping[str, str],
) -> str:
    """The ``result.json`` of Classroom 50, schema ``classroom50/result/v1``."""
    tests = [
        {
            "test-name": name,
            "passed": points == most,
            "score": plain_number(points),
            "max-score": plain_number(most),
        }
        for report, given in zip(reports, marks, strict=True)
        for name, points, most, _ in _cases(report, given)
    ]
    told = {key: environment.get(variable) or "unknown" for key, variable in ENVIRONMENT.items()}
    result: dict[str, Any] = {
        "schema": "classroom50/result/v1",
        **told,
        "datetime": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": plain_number(sum(float(test["score"]) for test in tests)),
        "max-score": plain_number(sum(float(test["max-score"]) for test in tests)),
        "tests": tests,
    }
    return json.dumps(result, indent=2)


def render_check50(reports: Sequence[Report], slug: str, version: str) -> str:
    """The JSON of check50: a result for every transcript."""
    results = [
        {
            "name": _word(report.file),
            "description": f"{make_visible(report.file)} follows the rules",
            "passed": report.verdict == "right",
            "log": [line for finding in report.findings for line in _lines(finding)],
            "cause": _cause(report),
            "data": {},
            "dependency": None,
        }
        for report in reports
    ]
    return json.dumps({"slug": slug, "results": results, "version": version}, indent=2)


def _cases(report: Report, marks: Sequence[Mark]) -> list[tuple[str, float, float, str]]:
    """The graded parts of a transcript: a name, points, the most points, and words."""
    file = make_visible(report.file)
    if not marks:
        words = "\n".join(line for finding in report.findings for line in _lines(finding))
        return [(file, float(report.verdict == "right"), 1.0, words)]
    cases = []
    for each in marks:
        words = "\n".join(line for finding in each.findings for line in _lines(finding))
        cases.append((f"{file}: {each.name}", each.points, each.most, words or each.why))
    return cases


def _cause(report: Report) -> dict[str, Any] | None:
    """Why a transcript is not right."""
    if not report.findings:
        return None
    first = report.findings[0]
    cause: dict[str, Any] = {"rationale": _lines(first)[0], "help": first.rule or None}
    if first.expected:
        cause |= {"expected": make_visible(first.expected), "actual": make_visible(first.actual)}
    return cause


def _lines(finding: Finding) -> list[str]:
    """A finding in lines without colours."""
    return [line.strip() for line in describe_finding(finding)]


def _word(name: str) -> str:
    """The name of a file as that of a check: letters, digits and underscores."""
    return "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in name)
