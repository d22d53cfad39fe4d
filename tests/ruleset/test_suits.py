"""The cards that an infinite shoe deals."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.ruleset.load import load_ruleset


@pytest.mark.parametrize(
    ("condition", "deals_only_spades"),
    [
        ("total < 12", True),
        ("holds('7') or holds('10')", True),
        ("holds('7S')", False),
        ("holds('S') and total < 12", False),
        ("suited", False),
        ("first_suit != upcard_suit", False),
        ("not is_red", False),
    ],
)
def test_all_cards_are_dealt_where_suits_make_a_difference(
    tmp_path: Path, condition: str, deals_only_spades: bool
) -> None:
    """If only ranks matter, all cards are dealt as spades, as in a game without suits."""
    file = tmp_path / "own.toml"
    define = "[define]\nis_red = \"holds('H') or holds('D')\"\n"
    rules = f'rules = [{{ when = "{condition}", do = "hit" }}, {{ do = "stand" }}]\n'
    head = '[ruleset]\ntitle = "Own"\nextends = "infinite"\n'
    file.write_text(f"{head}{define}[strategies.human]\nwager = 5\n{rules}", "utf-8")
    assert load_ruleset(file).deals_only_spades == deals_only_spades


@pytest.mark.parametrize(
    ("card", "deals_only_spades"),
    [("", True), ('card = "A"', True), ('card = "H"', False), ('card = "AS"', False), ("suit = 2", False)],
)
def test_all_cards_are_dealt_where_a_power_is_about_a_suit(
    tmp_path: Path, card: str, deals_only_spades: bool
) -> None:
    """An infinite shoe that deals only spades would never contain the card."""
    file = tmp_path / "own.toml"
    power = f'[[strategies.human.reactions]]\non = "drawn"\ndo = "discard card"\n{card}\n'
    file.write_text(f'[ruleset]\ntitle = "Own"\nextends = "infinite"\n{power}', "utf-8")
    assert load_ruleset(file).deals_only_spades == deals_only_spades
