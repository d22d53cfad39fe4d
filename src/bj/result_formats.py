"""Converts results of all kinds to text, data frames and pictures, for programs and notebooks."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from bj.analysis.report import render, render_solution
from bj.analysis.results import Analysis, Solution
from bj.errors import UsageError, wrong_type
from bj.extras import lack
from bj.files import path_of, write_out
from bj.simulation.comparison import Comparison
from bj.simulation.frames import frame_columns
from bj.simulation.pictures import choose_format, draw, require_plots
from bj.simulation.reports.comparison_text import render_comparison
from bj.simulation.reports.simulation_text import render_simulation
from bj.simulation.results import Simulation
from bj.text.sentences import enumerate_words

if TYPE_CHECKING:
    from bj.verify.findings import Report

Result: TypeAlias = Simulation | Comparison | Analysis | Solution
Library: TypeAlias = Literal["polars", "pandas"]

RESULTS = ("simulate", "compare", "analyze", "solve")
"""The functions whose results can be printed."""


def to_text(found: Result) -> str:
    """Return the report of a result, as the corresponding command prints it.

    Raises UsageError if ``found`` is not a result.
    """
    if isinstance(found, Simulation):
        return render_simulation(found)
    if isinstance(found, Comparison):
        return render_comparison(found)
    if isinstance(found, Analysis):
        return render(found, "table")
    if isinstance(found, Solution):
        return render_solution(found, "table")
    raise _no_result(found, *RESULTS)


def to_frame(found: Result | Report, library: Library = "polars") -> Any:
    """Make a data frame from a result.

    For a simulation or a comparison, the frame has a row for every number, as in the CSV report. The columns
    are ``side`` (of a comparison), ``kind``, ``name``, ``strategy``, ``quantity``, ``at`` (an outcome),
    ``at_number`` (a running count, a percentile or another number), ``value``, ``error`` (the standard
    error), ``low`` and ``high`` (the ends of the 95% interval) and ``number`` (of hands, rounds, games or
    batches). For an analysis, the frame has a row for every first hand against every upcard, with a column
    for each action. For a solution, it has a row for every play. For a report of ``verify_transcript``, it
    has a row for every finding. Raises UsageError if ``found`` is not a result, or if the library is missing.
    """
    if library not in get_args(Library):
        raise UsageError(f"{library!r} is not a library of data frames", "use polars or pandas")
    try:
        frames = import_module(library)
    except ImportError as error:
        raise lack("data frames need", "frames", error) from None
    if isinstance(found, Simulation | Comparison):
        return frames.DataFrame(frame_columns(found))
    if not hasattr(found, "frame_columns"):
        raise _no_result(found, *RESULTS, "verify_transcript")
    return frames.DataFrame(found.frame_columns())


def to_picture(found: Simulation | Solution, file: str | Path) -> None:
    """Draw a simulation, or the best chart of a solution, into a .svg or .png file, as ``--plot`` does.

    Bankroll paths are omitted, because drawing them would require playing the games again. Raises UsageError
    for other results, if the extra ``plots`` is missing, or if the file cannot be written.
    """
    path = path_of(file)
    form = choose_format(path.name)
    require_plots()
    if isinstance(found, Simulation):
        content = draw(found, None, form)
    elif isinstance(found, Solution):
        from bj.analysis.pictures import draw_chart

        content = draw_chart(found, form)
    else:
        raise wrong_type("a result to draw", found, "pass the result of `bj.simulate` or `bj.solve`")
    try:
        write_out(path, content)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}", "choose a different file") from None


def _no_result(found: object, *functions: str) -> UsageError:
    """Make the error for ``found``, a value that none of the ``functions`` of bj returns."""
    results = enumerate_words([f"`bj.{each}`" for each in functions], "or")
    return wrong_type("a result", found, f"pass the result of {results}")
