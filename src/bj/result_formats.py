"""Turns every kind of result into text, a data frame or a picture, for use in programs and notebooks."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from bj.analysis.report import render, render_solution
from bj.analysis.results import Analysis, Solution
from bj.errors import UsageError, wrong_type
from bj.files import path_of, write_out
from bj.optional_packages import lack
from bj.simulation.comparison import Comparison
from bj.simulation.data_frame_columns import frame_columns
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
"""The functions whose results ``to_text`` accepts."""


def to_text(found: Result) -> str:
    """Return the report for a result, as printed by the corresponding command.

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
    """Return a result as a data frame.

    A simulation or a comparison has one row for each number, as in the CSV report. The columns are ``side``
    (for comparisons), ``kind``, ``name``, ``strategy``, ``quantity``, ``at`` (an outcome), ``at_number`` (a
    running count, a percentile or another number), ``value``, ``error`` (the standard error), ``low`` and
    ``high`` (the ends of the 95% interval) and ``number`` (how many hands, rounds, games or batches). An
    analysis has one row for each starting hand against each upcard, and one column for each action. A
    solution has one row for each play. A report from ``verify_transcript`` has one row for each finding.
    Raises UsageError if ``found`` is not a result, or if the library is not installed.
    """
    if library not in get_args(Library):
        raise UsageError(f"{library!r} is not a data frame library", "use polars or pandas")
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
    """Draw a simulation, or the best chart in a solution, to a .svg or .png file, like ``--plot``.

    Bankroll paths are left out, because the games would have to be played again to draw them. Raises
    UsageError for any other result, if the extra ``plots`` is missing, or if the file cannot be written.
    """
    path = path_of(file)
    form = choose_format(path.name)
    require_plots()
    if isinstance(found, Simulation):
        content = draw(found, None, form)
    elif isinstance(found, Solution):
        from bj.analysis.chart_pictures import draw_chart

        content = draw_chart(found, form)
    else:
        raise wrong_type("a result to draw", found, "pass the result of `bj.simulate` or `bj.solve`")
    try:
        write_out(path, content)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}", "choose a different file") from None


def _no_result(found: object, *functions: str) -> UsageError:
    """Return the error to raise if ``found`` is not a result of one of bj's ``functions``."""
    results = enumerate_words([f"`bj.{each}`" for each in functions], "or")
    return wrong_type("a result", found, f"pass the result of {results}")
