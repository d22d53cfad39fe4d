"""Draws a figure with every panel that applies to a simulation."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from bj.simulation.bankroll_paths import Paths
from bj.simulation.pictures.bankrolls import draw_final_bankrolls, draw_paths
from bj.simulation.pictures.hands_and_teams import (
    draw_counts,
    draw_members,
    draw_outcomes,
    draw_team_wins,
    draw_values,
)
from bj.simulation.pictures.style import SETTINGS, safe
from bj.simulation.reports.counting_text import is_rare
from bj.simulation.results import Simulation

Panel: TypeAlias = Callable[[Any], None]
"""A function that draws one panel on the given axes."""

MOST_COUNTERS = 2
MOST_PLAYERS = 12
SHORTEST_PATH = 5  # hands

WIDTH, HEIGHT, HEAD = 6.2, 4.1, 0.75  # inches
DOTS_PER_INCH = 150
LETTERS = 84
"""The number of letters of the figure's subtitle that fit above one column of panels."""


def list_panels(found: Simulation, paths: Paths | None) -> list[Panel]:
    """Return the panels to draw, starting with the most informative one."""
    panels: list[Panel] = []
    players = found.players[:MOST_PLAYERS]
    games = found.games
    if games is not None and games.teams:
        panels += [partial(draw_team_wins, games=games), partial(draw_members, games=games)]
    if games is not None and games.purses:
        panels.append(partial(draw_final_bankrolls, games=games))
    if paths is not None and paths.hands[-1] >= SHORTEST_PATH:
        panels.append(partial(draw_paths, paths=paths))
    counters = [player for player in found.players if sum(not is_rare(at) for at in player.by_count) > 1]
    counters.sort(key=lambda player: -player.hands)
    panels += [partial(draw_counts, player=player, by=found.by) for player in counters[:MOST_COUNTERS]]
    if len(players) > 1:
        panels.append(partial(draw_values, players=players))
    if players:
        panels.append(partial(draw_outcomes, players=players))
    return panels


def render_figure(found: Simulation, paths: Paths | None, form: str) -> bytes:
    """Render the figure in the matplotlib format ``form``.

    The same results always produce the same figure.
    """
    panels = list_panels(found, paths)
    columns = min(2, len(panels)) or 1
    rows = -(-len(panels) // columns) or 1
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        warnings.simplefilter("ignore", UserWarning)  # letters that the font lacks appear as boxes
        height = HEAD + HEIGHT * rows
        body = (0.01, 0.01, 0.98, 1 - HEAD / height)
        layout = ConstrainedLayoutEngine(rect=body, hspace=0.08, wspace=0.06)
        figure = Figure(figsize=(WIDTH * columns, height), layout=layout)
        grid = figure.add_gridspec(rows, columns)
        for number, panel in enumerate(panels):
            row, column = divmod(number, columns)
            is_alone = column == 0 and number == len(panels) - 1
            panel(figure.add_subplot(grid[row, :] if is_alone else grid[row, column]))
        top = 1 - 0.18 / height
        figure.text(
            0.015,
            top,
            safe(found.title, LETTERS * columns * 2 // 3),
            fontsize=13,
            fontweight="bold",
            va="top",
        )
        figure.text(
            0.015, top - 0.27 / height, safe(_subtitle(found), LETTERS * columns), color="#555555", va="top"
        )
        content = io.BytesIO()
        metadata = {"Date": None} if form == "svg" else {"Software": None}
        figure.savefig(content, format=form, dpi=DOTS_PER_INCH, metadata=metadata)
    return content.getvalue()


def _subtitle(found: Simulation) -> str:
    parts = [f"{name} {value}" for name, value in found.arguments.items()]
    if found.games is not None:
        parts.append(f"{found.games.games:,} games")
    parts += [f"{found.hands:,} hands", f"seed {found.seed}"]
    if found.is_partial:
        parts.append("PARTIAL: interrupted")
    return " · ".join(parts)
