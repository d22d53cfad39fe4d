"""Mistakes that show in few hands, or in several ways: each has one explanation."""

from __future__ import annotations

import pytest
from tests.verify.judging import judge
from tests.verify.mutants import MUTANTS, games


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("cards that bust a hand are not counted", 2),
        ("the dealer hits soft 17 and 18", 0),
        ("21 after a draw is paid like a natural", 4),
        ("Polnareff is like Joseph", 3),
        ("Polnareff is like Joseph", 4),
        ("Jotaro stops time as a dealer alone", 3),
        ("bets are whole dollars", 0),
        ("bets are whole dollars", 1),
    ],
)
def test_one_mistake_is_one_finding(name: str, seed: int) -> None:
    """The only finding is the rule that is broken, however many other rules would fit for some hands."""
    mutant = next(each for each in MUTANTS if each.name == name)
    judged = judge([mutant], list(games(mutant.program, seed + 1))[seed])
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words
