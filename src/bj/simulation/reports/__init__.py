"""Renders reports about simulations and comparisons as text, JSON or CSV."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bj.simulation.comparison import Comparison
from bj.simulation.results import Simulation
from bj.text.untrusted_text import Guard

Format: TypeAlias = Literal["table", "json", "csv"]


def render(found: Simulation | Comparison, form: Format) -> str:
    """Render a report in the format ``form``, ending with a line break.

    No line in the report can be mistaken for a command to a CI service.
    """
    return Guard()(_render(found, form))


def _render(found: Simulation | Comparison, form: Format) -> str:
    """Render a report in the format ``form``, without protection against CI commands."""
    if form == "json":
        from bj.simulation.reports.json_report import render_json

        return render_json(found)
    if form == "csv":
        from bj.simulation.reports.csv_report import render_csv

        return render_csv(found)
    if isinstance(found, Simulation):
        from bj.simulation.reports.simulation_text import render_simulation

        return render_simulation(found)
    from bj.simulation.reports.comparison_text import render_comparison

    return render_comparison(found)
