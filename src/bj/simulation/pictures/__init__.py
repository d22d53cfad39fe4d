"""Draws pictures of simulations with matplotlib (requires the extra ``plots``)."""

from __future__ import annotations

from bj.errors import UsageError
from bj.optional_packages import lack
from bj.simulation.bankroll_paths import Paths
from bj.simulation.results import Simulation

FORMATS = ("png", "svg")


def choose_format(file: str) -> str:
    """Return the image format for a file name. Raises UsageError if the extension is unknown."""
    _, _, ending = file.rpartition(".")
    if "." not in file or ending.lower() not in FORMATS:
        raise UsageError(f"{file} is not the name of a picture file", "use a name that ends in .svg or .png")
    return ending.lower()


def require_plots() -> None:
    """Raise UsageError if matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401  # imported only to check that it is installed
    except ImportError as error:
        raise lack("pictures need", "plots", error) from None


def draw(found: Simulation, paths: Paths | None, form: str) -> bytes:
    """Draw every panel that applies to the simulation, and return the picture as the bytes of a file.

    ``form`` is the file format. With the same version of matplotlib, the same numbers always give the same
    bytes. Raises UsageError if matplotlib is not installed.
    """
    require_plots()
    from bj.simulation.pictures.figure import render_figure

    return render_figure(found, paths, form)
