"""Implied steps: a document that changes a rule also changes the inherited list of steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Ruleset

HEAD = '[ruleset]\ntitle = "A table"\nextends = "{}"\n'
BET = """
[side_bets.pairs]
cards = ["player 1", "player 2"]
pay_table = [{ when = "same_rank", pays = "11:1" }]
"""
USUAL = (
    "offer insurance",
    "peek",
    "pay naturals",
    "players act",
    "reveal hole card",
    "dealer acts",
    "settle",
)
"""The steps of the casino after the deal."""


def load(folder: Path, *texts: str) -> Ruleset:
    """Overlays of the casino, each extending the previous one."""
    for number, text in enumerate(texts):
        base = f"./{number - 1}.toml" if number else "casino"
        (folder / f"{number}.toml").write_text(HEAD.format(base) + text, "utf-8")
    return load_ruleset(folder / f"{len(texts) - 1}.toml").model


def steps(model: Ruleset) -> tuple[str | None, ...]:
    """The steps of a hand after the wagers."""
    names = [step.step for step in model.procedure.hand]
    return tuple(names[names.index("take wagers") + 1 :])


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("", ("deal", *USUAL)),
        ('[rules]\nsurrender = "early"', ("deal", "offer insurance", "offer surrender", *USUAL[1:])),
        ("[rules]\nsurrender.early = true", ("deal", "offer insurance", "offer surrender", *USUAL[1:])),
        ('[rules]\nsurrender = "late"', ("deal", *USUAL)),
        ("[rules]\ninsurance = false", ("deal", *USUAL[1:])),
        (
            '[rules]\nhole_card = "none"',
            ("deal", "offer insurance", "players act", "dealer acts", "pay naturals", "settle"),
        ),
        (
            '[rules]\nhole_card = "no peek"',
            ("deal", "offer insurance", *USUAL[3:6], "pay naturals", "settle"),
        ),
        (BET, ("take side bets", "deal", "settle side bets", *USUAL)),
        (
            BET.replace('"player 2"', '"hole card"'),
            ("take side bets", "deal", *USUAL),
        ),
        (
            BET.replace("same_rank", "dealer_total > 20"),
            ("take side bets", "deal", *USUAL),
        ),
        (
            f'{BET}[procedure.hand]\nbefore.deal = ["take side bets"]',
            ("take side bets", "deal", *USUAL),
        ),
        (
            '[rules]\nsurrender = "early"\n[procedure.hand]\nbefore.settle = ["offer surrender"]',
            ("deal", *USUAL[:-1], "offer surrender", "settle"),
        ),
    ],
)
def test_a_rule_changes_inherited_steps(tmp_path: Path, written: str, found: tuple[str, ...]) -> None:
    """The step of a rule is added at its usual place; steps without a rule are omitted."""
    assert steps(load(tmp_path, written)) == found


def test_a_list_of_its_own_stays_as_it_is(tmp_path: Path) -> None:
    """A document with a list of its own has exactly the steps of this list."""
    names = '"take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"'
    text = f'[rules]\nsurrender = "early"\ninsurance = true\n{BET}[procedure]\nhand = [{names}]\n'
    assert steps(load(tmp_path, text)) == ("deal", *USUAL[3:])


def test_a_nearer_rule_takes_the_change_back(tmp_path: Path) -> None:
    """A rule changes the steps of its document, and later rules change them again."""
    none, peek = '[rules]\nhole_card = "none"\n', '[rules]\nhole_card = "peek on ace"\n'
    assert load(tmp_path, none).procedure.deal == ["player up", "dealer up", "player up"]
    again = load(tmp_path, none, peek)
    assert steps(again) == ("deal", *USUAL)
    assert again.procedure.deal == ["player up", "dealer up", "player up", "dealer down"]
    early, late = '[rules]\nsurrender = "early"\n', '[rules]\nsurrender = "late"\n'
    assert steps(load(tmp_path, early, late)) == ("deal", *USUAL)
    own = '[procedure]\ndeal = ["player down", "dealer up", "player down"]\n'
    assert load(tmp_path, none, own).procedure.deal == ["player down", "dealer up", "player down"]
    without = '[procedure.hand]\nwithout = ["offer surrender"]\n'
    assert steps(load(tmp_path, early, without)) == ("deal", *USUAL)


def test_a_fault_of_an_added_step_is_that_of_its_rule(tmp_path: Path) -> None:
    """A fault of an added step has the place of its rule."""
    text = '[rules]\nsurrender = "early"\n[procedure.hand]\nwithout = ["deal"]\n'
    with pytest.raises(RulesetError) as caught:
        load(tmp_path, text)
    assert 5 in [finding.line for finding in caught.value.findings if "offer surrender" in finding.message]
    assert all(finding.line for finding in caught.value.findings)
