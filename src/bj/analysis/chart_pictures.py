"""Draws strategy charts in the usual layout with matplotlib (requires the extra ``plots``)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from bj.analysis.results import COLOURS, BestPlay, Solution
from bj.catalogue.actions import PLAYS
from bj.simulation.pictures.style import SETTINGS, safe

KINDS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}

PALEST = 0.25
FULL = 0.1
"""A cell has its full color if the best action gains at least this many wagers over the second best."""

CELL = 0.32  # inches
HEAD = 1.0
DOTS_PER_INCH = 150


def draw_chart(found: Solution, form: str) -> bytes:
    """Draw the best chart, and return the picture as the bytes of a file in the format ``form``.

    There are separate panels for hard totals, soft totals and pairs. A cell is paler if the second-best
    action is almost as good as the best one. With the same version of matplotlib, the same numbers always
    give the same bytes.
    """
    panels = {kind: [play for play in found.plays if play.hand.startswith(f"{kind} ")] for kind in KINDS}
    panels = {kind: plays for kind, plays in panels.items() if plays}
    rows = {kind: _rows(plays) for kind, plays in panels.items()}
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        width = CELL * (len(found.columns) + 3)
        height = HEAD + CELL * max(map(len, rows.values()), default=1)
        figure = Figure(figsize=(max(6.0, width * len(panels)), height + HEAD), layout="constrained")
        for place, (kind, plays) in enumerate(panels.items()):
            _draw_panel(figure.add_subplot(1, len(panels), place + 1), kind, rows[kind], plays, found.columns)
        title = safe(found.title, 80) + "\n"  # the empty line separates the title from the panels
        figure.suptitle(title, fontsize=13, fontweight="bold", x=0.01, ha="left")
        used = dict.fromkeys(play.code[0] for play in found.plays if play.code[0] in COLOURS)
        handles = [
            Patch(color=COLOURS[letter], label=PLAYS[letter].actions[0].name)
            for letter in COLOURS
            if letter in used
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles) or 1)
        content = io.BytesIO()
        metadata = {"Date": None} if form == "svg" else {"Software": None}
        figure.savefig(content, format=form, dpi=DOTS_PER_INCH, metadata=metadata)
        return content.getvalue()


def _rows(plays: Sequence[BestPlay]) -> list[str]:
    return list(dict.fromkeys(play.hand.partition(" ")[2] for play in plays))


def _draw_panel(
    axes: Any, kind: str, rows: Sequence[str], plays: Sequence[BestPlay], columns: Sequence[str]
) -> None:
    """Draw a panel with a column for each upcard and a row for each hand, starting with the highest hand."""
    for play in plays:
        x, y = columns.index(play.upcard), rows.index(play.hand.partition(" ")[2])
        strength = PALEST + (1 - PALEST) * min(1.0, play.margin / FULL)
        colour = COLOURS.get(play.code[0], "#8C8C8C")
        axes.add_patch(
            Rectangle((x, y), 1, 1, facecolor=colour, alpha=strength, edgecolor="white", linewidth=1)
        )
        axes.text(x + 0.5, y + 0.5, play.code, ha="center", va="center", fontsize=7.5)
    axes.set_xlim(0, len(columns))
    axes.set_ylim(0, len(rows))
    axes.set_aspect("equal")
    axes.set_xticks([place + 0.5 for place in range(len(columns))], columns)
    axes.set_yticks([place + 0.5 for place in range(len(rows))], rows)
    axes.tick_params(length=0)
    axes.xaxis.tick_top()
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_title(KINDS[kind])
