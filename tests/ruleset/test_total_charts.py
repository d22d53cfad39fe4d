"""Charts by the dealer's total: the rules that they mean, and what is said of faulty ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.model.strategies import ImpliedRule
from bj.ruleset.model.total_charts import rules_of_chart

COLUMNS = "4..11 12..16 17 18..20 s12..17 s18..20"
ROWS = """\
"hard ..11" = "H"
"hard 12.." = "S S H H S S"
"hard 20.." = "S"
"soft ..17" = "H D H H H H"
"soft 18.." = "Ds S S S S S"
"pair 8 A"  = "P"
"""


def load(folder: Path, columns: str = COLUMNS, rows: str = ROWS, deal: str = '"dealer up"') -> Checked:
    """A casino whose dealer shows both cards, with a chart."""
    file = folder / "seen.toml"
    file.write_text(
        f"""\
[ruleset]
title = "Both cards are seen"
extends = "casino"
without = ["strategies.basic.chart"]
[strategies.basic.chart_by_total]
columns = "{columns}"
[strategies.basic.chart_by_total.rows]
{rows}
[procedure]
deal = ["player up", "dealer up", "player up", {deal}]
"""
        + ('hand.without = ["reveal hole card"]\n' if "up" in deal else ""),
        "utf-8",
    )
    return load_ruleset(file)


def test_rows_become_rules_from_the_narrowest_to_the_widest() -> None:
    """Pairs come first, then narrow rows, and a cell for all columns asks nothing of the dealer."""
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


def test_a_play_keeps_its_second_choice(tmp_path: Path) -> None:
    """The cell `Ds` stands where a hand cannot be doubled; a rule that doubles would hit."""
    rules = load(tmp_path).strategies["basic"].rules or []
    assert "Ds" in [rule.code for rule in rules if isinstance(rule, ImpliedRule)]


@pytest.mark.parametrize(
    ("columns", "rows", "deal", "codes"),
    [
        ("4..11 12..16 17 18..20 A2..A6 s18..20", ROWS, '"dealer up"', {"BJ511"}),
        ("4..11 11..16 17 18..20 s12..17 s18..20", ROWS, '"dealer up"', {"BJ512"}),
        ("4..11 12..16 17 18..19 s12..17 s18..20", ROWS, '"dealer up"', {"BJ513"}),
        (COLUMNS, ROWS.replace("pair 8 A", "pair J"), '"dealer up"', {"BJ514"}),
        (COLUMNS, ROWS + '"hard 11..13" = "H"', '"dealer up"', {"BJ515"}),
        (COLUMNS, ROWS.replace("S S H H S S", "S S H H S"), '"dealer up"', {"BJ517"}),
        (COLUMNS, ROWS.replace("S S H H S S", "S S H H S X"), '"dealer up"', {"BJ516"}),
        (COLUMNS, ROWS.replace('"hard ..11" = "H"\n', ""), '"dealer up"', {"BJ518"}),
        (COLUMNS, ROWS, '"dealer down"', {"BJ513"}),
    ],
)
def test_faults(tmp_path: Path, columns: str, rows: str, deal: str, codes: set[str]) -> None:
    """Each fault of a chart is reported once, as in a chart by the upcard."""
    with pytest.raises(RulesetError) as error:
        load(tmp_path, columns, rows, deal)
    assert {finding.code for finding in error.value.findings} == codes
