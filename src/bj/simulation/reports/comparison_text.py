"""Renders a comparison as a text report."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from bj.simulation.compared_quantities import (
    AS_BANKER,
    BY_POWERS,
    BY_SIDE_BETS,
    FINAL,
    IN_ALL,
    PER_HAND,
    PER_STAKED,
    PER_WAGER,
    Difference,
)
from bj.simulation.comparison import Comparison
from bj.simulation.results import Simulation
from bj.simulation.text_tables import Row, cells, join, lay_out, number, shorten, wrap
from bj.text.sentences import count_of
from bj.text.untrusted_text import make_visible

WORDS = {
    PER_WAGER: "Value per initial wager",
    PER_STAKED: "Value per unit wagered, including doubled wagers",
    PER_HAND: "Value per hand, in money",
    BY_POWERS: "Money per hand from powers and gifts, not included above",
    BY_SIDE_BETS: "Money per hand from side bets, not included above",
    AS_BANKER: "Money per hand as the banker, not included above",
    IN_ALL: "Change in the bankroll per hand, in money",
    FINAL: "Bankroll at the end of a game, in money",
}
"""Maps quantities to the titles of their tables.

Other tables have the name of the quantity as their title.
"""

HEADS = ["left", "right", "right - left", "std. error", "95% interval", "variance"]


def render_comparison(found: Comparison) -> str:
    """Render a comparison as a text report."""
    sections = [_head(found)]
    for quantity in dict.fromkeys(difference.quantity for difference in found.differences):
        chosen = [difference for difference in found.differences if difference.quantity == quantity]
        sections.append(_table(quantity, chosen))
    sections.append(
        [
            "variance: how many times smaller it is than with different seeds on each side;",
            "the same standard error takes that many times fewer hands",
        ]
    )
    return join(sections, found.differences)


def _head(found: Comparison) -> list[str]:
    amount = f"{found.left.hands:,} and {count_of(found.right.hands, 'hand')} at the table"
    if found.left.games and found.right.games:
        amount = f"{count_of(found.left.games.games, 'game')} on both sides, {amount}"
    unit = found.unit if found.batch > 1 else found.unit.removesuffix("s")
    lines = [
        *wrap(_describe(found.left), "left:  ", " " * 7),
        *wrap(_describe(found.right), "right: ", " " * 7),
        f"{amount}, seed {found.left.seed}",
        f"both sides restart with the same seed every {found.batch:,} {unit}"
        if found.batch > 1
        else f"both sides start every {unit} with the same seed",
    ]
    if found.is_partial:
        lines.append("PARTIAL: interrupted before everything was played")
    return lines


def _describe(side: Simulation) -> str:
    arguments = ", ".join(f"{name} {value}" for name, value in side.arguments.items())
    return make_visible(f"{side.title}; {arguments}" if arguments else side.title)


def _table(quantity: str, differences: Sequence[Difference]) -> list[str]:
    as_percent = differences[0].is_share
    rows: list[Row] = [[WORDS.get(quantity, quantity.capitalize()), *HEADS]]
    for found in differences:
        names = dict.fromkeys((found.name, found.right_name))
        label = " and ".join(shorten(name) for name in names) or "the table"
        left, right = cells(found.left, as_percent=as_percent), cells(found.right, as_percent=as_percent)
        times = "none at all" if isinf(found.reduction) else f"/ {number(found.reduction, 1)}"
        rows.append([f"  {label}", left[0], right[0], *cells(found.difference, as_percent=as_percent), times])
    return lay_out(rows)
