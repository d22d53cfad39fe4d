"""The action of a ruleset's strategy with a hand, read from its rules and its chart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from types import CodeType
from typing import Any

from bj.catalogue.actions import ACTIONS, PLAYS
from bj.ruleset.check import Checked
from bj.ruleset.model.strategies import ImpliedRule

RANKS = {1: 12, **{worth: worth - 2 for worth in range(2, 10)}}
TENS = (11, 8)
"""The place of ten-valued cards in the charts of these rulesets: as jacks or as tens."""


@cache
def code_of(condition: str) -> CodeType:
    """A compiled condition that can be evaluated many times."""
    return compile(condition, "", "eval")


def rank_of(worth: int, checked: Checked) -> int:
    """A rank of the pack with this value."""
    return RANKS[worth] if worth in RANKS else next(rank for rank in TENS if rank in checked.pack.ranks)


def deed_of(checked: Checked, strategy: str, facts: Mapping[str, Any], legal: Collection[str]) -> str:
    """The letter of the action with a hand that has these ``facts``; one of the ``legal`` letters."""
    for rule in checked.strategies[strategy].rules or []:
        if eval(code_of(rule.when), {}, dict(facts)):  # noqa: S307  # our own text
            code = rule.code if isinstance(rule, ImpliedRule) else ""
            play = PLAYS[code or ACTIONS[rule.do].letter]
            if rule.do not in ("split", "surrender") or play.code in legal:
                return next((each.letter for each in play.actions if each.letter in legal), "S")
    chart, upcard = checked.playing[strategy], rank_of(facts["upcard"] % 10 or 10, checked)
    if facts["upcard"] == 11:
        upcard = RANKS[1]
    codes = [chart.actions[facts["soft"], facts["total"], upcard]]
    if facts["pair"] and (pairs := chart.pairs.get(rank_of(facts["first"] % 11 or 1, checked))):
        codes.insert(0, pairs[upcard])
    letters = [each.letter for code in codes for each in PLAYS[code].actions]
    return next((letter for letter in (*letters, "H") if letter in legal), "S")
