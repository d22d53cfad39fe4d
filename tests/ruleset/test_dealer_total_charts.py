"""Charts by the dealer's total: the rules that they mean."""

from __future__ import annotations

import bj
from bj.ruleset.model.dealer_total_charts import rules_of_chart
from bj.ruleset.model.strategies import ImpliedRule


def test_rows_become_rules_from_the_narrowest_to_the_widest() -> None:
    """Pairs come first, then narrow rows; a cell for all columns does not depend on the dealer."""
    rules = list(rules_of_chart("4..6 s17", {"hard ..20": "S H", "hard 12": "D", "pair 2 T": "Rp"}))
    assert rules == [
        ("pair 2 T", "pair and (first == 2 or first == 10)", "R"),
        ("pair 2 T", "pair and (first == 2 or first == 10)", "P"),
        ("hard 12", "not soft and total == 12", "D"),
        (
            "hard ..20",
            "not soft and total <= 20 and not dealer_soft and dealer_total >= 4 and dealer_total <= 6",
            "S",
        ),
        ("hard ..20", "not soft and total <= 20 and dealer_soft and dealer_total == 17", "H"),
    ]


def test_a_play_keeps_its_second_choice() -> None:
    """The cell `Ds` stands if a hand cannot be doubled; a rule that doubles would hit."""
    text = """
    [ruleset]
    title = "Stand instead of doubling"
    extends = "variants/double_exposure"
    [strategies.basic.chart_by_total.rows]
    "soft 18" = "Ds"
    """
    rules = bj.load_ruleset(text).strategies["basic"].rules or []
    assert "Ds" in [rule.code for rule in rules if isinstance(rule, ImpliedRule)]
