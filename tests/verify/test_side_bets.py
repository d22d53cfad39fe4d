"""Side bets that a program pays, or makes, against the rules."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from tests.session.games import transcript
from tests.verify.exams import rules_of, verify

from bj.argument_values import Value
from bj.ruleset.check import check
from bj.ruleset.model import Ruleset
from bj.verify.changes import put

BET = "twenty_one_plus_three"
TABLE = ("side_bets", BET, "pay_table", 0)
VALUES: Mapping[str, Value] = {"bankroll": 1000, "hands": 30, "player": "basic"}


def _forget(data: dict[str, Any]) -> None:
    del data["strategies"]["basic"]["side_bets"]


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (partial(put, path=(*TABLE, "pays"), value="10:1"), f"side_bets.{BET}.pay_table"),
        (partial(put, path=(*TABLE, "when"), value="suited or straight"), f"side_bets.{BET}.pay_table"),
        (partial(put, path=("side_bets", BET, "wager"), value="15"), f"side_bets.{BET}.wager"),
        (_forget, f"side_bets.{BET}"),
    ],
    ids=["odds", "cards", "stake", "no bet"],
)
def test_the_rule_of_a_side_bet_is_named(change: Callable[[dict[str, Any]], None], rule: str) -> None:
    """Other odds, other cards, another stake or no bet are one finding about the side bet."""
    rules = rules_of(f"side_bets/{BET}")
    data = copy.deepcopy(rules.data)
    change(data)
    other = check(Ruleset.model_validate(data))[0]
    assert other is not None
    played = (
        (transcript(rules.checked, VALUES, seed), transcript(other, VALUES, seed), seed) for seed in range(20)
    )
    _, text, seed = next(each for each in played if each[0] != each[1])
    report = verify(f"side_bets/{BET}", VALUES, text, seed)
    assert [finding.rule for finding in report.findings] == [rule]
