"""Renders the part of a report about a card counter."""

from __future__ import annotations

from bj.simulation.results import AtCount, PlayerResult
from bj.simulation.text_tables import HEADS, Row, cells, lay_out, percent, shorten, wrap
from bj.text.sentences import count_of
from bj.text.untrusted_text import make_visible

MEANINGS = (
    "  DI: 1,000 times the mean win per hand, divided by its standard deviation",
    "  SCORE: DI squared, or 0 for a losing player",
    "  N0: hands until the win equals one standard deviation, if the player wins",
)
RARE, FEW = 0.001, 30
"""A count is shown only if at least FEW hands, and at least the share RARE of all hands, were played at it.
"""


def is_rare(at: AtCount) -> bool:
    """Return whether too few hands were played at the count ``at`` to show a result."""
    return at.share < RARE or at.hands < FEW


def render_counting(player: PlayerResult, by: str) -> list[list[str]]:
    """Render the results at each running count (or each value of ``by``), and then the value of counting.

    Rare counts and values are left out.
    """
    name = f"{shorten(player.name)} ({shorten(player.strategy)})"
    rows: list[Row] = [
        ["value" if by else "count", "hands", "share", "per initial wager", "std. error", "95% interval"]
    ]
    left_out = 0
    for at in player.by_count:
        if is_rare(at):
            left_out += at.hands
        else:
            frequency = [at.label, f"{at.hands:,}", percent(at.share)]
            rows.append([*frequency, *cells(at.edge, as_percent=True)])
    number = make_visible(by) if by else "running count"
    lines = wrap(f"Value and frequency by {number} when the wager was made: {name}")
    lines += [f"  {line}" for line in lay_out(rows)] if len(rows) > 1 else []
    if left_out:
        limits = f"less than {percent(RARE, 1)} of all hands, or fewer than {FEW} hands"
        what = "values" if by else "counts"
        lines += wrap(f"{count_of(left_out, 'hand')} are left out, at {what} with {limits}", "  ", "  ")
    return [lines, render_figures(name, player)]


def render_figures(name: str, player: PlayerResult) -> list[str]:
    """Render DI, SCORE and N0, with explanations."""
    rows: list[Row] = [
        ["  ", *HEADS],
        ["  DI", *cells(player.desirability, as_percent=False)],
        ["  SCORE", *cells(player.score, as_percent=False)],
        ["  N0", *cells(player.n0, as_percent=False, least=0)],
    ]
    return [*wrap(f"The value of counting: {name}"), *lay_out(rows), *MEANINGS]
