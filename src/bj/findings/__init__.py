"""Renders the findings of a check in several formats, one module for each."""

from __future__ import annotations

from importlib import import_module

from bj.findings.check_report import CheckReport
from bj.text.colours import Paint, plain

FORMATS = ("full", "concise", "json", "github", "gitlab", "sarif", "junit")

FOR_READERS = frozenset(("full", "concise"))
"""The formats for people. Their reports always contain at least a count."""


def render_report(report: CheckReport, name: str, paint: Paint = plain) -> str:
    """Render a report in the format ``name``, without a final newline. Formats for people use ``paint``."""
    render = import_module(f"bj.findings.{name}").render
    text: str = render(report, paint) if name in FOR_READERS else render(report)
    return text
