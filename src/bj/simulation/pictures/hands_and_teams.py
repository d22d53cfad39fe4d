"""Draws the value of hands, their outcomes, results by count, and the wins of teams and members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bj.catalogue.outcomes import OUTCOMES
from bj.simulation.estimates import Estimate
from bj.simulation.pictures.style import (
    BLUE,
    COLOURS,
    GREEN,
    GREY,
    ORANGE,
    RED,
    in_percent,
    safe,
    whole_numbers,
)
from bj.simulation.reports.counting_text import is_rare
from bj.simulation.results import Games, PlayerResult

OUTCOME_COLOURS = ("#004D40", GREEN, "#7BC8A4", "#D9D9D9", "#F2B38C", ORANGE, "#8C6BB1", RED)


def draw_intervals(axes: Any, named: Sequence[tuple[str, Estimate]]) -> None:
    """Draw each value and its 95% interval in a separate row."""
    for row, (_, found) in enumerate(reversed(named)):
        axes.plot(found.ends, [row, row], color=BLUE, linewidth=2)
        axes.plot([found.value], [row], "o", color=BLUE, markersize=5)
    axes.set_yticks(range(len(named)), [safe(name, 30) for name, _ in reversed(named)])
    axes.set_ylim(-0.6, len(named) - 0.4)
    axes.grid(visible=False, axis="y")


def draw_values(axes: Any, players: Sequence[PlayerResult]) -> None:
    """Draw each player's expected value."""
    draw_intervals(axes, [(f"{player.name} ({player.strategy})", player.edge) for player in players])
    axes.axvline(0, color=GREY, linewidth=1)
    axes.set_title("Expected value per initial wager")
    axes.set_xlabel("share of the initial wager, with 95% interval")
    in_percent(axes.xaxis)


def draw_outcomes(axes: Any, players: Sequence[PlayerResult]) -> None:
    """Plot, for each player, the share of hands that end in each outcome."""
    shown = list(reversed(players))
    left = [0.0] * len(shown)
    for outcome, colour in zip(OUTCOMES.values(), OUTCOME_COLOURS, strict=True):
        widths = [player.shares[outcome.name].value for player in shown]
        if any(widths):
            bars = {"color": colour, "height": 0.6, "label": outcome.legend, "linewidth": 0}
            axes.barh(range(len(shown)), widths, left=left, **bars)
            for row, size in enumerate(widths):
                if size >= 0.06:
                    text = f"{100 * size:.0f}%"
                    inks = {"ha": "center", "va": "center", "fontsize": 8}
                    dark = colour in ("#004D40", GREEN, RED)
                    axes.text(left[row] + size / 2, row, text, color="white" if dark else "#222222", **inks)
            left = [begin + size for begin, size in zip(left, widths, strict=True)]
    axes.set_yticks(range(len(shown)), [safe(player.name, 30) for player in shown])
    axes.set_ylim(-0.6 if len(shown) > 1 else -1, len(shown) - 0.4 if len(shown) > 1 else 1)
    axes.set_xlim(0, 1)
    in_percent(axes.xaxis)
    axes.grid(visible=False)
    axes.set_title("How hands end")
    axes.set_xlabel("share of all hands")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=4, handlelength=1, columnspacing=1.2)


def draw_counts(axes: Any, player: PlayerResult, by: str = "") -> None:
    """Draw the value and the frequency of hands at each running count, or at each value of ``by``."""
    shown = [at for at in player.by_count if not is_rare(at)]
    counts = [at.count for at in shown]
    frequency = axes.twinx()
    frequency.bar(counts, [at.share for at in shown], color="#D9D9D9", width=0.8, linewidth=0)
    frequency.set_ylim(0, 2.5 * max(at.share for at in shown))
    in_percent(frequency.yaxis)
    frequency.set_ylabel("share of all hands (bars)", color=GREY)
    frequency.tick_params(axis="y", colors=GREY)
    frequency.grid(visible=False)
    frequency.spines["right"].set_visible(True)
    frequency.spines["right"].set_color("#CCCCCC")
    axes.set_zorder(frequency.get_zorder() + 1)
    axes.patch.set_visible(False)
    ends = [at.edge.ends for at in shown]
    errors = [
        [at.edge.value - low for at, (low, _) in zip(shown, ends, strict=True)],
        [high - at.edge.value for at, (_, high) in zip(shown, ends, strict=True)],
    ]
    values = [at.edge.value for at in shown]
    axes.errorbar(counts, values, yerr=errors, fmt="o-", color=BLUE, markersize=4, linewidth=1.2, capsize=2)
    axes.axhline(0, color="#444444", linewidth=0.8)
    whole_numbers(axes.xaxis)
    in_percent(axes.yaxis)
    axes.set_title(f"Value and frequency by {safe(by, 30) or 'count'}: {safe(player.name, 30)}")
    axes.set_xlabel(f"{safe(by) or 'running count'} when the wager was made")
    axes.set_ylabel("value per initial wager, with 95% interval", color=BLUE)


def draw_team_wins(axes: Any, games: Games) -> None:
    """Draw each team's probability of winning a game."""
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
    axes.set_title("Games won by each team")
    axes.set_xlabel(f"share of {games.games:,} games, with 95% interval")


def draw_members(axes: Any, games: Games) -> None:
    """Draw each member's probability of winning a round."""
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
    axes.set_title("Rounds won by each member")
    axes.set_xlabel("share of the member's rounds, with 95% interval")
