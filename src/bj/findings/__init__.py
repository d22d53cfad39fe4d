"""The findings of a check in several formats, each in a module of its own."""

from __future__ import annotations

from importlib import import_module

from bj.findings.report import Report

FORMATS = ("full", "concise", "json", "github", "gitlab", "sarif", "junit")

FOR_READERS = frozenset(("full", "concise"))
"""The formats for people: these also say when nothing is found."""


def render_report(report: Report, name: str) -> str:
    """The report in the format ``name``, without a newline at the end."""
    text: str = import_module(f"bj.findings.{name}").render(report)
    return text
