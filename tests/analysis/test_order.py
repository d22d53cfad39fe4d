"""Deals differ by everything that rules read: the order of the cards, and the hand that has them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis import games

import bj
from bj.analysis.search_graph import best_by
from bj.engine.search.search_setup import places_of
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset

DOUBLE = "[rules]\ndouble = 'cards == 2 and first == 10'"

ORDERED = {
    "first": DOUBLE,
    "matches": "[payouts.bonuses.matches]\nwhen = 'cards == 3 and rank_matches == 1'\npays = '5:1'",
    "last": "[powers.more]\non = 'dealer stands'\nwhen = 'cards == 3 and last == 5'\ndo = 'extra card'\n"
    "limit = '1 per hand'",
}
"""Rules that read the order of the cards in a hand."""


def assert_exact(checked: Checked) -> None:
    """Check that the value of a small game is the mean of every deal."""
    explored = games.explore(checked)
    game, received = explored.game, explored.place("received")
    value = explored.mean(explored.values(best_by(received)))[received]
    (played,) = games.play_every_deal(game, places_of(game.program, game.table, 0)["received"])
    assert value == pytest.approx(played, abs=1e-9)


@pytest.mark.parametrize("name", ORDERED)
def test_the_order_of_cards_matters_where_rules_read_it(name: str, tmp_path: Path) -> None:
    """An ace and a ten differ from a ten and an ace if a rule reads one of them."""
    games.load(tmp_path)
    file = tmp_path / "small.toml"
    text = file.read_text() + ORDERED[name]
    if name == "last":
        text = text.replace('wager = "2"', 'wager = "2"\npowers = ["more"]').replace("< 15", "< 18")
    file.write_text(text, encoding="utf-8")
    assert_exact(load_ruleset(file))


def test_hands_of_one_player_are_distinguished(tmp_path: Path) -> None:
    """Two spots with different hands of the same cards have different values."""
    games.load(tmp_path)
    file = tmp_path / "small.toml"
    text = file.read_text().replace("bankroll =", "spots = 2\nbankroll =").replace("< 15", "< 11")
    file.write_text(text, encoding="utf-8")
    assert_exact(load_ruleset(file))


def test_first_hands_stand_in_the_order_that_rules_read(tmp_path: Path) -> None:
    """Each order of a first hand has its own values."""
    games.load(tmp_path, "human", DOUBLE)
    hands = {each.hand for each in bj.analyze(tmp_path / "small.toml").first_hands}
    assert hands == {f"{first} {second}" for first in "5TA" for second in "5TA"}
