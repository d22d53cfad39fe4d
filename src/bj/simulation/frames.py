"""Results of simulations as data frames."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

from bj.extras import lack
from bj.simulation.comparison import Comparison
from bj.simulation.reports.csv_report import CsvRow, list_comparison, list_simulation
from bj.simulation.results import Simulation


def to_frame(found: Simulation | Comparison, library: Literal["polars", "pandas"] = "polars") -> Any:
    """A data frame with a row for every number of a result, as in the CSV report.

    The columns are ``side`` (of a comparison), ``kind``, ``name``, ``strategy``, ``quantity``, ``at`` (an
    outcome), ``at_number`` (a running count, a percentile or the like), ``value``, ``error`` (standard),
    ``low`` and ``high`` (of the 95% interval) and ``number`` (of hands, rounds, games or batches). Raises
    UsageError without the library.
    """
    try:
        frames = import_module(library)
    except ImportError as error:
        raise lack("data frames need", "frames", error) from None
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
    return frames.DataFrame(columns)
