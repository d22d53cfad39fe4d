"""Renders reports for Gradescope, Classroom 50 and check50."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bj.text.untrusted_text import make_visible
from bj.verify.findings import BrokenRule, Report
from bj.verify.formats.text import describe_finding, describe_rule, describe_why, with_note
from bj.verify.marks import Mark, plain_number

NEW_LINE = "\n"

LONGEST_NAME = 200
"""The maximum length of a test name, in characters."""

ENVIRONMENT = {
    "classroom": ("CLASSROOM", "unknown"),
    "assignment": ("ASSIGNMENT", "unknown"),
    "assignment_type": ("ASSIGNMENT_TYPE", "individual"),
    "owner": ("OWNER", "unknown"),
    "submission": ("SUBMISSION_TAG", "submit/unknown"),
    "commit": ("COMMIT_URL", "unknown"),
    "release": ("RELEASE_URL", "unknown"),
    "review": ("REVIEW_URL", "unknown"),
}
"""For each key of a result, the environment variable that Classroom 50's runner sets, and a default value."""

HUNDREDTHS = 100
"""The factor for scores in Classroom 50, which must be integers, if any criterion is worth a fraction of a
point.
"""


def render_gradescope(reports: Sequence[Report], marks: Sequence[Sequence[Mark]], visibility: str) -> str:
    """Render ``results.json`` for Gradescope, with one test for each mark.

    Without marks, there is one test for each transcript.
    """
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
    results = {"score": plain_number(score), "visibility": visibility, "output": "", "tests": tests}
    if any(marks):  # each mark lists only the findings about its criterion
        results["output"] = "\n".join(_lines(each for report in reports for each in report.findings))
    return json.dumps(results, indent=2)


def render_classroom50(
    reports: Sequence[Report],
    marks: Sequence[Sequence[Mark]],
    environment: Mapping[str, str],
    moment: datetime | None,
) -> str:
    """Render ``result.json`` for Classroom 50, in the schema ``classroom50/result/v1``.

    Scores are integers, rounded down. The service shows only the names of tests, so the reason for a failure
    is added to the name. ``output`` contains all findings.
    """
    cases = [case for pair in zip(reports, marks, strict=True) for case in _cases(*pair)]
    scale = 1 if all(most == int(most) for _, _, most, _ in cases) else HUNDREDTHS
    tests: list[dict[str, Any]] = [
        {
            "test-name": name if points == most else f"{name}: {words.partition(NEW_LINE)[0]}"[:LONGEST_NAME],
            "passed": points == most,
            "score": int(round(points * scale, 2)),
            "max-score": round(most * scale),
            "output": words,
        }
        for name, points, most, words in cases
    ]
    shown = {key: environment.get(variable) or value for key, (variable, value) in ENVIRONMENT.items()}
    result: dict[str, Any] = {
        "schema": "classroom50/result/v1",
        **shown,
        "datetime": (moment or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }
    return json.dumps(result, indent=2)


def render_check50(
    reports: Sequence[Report], marks: Sequence[Sequence[Mark]], slug: str, version: str
) -> str:
    """Render results for check50 as JSON: one for each transcript, and one for each of its marks.

    The results for marks depend on the result for the transcript. They are skipped if no hand can be
    followed.
    """
    results: list[dict[str, Any]] = []
    for report, given in zip(reports, marks, strict=True):
        name, file = _word(report.file), make_visible(report.file)
        is_right = report.followed > 0 if given else report.verdict == "right"
        what = "contains a game that bj can follow" if given else "follows the rules"
        findings = report.findings if not given or not is_right else ()
        results.append(_check(name, f"{file} {what}", findings, passed=is_right))
        for each in given:
            passed = each.points == each.most if is_right else None
            check = _check(f"{name}_{_word(each.name)}", f"{file}: {each.name}", each.findings, passed=passed)
            check["data"] = {"points": plain_number(each.points), "most_points": plain_number(each.most)}
            check["dependency"] = name
            if passed is False and not each.findings:
                check["cause"] = {"rationale": describe_why(each), "help": None}
            results.append(check)
    return json.dumps({"slug": slug, "results": results, "version": version}, indent=2)


def _check(
    name: str, description: str, findings: Sequence[BrokenRule], *, passed: bool | None
) -> dict[str, Any]:
    """Return one result for check50, with a cause if the check failed.

    ``passed`` is None for a check that is skipped.
    """
    cause = {"rationale": "the game cannot be followed", "help": None} if passed is None else None
    return {
        "name": name,
        "description": description,
        "passed": passed,
        "log": _lines(findings),
        "cause": _cause(findings[0]) if findings and passed is not None else cause,
        "data": {},
        "dependency": None,
    }


def _cases(report: Report, marks: Sequence[Mark]) -> list[tuple[str, float, float, str]]:
    """Return a transcript's graded parts: its marks or, without marks, the transcript as a whole.

    Each part consists of a name, the points, the maximum, and an explanation.
    """
    file = make_visible(report.file)
    if not marks:
        words = "\n".join(_lines(report.findings))
        return [(file, float(report.verdict == "right"), 1.0, words)]
    cases = []
    for each in marks:
        words = "\n".join(_lines(each.findings))
        cases.append((f"{file}: {each.name}", each.points, each.most, words or describe_why(each)))
    return cases


def _cause(first: BrokenRule) -> dict[str, Any]:
    cause: dict[str, Any] = {
        "rationale": _lines([first])[0],
        "help": first.help or describe_rule(first) or None,
    }
    if first.expected:
        actual = "" if first.is_missing else first.actual
        cause |= {"expected": make_visible(first.expected), "actual": make_visible(actual)}
    return cause


def _lines(findings: Iterable[BrokenRule]) -> list[str]:
    """Render findings as plain text, one string per line."""
    lines = (line for finding in findings for line in describe_finding(finding))
    return [line.strip() for line in with_note(lines)]


def _word(name: str) -> str:
    """Replace every character that is not an ASCII letter or digit with an underscore."""
    return "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in name)
