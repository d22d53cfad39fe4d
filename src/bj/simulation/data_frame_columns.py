"""Turns simulations and comparisons into the columns of a data frame."""

from __future__ import annotations

from typing import Any

from bj.simulation.comparison import Comparison
from bj.simulation.reports.csv_report import CsvRow, list_comparison, list_simulation
from bj.simulation.results import Simulation


def frame_columns(found: Simulation | Comparison) -> dict[str, list[Any]]:
    """Return the same numbers as in the CSV report, column by column."""
    rows = list(list_simulation(found) if isinstance(found, Simulation) else list_comparison(found))
    columns: dict[str, list[Any]] = {}
    for place, name in enumerate(CsvRow._fields):
        column: list[Any] = [row[place] for row in rows]
        if name == "at":
            columns[name] = [each if isinstance(each, str) else "" for each in column]
            columns["at_number"] = [None if isinstance(each, str) else float(each) for each in column]
        elif name in ("value", "error", "low", "high"):
            columns[name] = [None if each is None else float(each) for each in column]
        else:
            columns[name] = column
    return columns
