"""Index plays of card counters: the rules that they imply, and the remedies for other spellings."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Ruleset

HEAD = """\
[ruleset]
title = "A counter"
extends = "casino"
[strategies.basic]
count = { "2 3 4 5 6" = 1, "T J Q K A" = -1 }
"""
TRUE = "floor(52 * count / cards_left)"


def load(folder: Path, text: str) -> Checked:
    """The casino, with additions to its strategy."""
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
        ('"88 v T" = "H"', [("pair and first == 8 and upcard == 10", "hit")]),
        ('"hard 12 v 4" = "D, S"', [("not soft and not pair and total == 12 and upcard == 4", "double")]),
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
    """Every index play is a rule that compares the true count with its index."""
    assert rules(load(tmp_path, f"[strategies.basic.indices]\n{written}\n")) == found


def test_rules_decide_before_index_plays(tmp_path: Path) -> None:
    """Index plays come after the rules of a strategy; they can be compared with a different number."""
    text = 'index = "count"\ninsurance = "at 3"\nrules = [{ when = "total == 20", do = "stand" }]\n'
    checked = load(tmp_path, f'{text}[strategies.basic.indices]\n"12 v 3" = "S at 2"\n')
    condition = "not soft and not pair and total == 12 and upcard == 3 and count >= 2"
    assert rules(checked) == [("total == 20", "stand"), (condition, "stand")]
    assert checked.strategies["basic"].insurance == "count >= 3"


@pytest.mark.parametrize("written", ["true_count >= 3", "true_count>=3"])
def test_a_comparison_for_insurance_is_a_condition(tmp_path: Path, written: str) -> None:
    """A comparison is not read as a lone index, although both have the same meaning."""
    text = f'index = "true_count"\ninsurance = "{written}"\n[define]\ntrue_count = "{TRUE}"\n'
    assert load(tmp_path, text).strategies["basic"].insurance == written


def test_a_saved_strategy_has_its_rules_once(tmp_path: Path) -> None:
    """Strategies survive a round trip through their data."""
    text = 'insurance = "at 3"\n[strategies.basic.indices]\n"15 v T" = "R, S at 4"\n'
    text += '[strategies.heir]\nextends = "basic"\nrules = [{ when = "total == 20", do = "stand" }]\n'
    text += '[strategies.heir_of_heir]\nextends = "heir"\nindex = "count"\n'
    model = load(tmp_path, text).model
    assert len(model.strategies["basic"].rules or ()) == len(("R", "S at 4"))
    saved = model.model_dump(by_alias=True, exclude_unset=True)
    assert Ruleset.model_validate(saved).strategies == model.strategies


@pytest.mark.parametrize(
    ("own", "rules_then", "insurance"),
    [
        ("", ["total == 20", "{} and count >= 0"], "count >= 3"),
        ('insurance = "at 2"', ["total == 20", "{} and count >= 0"], "count >= 2"),
        ('index = "2 * count"', ["total == 20", "{} and (2 * count) >= 0"], "(2 * count) >= 3"),
        ('indices = { "16 v T" = "S at 7" }', ["total == 20", "{} and count >= 7"], "count >= 3"),
        (
            'rules = [{ when = "total == 19", do = "stand" }]',
            ["total == 19", "{} and count >= 0"],
            "count >= 3",
        ),
    ],
)
def test_an_heir_has_what_it_does_not_write_itself(
    tmp_path: Path, own: str, rules_then: list[str], insurance: str
) -> None:
    """Rules, index plays, the number for them and insurance are inherited one by one."""
    text = 'index = "count"\ninsurance = "at 3"\nrules = [{ when = "total == 20", do = "stand" }]\n'
    text += f'indices = {{ "16 v T" = "S at 0" }}\n[strategies.heir]\nextends = "basic"\n{own}\n'
    heir = load(tmp_path, text).strategies["heir"]
    hand = "not soft and not pair and total == 16 and upcard == 10"
    assert [rule.when for rule in heir.rules or ()] == [each.format(hand) for each in rules_then]
    assert heir.insurance == insurance


def test_faults_of_an_index_are_where_it_is_written(tmp_path: Path) -> None:
    """The rules that index plays imply add no faults."""
    with pytest.raises(RulesetError) as caught:
        load(tmp_path, 'index = "running"\nindices = { "16 v T" = "S at 0" }\n')
    assert [(each.line, each.column) for each in caught.value.findings] == [(6, 10)]


def test_an_index_that_is_just_short_enough_alone_is_a_fault_of_its_plays(tmp_path: Path) -> None:
    """The condition of a play is nested deeper than the number that it compares."""
    index = " + ".join(["count"] * 40)
    load(tmp_path, f'index = "{index}"\n')
    with pytest.raises(RulesetError) as caught:
        load(tmp_path, f'index = "{index}"\n[strategies.basic.indices]\n"16 v T 9" = "S at 0"\n')
    assert [(each.code, each.line) for each in caught.value.findings] == [("BJ301", 8)]
