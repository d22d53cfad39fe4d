"""Results of all kinds as texts and pictures, for programs and notebooks."""

from __future__ import annotations

from pathlib import Path

from bj.analysis.report import render, render_solution
from bj.analysis.results import Analysis, Solution
from bj.errors import UsageError
from bj.files import path_of, write_out
from bj.simulation.comparison import Comparison
from bj.simulation.pictures import choose_format, draw, require_plots
from bj.simulation.reports.comparison_text import render_comparison
from bj.simulation.reports.simulation_text import render_simulation
from bj.simulation.results import Simulation


def to_text(found: Simulation | Comparison | Analysis | Solution) -> str:
    """The report of a result, as its command prints it. Raises UsageError for anything else."""
    if isinstance(found, Simulation):
        return render_simulation(found)
    if isinstance(found, Comparison):
        return render_comparison(found)
    if isinstance(found, Analysis):
        return render(found, "table")
    if isinstance(found, Solution):
        return render_solution(found, "table")
    raise UsageError(f"{type(found).__name__} is no result", "give what `bj.simulate` or the like returns")


def to_picture(found: Simulation | Solution, file: str | Path) -> None:
    """Draw a simulation, or the best chart, into a file that ends in .svg or .png, as ``--plot`` does.

    The paths of bankrolls are left out, because they need games that are played again. Raises UsageError
    for other results, without the extra ``plots``, and if the file cannot be written.
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
        kind = type(found).__name__
        raise UsageError(f"{kind} has no picture", "give what `bj.simulate` or `bj.solve` returns")
    try:
        write_out(path, content)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}", "name another file") from None
