"""Index plays of card counters: the rules that they mean, and what is advised in place of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Strategy

HEAD = """\
[ruleset]
title = "A counter"
extends = "casino"
[strategies.basic]
count = { "2 3 4 5 6" = 1, "T J Q K A" = -1 }
"""
TRUE = "floor(52 * count / cards_left)"


def load(folder: Path, text: str) -> Checked:
    """The casino with more for its strategy."""
    file = folder / "counter.toml"
    file.write_text(HEAD + text, "utf-8")
    return load_ruleset(file)


def rules(checked: Checked) -> list[tuple[str, str]]:
    """The rules of the strategy."""
    return [(rule.when, rule.do) for rule in checked.strategies["basic"].rules or ()]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (
            '"16 v T" = "S at 0"',
            [(f"not soft and not pair and total == 16 and upcard == 10 and {TRUE} >= 0", "stand")],
        ),
        (
            '"10 v T A" = "D at +4"',
            [(f"not soft and total == 10 and (upcard == 10 or upcard == 11) and {TRUE} >= 4", "double")],
        ),
        ('"A7 v 2" = "H below -1"', [(f"soft and total == 18 and upcard == 2 and {TRUE} < -1", "hit")]),
        ('"TT v 5" = "P at 5"', [(f"pair and first == 10 and upcard == 5 and {TRUE} >= 5", "split")]),
        (
            '"15 v T" = "R, S at 4"',
            [
                ("not soft and not pair and total == 15 and upcard == 10", "surrender"),
                (f"not soft and not pair and total == 15 and upcard == 10 and {TRUE} >= 4", "stand"),
            ],
        ),
    ],
)
def test_index_plays_mean_rules(tmp_path: Path, written: str, found: list[tuple[str, str]]) -> None:
    """Every play of a hand is a rule, which compares the true count with its index."""
    assert rules(load(tmp_path, f"[strategies.basic.indices]\n{written}\n")) == found


def test_rules_decide_before_index_plays(tmp_path: Path) -> None:
    """Index plays come after the rules of a strategy, and another number can be compared."""
    text = 'index = "count"\ninsurance = "at 3"\nrules = [{ when = "total == 20", do = "stand" }]\n'
    checked = load(tmp_path, f'{text}[strategies.basic.indices]\n"12 v 3" = "S at 2"\n')
    condition = "not soft and not pair and total == 12 and upcard == 3 and count >= 2"
    assert rules(checked) == [("total == 20", "stand"), (condition, "stand")]
    assert checked.strategies["basic"].insurance == "count >= 3"


def test_a_saved_strategy_has_its_rules_once(tmp_path: Path) -> None:
    """A strategy that is made from its own data is the same strategy."""
    text = 'insurance = "at 3"\n[strategies.basic.indices]\n"15 v T" = "R, S at 4"\n'
    strategy = load(tmp_path, text).strategies["basic"]
    assert len(strategy.rules or ()) == len(("R", "S at 4"))
    assert Strategy.model_validate(strategy.model_dump(exclude_unset=True)) == strategy


@pytest.mark.parametrize(
    ("written", "remedy"),
    [
        ('"16 against 10" = "S at 0"', 'write `"16 v T"`'),
        ('"T,T v 5" = "P at 5"', 'write `"TT v 5"`'),
        ('"sixteen v T" = "S"', 'write it like `"16 v T"`, `"A7 v 2"` or `"TT v 5"`'),
        ('"16 v T" = "stand >= 0"', 'write `"S at 0"`'),
        ('"16 v T" = "S 0"', 'write `"S at 0"`'),
        ('"16 v T" = "pray"', 'write it like `"S at 4"` or `"H below -1"`'),
    ],
)
def test_other_spellings_get_a_remedy(tmp_path: Path, written: str, remedy: str) -> None:
    """Hands and plays as other books write them are refused with what to write instead."""
    with pytest.raises(RulesetError) as caught:
        load(tmp_path, f"[strategies.basic.indices]\n{written}\n")
    (finding,) = caught.value.findings
    assert str(finding.remedy) == remedy
    assert finding.line == 7
