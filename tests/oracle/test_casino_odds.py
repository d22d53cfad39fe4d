"""Tables of casinos with an infinite shoe: the recursion meets known values, and charts are the best play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from tests.oracle import casino_odds
from tests.oracle.test_odds import KNOWN, RULESETS, UPCARDS

from bj.ruleset.load import load_ruleset

RANKS = {"A": 12, "T": 8, **{str(worth): worth - 2 for worth in range(2, 10)}}
"""The ranks of pairs, by what charts call them."""

RULES = ("s17_five_cards",)
"""Tables whose best play depends on the number of cards, so that rules stand before the chart."""

ALIKE: Mapping[str, str] = {"Ds": "D"}
"""Where any number of cards may be doubled, nothing is done otherwise."""


@pytest.mark.parametrize("name", casino_odds.TABLES)
def test_recursion_meets_the_known_value(name: str) -> None:
    """The recursion finds the known value of a table, to all the digits that are given."""
    assert casino_odds.TABLES[name].value == pytest.approx(KNOWN[f"casino/{name}"], abs=5.1e-9)


@pytest.mark.parametrize("name", [name for name in casino_odds.TABLES if name not in RULES])
def test_chart_of_a_table_is_the_best_play(name: str) -> None:
    """What the ruleset does with every hand against every upcard is what the recursion finds best."""
    chart = load_ruleset(RULESETS / "casino" / f"{name}.toml").playing["best"]
    alike = ALIKE if "any_number" in name else {}
    for row, cells in casino_odds.TABLES[name].chart().items():
        kind, which = row.split()
        for upcard, cell in zip(casino_odds.UPCARDS, cells, strict=True):
            if kind == "pair":
                pairs = chart.pairs.get(RANKS[which])
                found = pairs[UPCARDS[upcard]] if pairs else None
            else:
                found = chart.actions[kind == "soft", int(which), UPCARDS[upcard]]
            if found is not None and (row != "soft 12" or not chart.pairs):  # two aces, which are split
                assert alike.get(found, found) == alike.get(cell, cell), (row, upcard)


def test_splitting_shares_the_number_of_hands() -> None:
    """Who may make fewer hands gets less, and from eight on more hands bring next to nothing."""
    values = [replace(casino_odds.S17, hands=hands).value for hands in (1, 2, 3, 4, 8)]
    assert values == sorted(values)
    assert values[-1] == pytest.approx(casino_odds.TABLES["s17_unlimited_resplits"].value, abs=1e-7)
