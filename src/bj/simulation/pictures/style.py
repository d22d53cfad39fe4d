"""The style of pictures: colors, axis formats, and names that are safe to draw."""

from __future__ import annotations

from typing import Any

from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from bj.simulation.text_tables import shorten

BLUE, ORANGE, GREEN, RED, GREY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#8C8C8C"
COLOURS = (BLUE, ORANGE, GREEN, RED, "#CC79A7", "#56B4E9", "#6A51A3", "#5A5A5A")
"""Colors for data series that color-blind readers can distinguish. Source: M. Okabe and K. Ito (2008)."""

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
    "svg.hashsalt": "bj",  # gives every element the same id in every run
    "svg.fonttype": "path",
}


def safe(text: str, most: int = 60) -> str:
    """Shorten ``text`` to ``most`` characters, and escape hidden characters and formulas."""
    return shorten(text, most).replace("$", r"\$")


def in_percent(axis: Any) -> None:
    """Format the labels on an axis as percentages."""
    axis.set_major_formatter(PercentFormatter(1))


def whole_numbers(axis: Any) -> None:
    """Place ticks on an axis only at whole numbers."""
    axis.set_major_locator(MaxNLocator(integer=True))


def in_money(axis: Any) -> None:
    """Format the labels on an axis as amounts of money, with thousands separators."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
