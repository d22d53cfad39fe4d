"""Draws players' bankrolls, both during games and at the end of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any

from bj.simulation.bankroll_paths import BANDS, Paths, PlayerPath
from bj.simulation.pictures.style import BLUE, COLOURS, GREY, RED, in_money, in_percent, safe, whole_numbers
from bj.simulation.results import BankrollResult, Games

BARS = 40
TOWER = 4
"""The tallest bar is cut off if it is more than this many times as tall as the second tallest."""

MOST_PATHS = 8
"""The maximum number of players for whom bankroll paths are drawn."""


def draw_final_bankrolls(axes: Any, games: Games) -> None:
    """Draw the final bankrolls, as a histogram for a single player or as percentiles for several players."""
    axes.set_title("Bankroll at the end of a game")
    axes.set_xlabel("money")
    in_money(axes.xaxis)
    if len(games.purses) == 1:
        _draw_histogram(axes, games.purses[0], games.games)
    else:
        _draw_ranges(axes, games.purses)


def _draw_histogram(axes: Any, purse: BankrollResult, games: int) -> None:
    values = list(purse.distribution)
    low, high = _view(purse)
    size = _bar_size(values, low, high)
    bars: dict[int, int] = {}
    for value, times in purse.distribution.items():
        if low <= value <= high:
            bar = int(value // size)
            bars[bar] = bars.get(bar, 0) + times
    heights = [times / games for times in bars.values()]
    axes.bar([bar * size for bar in bars], heights, width=size, align="edge", color=BLUE, linewidth=0)
    _cut_tower(axes, bars, size, games)
    axes.axvline(purse.start, color=GREY, linestyle="--", linewidth=1, label=f"start: {purse.start:,.0f}")
    axes.axvline(purse.final.value, color=RED, linewidth=1.2, label=f"mean: {purse.final.value:,.1f}")
    axes.plot([], [], " ", label=f"ruin: {100 * purse.ruin.value:.1f}% of games")
    in_percent(axes.yaxis)
    axes.set_ylabel("share of games")
    axes.grid(visible=False, axis="x")
    axes.legend()
    outside = games - sum(bars.values())
    if outside:
        axes.set_xlabel(f"money ({100 * outside / games:.1f}% of games ended outside the range shown)")


def _cut_tower(axes: Any, bars: Mapping[int, int], size: float, games: int) -> None:
    """If one bar, such as that for ruin, is much taller than all other bars, cut it off and label it."""
    tallest, *others = sorted(bars, key=lambda bar: -bars[bar])
    if others and bars[tallest] > TOWER * bars[others[0]]:
        top = 2 * bars[others[0]] / games
        axes.set_ylim(0, top)
        share, place = f"{100 * bars[tallest] / games:.1f}%", ((tallest + 1) * size, 0.96 * top)
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        axes.annotate(share, place, (4, 0), textcoords="offset points", va="top", color=BLUE, bbox=box)


def _view(purse: BankrollResult) -> tuple[float, float]:
    """Return the range of bankrolls to show.

    If the full range is very wide, the lowest and the highest 1% of games are left out.
    """
    values = list(purse.distribution)
    low, high = values[0], values[-1]
    inner_low, inner_high = purse.quantiles[1], purse.quantiles[99]
    if high - low > 3 * (inner_high - inner_low):
        return inner_low, inner_high
    return low, high


def _bar_size(values: Sequence[float], low: float, high: float) -> float:
    """Return the width of each bar: a multiple of the smallest difference between two bankrolls."""
    step = min((after - before for before, after in pairwise(values)), default=1.0)
    return step * max(1, ceil((high - low) / step / BARS))


def _draw_ranges(axes: Any, purses: Sequence[BankrollResult]) -> None:
    shown = list(reversed(purses))
    for row, purse in enumerate(shown):
        colour = COLOURS[(len(shown) - 1 - row) % len(COLOURS)]
        quantiles = purse.quantiles
        axes.plot([quantiles[5], quantiles[95]], [row, row], color=colour, linewidth=1.5)
        axes.plot([quantiles[25], quantiles[75]], [row, row], color=colour, linewidth=6)
        axes.plot([quantiles[50]], [row], "o", color="white", markeredgecolor=colour, markersize=6)
        axes.plot([purse.start], [row], "|", color="#222222", markersize=14)
    axes.set_yticks(
        range(len(shown)), [f"{safe(purse.name, 24)}\nruin {100 * purse.ruin.value:.1f}%" for purse in shown]
    )
    axes.set_ylim(-0.6, len(shown) - 0.4)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("money (circle: median, thick line: half of all games, thin line: 90%, mark: start)")


def draw_paths(axes: Any, paths: Paths) -> None:
    """Draw how bankrolls change during a game.

    For one player, draw several percentile bands. For several players, draw each player's median and one wide
    band.
    """
    shown = paths.players[:MOST_PATHS]
    if len(shown) == 1:
        _draw_bands(axes, paths, shown[0])
    else:
        for path, colour in zip(shown, COLOURS, strict=False):
            axes.fill_between(
                paths.hands, path.bands[0], path.bands[-1], color=colour, alpha=0.12, linewidth=0
            )
            axes.plot(paths.hands, path.bands[2], color=colour, linewidth=1.6, label=safe(path.name, 24))
        axes.plot([], [], color=GREY, alpha=0.3, linewidth=8, label="90% of games")
    axes.set_title("Bankroll during a game")
    first = f", the first {paths.hands[-1]:,} hands" if paths.is_cut else ""
    axes.set_xlabel(f"hands played (a sample of {paths.games:,} games{first})")
    axes.set_ylabel("money")
    in_money(axes.yaxis)
    whole_numbers(axes.xaxis)
    axes.set_xlim(0, paths.hands[-1])
    axes.legend()


def _draw_bands(axes: Any, paths: Paths, path: PlayerPath) -> None:
    for low, high, alpha in ((0, 4, 0.15), (1, 3, 0.3)):
        label = f"{BANDS[high] - BANDS[low]}% of games"
        bands = path.bands[low], path.bands[high]
        axes.fill_between(paths.hands, *bands, color=BLUE, alpha=alpha, linewidth=0, label=label)
    axes.plot(paths.hands, path.bands[2], color=BLUE, linewidth=2, label="median")
    for number, example in enumerate(path.examples):
        label = "individual games" if number == 0 else ""
        axes.plot(paths.hands, example, color="#444444", linewidth=0.6, alpha=0.7, label=label)
