"""House rules in words: their meanings, and the remedies for other words."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import operands
from bj.ruleset.load import load_ruleset
from bj.ruleset.shoe_size import packs_for, reshuffle_condition

HEAD = '[ruleset]\ntitle = "A table"\nextends = "casino"\n'


def load(folder: Path, text: str, parent: str = "casino") -> Checked:
    """An overlay of the casino or of another ruleset."""
    file = folder / "table.toml"
    file.write_text(HEAD.replace("casino", parent) + text, "utf-8")
    return load_ruleset(file)


@pytest.mark.parametrize(
    ("written", "key", "condition"),
    [
        ('double = "any two cards"', "double", "cards == 2 and not (from_split and first == 11)"),
        ('double = "not after a split"', "double", "cards == 2 and not from_split"),
        ('double = "any number of cards"', "double", "not (from_split and first == 11)"),
        (
            'double = { on = "hard 10..11", after_split = false }',
            "double",
            "cards == 2 and not from_split and not soft and total >= 10 and total <= 11",
        ),
        (
            "double.on = 11\ndouble.after_split = false",
            "double",
            "cards == 2 and not from_split and total == 11",
        ),
        (
            'double = { times = 2 }\nsplit = { aces = "hit or double" }',
            "double",
            "doubled + 2 == cards and doubled < 2",
        ),
        (
            'double = { when = "soft or pair", after_split = false }',
            "double",
            "cards == 2 and not from_split and (soft or pair)",
        ),
        ('split = "once"', "split", "pair and split_hands < 2 and not (from_split and first == 11)"),
        ("split = { resplit_aces = true }", "split", "pair and split_hands < 4"),
        ('split = { aces = "hit" }', "hit", "True"),
        (
            "split = { same_rank = true, resplit_aces = true }",
            "split",
            "pair and same_rank and split_hands < 4",
        ),
        ('free_split = "pair and pair"', "free_split", "pair and pair"),  # not `any pair`
        ('stand = "15.."', "stand", "total >= 15"),
        ('surrender = "late"', "surrender", "cards == 2 and not from_split"),
        ('surrender = "any time"', "surrender", "not from_split"),
        ("surrender = { doubled = true }", "surrender", "(cards == 2 and not from_split or doubled > 0)"),
        ('surrender = "rescue"', "surrender", "doubled > 0"),
        ('surrender = "early except against an ace"', "early_surrender", "upcard != 11"),
        ('hole_card = "peek on ace"', "hole_card", "upcard == 11"),
    ],
)
def test_a_word_means_a_condition(tmp_path: Path, written: str, key: str, condition: str) -> None:
    """A word or table equals the condition that it means."""
    checked = load(tmp_path, f"[rules]\n{written}\n")
    assert checked.model.rules.condition(key) == condition
    assert operands(checked.expressions["rules", key], "and")


@pytest.mark.parametrize(
    ("written", "cards", "bonus"),
    [
        ("5", 5, None),
        ("{ cards = 5, dealer = true }", 5, None),
        ('{ cards = 6, pays = "2:1" }', 6, ("cards >= 6", "2:1", False)),
        ("{ cards = 5, at_once = true }", None, ("cards >= 5", "1:1", True)),
        (
            '{ cards = 5, at_once = true, after_split = false, pays = "3:1" }',
            None,
            ("cards >= 5 and not from_split", "3:1", True),
        ),
    ],
)
def test_a_charlie_beats_all_totals_or_wins_at_once(
    tmp_path: Path, written: str, cards: int | None, bonus: tuple[str, str, bool] | None
) -> None:
    """A charlie is compared with the dealer's hand, or is a bonus; its payout is a bonus too."""
    checked = load(tmp_path, f"[rules]\ncharlie = {written}\n")
    assert checked.model.rules.charlie_cards == cards
    found = checked.model.bonuses.get("charlie")
    assert (found and (found.when, found.pays, found.at_once)) == bonus
    assert (("payouts", "bonuses", "charlie", "when") in checked.expressions) == (bonus is not None)


@pytest.mark.parametrize(
    ("written", "cards"),
    [
        ("", ["player 1", "player 2"]),
        ('cards = "first two"', ["player 1", "player 2"]),
        ('cards = "first two and upcard"', ["player 1", "player 2", "upcard"]),
        ('cards = "dealer"', ["dealer"]),
        ('cards = ["upcard", "player 1"]', ["upcard", "player 1"]),
    ],
)
def test_cards_of_a_side_bet_in_words(tmp_path: Path, written: str, cards: list[str]) -> None:
    """A word means a list of cards; a single card needs no list."""
    table = "pay_table = [{ when = 'suited', pays = '2:1' }]"
    found = load(tmp_path, f"[side_bets.bet]\n{written}\n{table}\n").model.side_bets["bet"]
    assert found.cards == cards


def test_a_table_keeps_the_inherited_keys(tmp_path: Path) -> None:
    """A table over an inherited word or table changes only its own keys."""
    (tmp_path / "base.toml").write_text(HEAD + '[rules]\ndouble = "not after a split"\n', "utf-8")
    file = tmp_path / "mine.toml"
    head = '[ruleset]\ntitle = "Mine"\nextends = "./base.toml"\n'
    file.write_text(head + "[rules]\ndouble.for_less = true\n", "utf-8")
    rules = load_ruleset(file).model.rules
    assert rules.condition("double") == "cards == 2 and not from_split"
    assert rules.holds("double_for_less")
    file.write_text(head + "[rules]\ndouble = true\n", "utf-8")
    assert "not from_split" not in str(load_ruleset(file).model.rules.condition("double"))


@pytest.mark.parametrize(
    ("shoe", "behind"),
    [
        ('penetration = "75%"', 78),
        ('penetration = "50%"\npacks = 8', 208),
        ('penetration = "26 cards left"\npacks = 2', 26),
        ('penetration = "1.5 packs left"', 78),
    ],
)
def test_penetration_is_the_cards_left(tmp_path: Path, shoe: str, behind: int) -> None:
    """A share, cards or packs give the number of cards left at a shuffle."""
    model = load(tmp_path, f"[shoe]\n{shoe}\n").model
    assert reshuffle_condition(model) == f"cards_left < {behind}"


def test_penetration_goes_with_packs_for_the_players(tmp_path: Path) -> None:
    """A share of a shoe whose size depends on the players becomes a condition for the engine."""
    checked = load(tmp_path, '[shoe]\npenetration = "50%"\nplayers_per_pack = 2\n')
    assert reshuffle_condition(checked.model) == "cards_left < 26 * ceil(players / 2)"
    assert ("shoe", "reshuffle_when") in checked.expressions


def test_the_nearer_of_two_ways_counts(tmp_path: Path) -> None:
    """An overlay may replace a word of its base by a condition, but one file may not contain both."""
    model = load(tmp_path, '[dealer]\ndraws = "total < 16"\n[shoe]\nreshuffle_when = true\n').model
    assert model.dealer.rule == "total < 16"
    assert (model.shoe.penetration, model.shoe.reshuffle_when) == (None, "True")
    for both in (
        '[dealer]\ndraws = "total < 16"\nhits_soft_17 = true\n',
        "[shoe]\npacks = 2\nplayers_per_pack = 3\n",
    ):
        with pytest.raises(RulesetError, match="cannot be combined"):
            load(tmp_path, both)
    assert packs_for(load(tmp_path, "[shoe]\npacks = 2\n", "vegas").model, players=7) == 2
    assert packs_for(load(tmp_path, "[shoe]\nplayers_per_pack = 3\n").model, players=7) == 3
