"""Results of simulations as data frames."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Literal, Protocol, TypeAlias, get_args, runtime_checkable

from bj.errors import UsageError
from bj.extras import lack
from bj.simulation.comparison import Comparison
from bj.simulation.reports.csv_report import CsvRow, list_comparison, list_simulation
from bj.simulation.results import Simulation

Library: TypeAlias = Literal["polars", "pandas"]


@runtime_checkable
class Tabular(Protocol):
    """A result with the columns of a data frame, such as an analysis or a solution."""

    def frame_columns(self) -> Mapping[str, list[Any]]:
        """The columns by name."""


def to_frame(found: Simulation | Comparison | Tabular, library: Library = "polars") -> Any:
    """A data frame of a result.

    For a simulation or a comparison, it has a row for every number, as in the CSV report. The columns are
    ``side`` (of a comparison), ``kind``, ``name``, ``strategy``, ``quantity``, ``at`` (an outcome),
    ``at_number`` (a running count, a percentile or the like), ``value``, ``error`` (standard), ``low`` and
    ``high`` (of the 95% interval) and ``number`` (of hands, rounds, games or batches). For an analysis, it
    has a row for every first hand against every upcard, with a column for each action; for a solution, one
    for every play. Raises UsageError without the library.
    """
    if library not in get_args(Library):
        raise UsageError(f"{library!r} is no library of data frames", "give polars or pandas")
    try:
        frames = import_module(library)
    except ImportError as error:
        raise lack("data frames need", "frames", error) from None
    if isinstance(found, Simulation | Comparison):
        return frames.DataFrame(_columns_of(found))
    if isinstance(found, Tabular):
        return frames.DataFrame(found.frame_columns())
    raise UsageError(f"{type(found).__name__} is no result", "give what `bj.simulate` or the like returns")


def _columns_of(found: Simulation | Comparison) -> dict[str, list[Any]]:
    """The numbers of a report in CSV, by column."""
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
