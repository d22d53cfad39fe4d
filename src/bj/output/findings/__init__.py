"""What the check of rulesets has found, written in one of several formats, each in a module of its own."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from bj.output.findings.report import Report

FORMATS = {
    "full": "bj.output.findings.full",
    "concise": "bj.output.findings.concise",
    "json": "bj.output.findings.json",
    "github": "bj.output.findings.github",
    "gitlab": "bj.output.findings.gitlab",
    "sarif": "bj.output.findings.sarif",
    "junit": "bj.output.findings.junit",
}
"""The module of every format by its name; it is imported when it is wanted."""

FOR_READERS = frozenset(("full", "concise"))
"""The formats for persons: these say so too when nothing is found."""


class Format(Protocol):
    """A module that writes findings."""

    def render(self, report: Report) -> str:
        """The report as text, without a newline at the end."""


def render_report(report: Report, name: str) -> str:
    """The report in the format ``name``, without a newline at the end."""
    return cast(Format, import_module(FORMATS[name])).render(report)
