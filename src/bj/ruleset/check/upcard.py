"""Checks of games without an upcard: no rule may depend on it."""

from __future__ import annotations

from collections.abc import Iterator

from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.expressions.parse import names_used


@needs("procedure")
def check_upcard(checking: Checking) -> None:
    """If no card is dealt face up to the dealer, no condition, chart, side bet or power reads it."""
    if "dealer up" in checking.ruleset.procedure.deal or not checking.is_sure("procedure", "deal"):
        return
    for path in _dependent_parts(checking):
        message = f"the dealer has no upcard, on which `{'.'.join(map(str, path))}` depends"
        remedy = 'add `"dealer up"`, or replace it by rules that do not need the upcard'
        checking.fault("BJ712", ("procedure", "deal"), message, remedy, key=True)
        return


def _dependent_parts(checking: Checking) -> Iterator[KeyPath]:
    """Parts that need an upcard: rows with several columns, expressions, side bets, powers that take it."""
    for name, strategy in (checking.ruleset.strategies or {}).items():
        for key, chart in (("chart", strategy.chart), ("switch", strategy.switch)):
            if chart and any(len(set(text.split())) > 1 for text in chart.rows.values()):
                yield ("strategies", name, key)
    for path, expression in checking.expressions.items():
        if {"upcard", "upcard_rank", "upcard_suit"} & names_used(expression):
            yield path
    for name, bet in (checking.ruleset.side_bets or {}).items():
        if {"upcard", "hole card"} & {*bet.cards}:
            yield ("side_bets", name, "cards")
    for path, reaction in checking.ruleset.all_reactions():
        if reaction.do == "exchange card" and not reaction.has_partner:
            yield path
