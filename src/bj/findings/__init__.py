"""Reports findings in several formats, with a module for each format."""

from __future__ import annotations

from importlib import import_module

from bj.findings.check_report import CheckReport
from bj.text.colours import Paint, plain

FORMATS = ("full", "concise", "json", "github", "gitlab", "sarif", "junit")

FOR_READERS = frozenset(("full", "concise"))
"""The formats for people, which report at least a count even if there are no findings."""


def render_report(report: CheckReport, name: str, paint: Paint = plain) -> str:
    """Return a report in the format ``name``, without a final newline.

    Text formats are colored by ``paint``.
    """
    render = import_module(f"bj.findings.{name}").render
    text: str = render(report, paint) if name in FOR_READERS else render(report)
    return text
