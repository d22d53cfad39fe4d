"""The style of pictures: colors, axes and safe names."""

from __future__ import annotations

from typing import Any

from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from bj.simulation.text_tables import shorten

BLUE, ORANGE, GREEN, RED, GREY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#8C8C8C"
COLOURS = (BLUE, ORANGE, GREEN, RED, "#CC79A7", "#56B4E9", "#6A51A3", "#5A5A5A")
"""The colors of series, which are safe for color-blind readers. Source: M. Okabe and K. Ito (2008)."""

SETTINGS = {
    "font.size": 9.0,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.edgecolor": "#444444",
    "grid.color": "#E4E4E4",
    "grid.linewidth": 0.7,
    "legend.framealpha": 0.85,
    "legend.edgecolor": "none",
    "legend.fancybox": False,
    "legend.fontsize": 8.5,
    "svg.hashsalt": "bj",  # gives elements the same ids in every run
    "svg.fonttype": "path",
}


def safe(text: str, most: int = 60) -> str:
    """Remove formulas and hidden characters from ``text``, and shorten it to ``most`` characters."""
    return shorten(text, most).replace("$", r"\$")


def in_percent(axis: Any) -> None:
    """Label an axis of shares in percent."""
    axis.set_major_formatter(PercentFormatter(1))


def whole_numbers(axis: Any) -> None:
    """Put the ticks of an axis at whole numbers."""
    axis.set_major_locator(MaxNLocator(integer=True))


def in_money(axis: Any) -> None:
    """Group the digits of the amounts of money at the ticks of an axis."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
