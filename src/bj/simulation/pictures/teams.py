"""Pictures of tournaments: the wins of teams and of their members."""

from __future__ import annotations

from typing import Any

from bj.simulation.pictures.hands import draw_intervals
from bj.simulation.pictures.style import COLOURS, in_percent, safe
from bj.simulation.results import Games


def draw_team_wins(axes: Any, games: Games) -> None:
    """The probability that each team wins a game."""
    for row, (found, colour) in enumerate(zip(games.teams.values(), COLOURS, strict=False)):
        low, high = found.ends
        errors = [[found.value - low], [high - found.value]]
        axes.barh([row], [found.value], xerr=errors, color=colour, height=0.5, capsize=4, linewidth=0)
        is_inside = found.value > 0.5
        place = (low, -8) if is_inside else (high, 8)
        axes.annotate(
            f"{100 * found.value:.2f}%",
            (place[0], row),
            (place[1], 0),
            textcoords="offset points",
            va="center",
            ha="right" if is_inside else "left",
            color="white" if is_inside else "#222222",
        )
    axes.set_yticks(range(len(games.teams)), [safe(name, 24) for name in games.teams])
    axes.set_ylim(len(games.teams) - 0.3, -0.7)
    axes.set_xlim(0, 1.02)
    in_percent(axes.xaxis)
    axes.grid(visible=False, axis="y")
    axes.set_title("Which team wins")
    axes.set_xlabel(f"share of {games.games:,} games, with 95% interval")


def draw_members(axes: Any, games: Games) -> None:
    """The probability that each member wins a round."""
    colours = dict(zip(games.teams, COLOURS, strict=False))
    played = [member for member in games.members if member.wins is not None]
    draw_intervals(axes, [(member.name, member.wins) for member in played if member.wins is not None])
    for row, member in enumerate(reversed(played)):
        for line in axes.get_lines()[2 * row : 2 * row + 2]:
            line.set_color(colours[member.team])
    for team, colour in colours.items():
        axes.plot([], [], "o-", color=colour, markersize=5, label=safe(team, 24))
    axes.legend()
    axes.set_xlim(-0.02, 1.02)
    in_percent(axes.xaxis)
    axes.set_title("Which member wins a round")
    axes.set_xlabel("share of the member's rounds, with 95% interval")
