"""Tests cards that only one person sees: a power looks at them, and its owner sees them at the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.pictures import pictures
from tests.session.tables import complaint
from tests.session.test_interactive import terminal

TABLE = """
[ruleset]
title = "Second sight"
extends = "vegas"

[cards.ranks]
8.name = "Eight"

[powers.sight]
reactions = [
  { on = "dealt", ask = "Look at the hole card?", do = "look at hole card" },
  { on = "turn", ask = "Look at the next card?", do = "look at next card" },
]

[strategies.human]
powers = ["sight"]

[prompts.power]
ask = "{question} "
answers = { y = "yes", n = "no" }

[output]
player_looks = "{name} has looked"
player_looks_ahead = "{name} looks ahead"
"""
LOOKS = """
  { on = "turn", do = "look at next card" },
  { on = "turn", do = "put next card back", below = 2 },
  { on = "turn", do = "look at next card" },
  { on = "turn", ask = "Go on?", do = "put next card back", below = 2 },
  { on = "turn", do = "look at next card" },
"""
ORACLE = re.sub(r"(?<=reactions = \[)[^]]*", LOOKS, TABLE) + 'player_puts_back = "{name} puts a card back"\n'
DRAW = "another card? (Y or N): "
CARDS = "5C 6D 8S 5D 7D TH 2S 9S 9D TS"
"""Ann has 10 and Bob 13; the dealer hides the eight of spades, and the two of spades comes next."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The ruleset in a file."""
    file = tmp_path / "sight.toml"
    file.write_text(TABLE, "utf-8")
    return file


def test_only_the_person_who_has_looked_sees_the_card(table: Path) -> None:
    """Ann sees both cards once, at her next question; Bob, who does not look, sees none."""
    with terminal("run", table, "human:Ann:100", "human:Bob:100", "--cards", CARDS) as screen:
        for question, keys in (("bet? ", "5"), ("bet? ", "5"), ("hole card? ", "y"), ("hole card? ", "n")):
            screen.wait_for(question)
            screen.type(f"{keys}\n")
        told = screen.wait_for("next card? ")
        assert "(Ann sees the hole card: EightS)\n" in told
        assert told.count("EightS") == 1
        screen.type("y\n")
        told = screen.wait_for(DRAW)
        assert "(Ann sees the hole card: EightS and the next card: 2S)\n" in told
        screen.type("?\n")
        assert "(you see the hole card: EightS and the next card: 2S)\n" in screen.wait_for(DRAW)
        screen.type("y\n")
        told = screen.wait_for(DRAW)
        assert "(Ann sees the hole card: EightS)\n" in told
        assert "next card" not in told
        screen.type("n\n")
        told = screen.wait_for("next card? ")
        screen.type("n\n")
        assert "sees" not in told + screen.wait_for(DRAW)


def test_every_private_card_is_shown(tmp_path: Path) -> None:
    """Ann looks at three cards in turn, before and after a question, and sees each of them."""
    file = tmp_path / "oracle.toml"
    file.write_text(ORACLE, "utf-8")
    with terminal("run", file, "human:Ann:100", "--cards", CARDS) as screen:
        screen.wait_for("bet? ")
        screen.type("5\n")
        told = screen.wait_for("Go on? ")
        assert "(Ann sees a card in the shoe: 7D)\n(Ann sees the next card: 10H)\n" in told
        screen.type("y\n")
        told = screen.wait_for(DRAW)
        assert "(Ann sees the next card: 2S)\n" in told
        assert "10H" not in told


def test_cards_that_end_before_a_look_say_why(table: Path) -> None:
    """A turn needs one card more than it deals, even if no player looks at it."""
    message = complaint("run", table, "human:Ann:100", "--cards", "5C 6D 8S 5D", typed="5\nn\n", code=1)
    used_up = "error: hand 1: the game needs more cards than the 4 given"
    assert message.endswith(
        f"{used_up}; some powers look at cards, or draw them, before the cards are dealt\n"
    )


def test_the_picture_shows_it_to_who_has_looked(table: Path) -> None:
    """The hole card is drawn face up for Ann, and face down for Bob."""
    words = ("human:Ann:100", "human:Bob:100")
    drawn = pictures(str(table), words, CARDS, ["5", "5", "y", "n", "n", "n", "n", "n"])
    dealers = ["\n".join(picture.splitlines()[1:8]) for picture in drawn]
    assert ["░" in dealer for dealer in dealers] == [True, True, False, False, True, True, False]
