"""Renders reports in machine-readable formats: JSON, and those of CI and grading services."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from bj import __version__
from bj.verify.findings import Report
from bj.verify.formats import ServiceName, autograders, ci, json
from bj.verify.marks import Mark


def render(
    form: Literal["json", ServiceName],
    reports: Sequence[Report],
    marks: Sequence[Sequence[Mark]],
    title: str,
    *,
    visibility: str = "visible",
    moment: datetime | None = None,
) -> str:
    """Render reports in the format ``form``.

    ``title`` is the slug for check50. ``visibility`` determines whether and when students see the tests on
    Gradescope. ``moment`` is the time recorded for Classroom 50, by default the current time.
    """
    if form == "junit":
        return ci.render_junit(reports)
    if form == "github":
        return ci.render_github(reports)
    if form == "gradescope":
        return autograders.render_gradescope(reports, marks, visibility)
    if form == "classroom50":
        return autograders.render_classroom50(reports, marks, os.environ, moment)
    if form == "check50":
        return autograders.render_check50(reports, marks, title, __version__)
    return json.render(reports, marks)
