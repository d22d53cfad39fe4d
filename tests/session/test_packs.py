"""Games with packs that are not the usual one, from files to transcripts."""

from __future__ import annotations

from pathlib import Path

from tests.session.tables import bj, complaint

JOKERS = """
[ruleset]
title = "Two of the queens are jokers"
extends = "classic"

[cards]
pack = { X = 0, "XC XD" = 2, "QC QD" = 0 }
ranks.X = { name = "Joker", value = 7, card = "the {suit} {rank}" }

[strategies.counting]
count = { X = 2 }
wager = "5 * count if count > 0 else 5"
rules = [{ when = 'holds("XC") and upcard == 7', do = "hit" }]

[strategies.simple.chart]
columns = "X 3 4 5 6 2 8 9 T A"
"""


def overlay(folder: Path, text: str) -> Path:
    """A ruleset in a file."""
    file = folder / "own.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_rank_of_ones_own_plays_like_any_other(tmp_path: Path) -> None:
    """A joker is dealt, named, valued, counted, held, shown as the upcard and found in the chart."""
    words = (overlay(tmp_path, JOKERS), "100", "5", "2", "counting")
    cards = "TS XD 2H XC 4S TD" + " XC XD 5S 8H 7H 9S"
    lines = bj("run", *words, "--cards", cards).splitlines()
    assert lines[8:20] == [
        *["# Hand 1 bankroll 100", "# Player bets 5"],
        *["Player dealt Ten of Spades", "Dealer dealt the Diamonds Joker", "Player dealt Two of Hearts"],
        *["Player dealt Four of Spades", "Player's total is 16"],  # by the column of the joker
        *["Dealer's hole card is the Clubs Joker", "Dealer dealt Ten of Diamonds", "Dealer's total is 24"],
        *["# Dealer busts", "# Hand 2 bankroll 105"],
    ]
    assert lines[20:] == [
        *["# Player bets 20", "Player dealt the Clubs Joker", "Dealer dealt the Diamonds Joker"],
        *["Player dealt Five of Spades", "Player dealt Seven of Hearts", "Player dealt Nine of Spades"],
        *["Player's total is 28", "# Player busts", "# Player has 85 after 2 hands"],
    ]


def test_cards_that_the_pack_leaves_out_are_never_dealt(tmp_path: Path) -> None:
    """Two hundred hands of a pack with jokers have them, and no queen of clubs or diamonds."""
    words = (overlay(tmp_path, JOKERS), "10000", "5", "200", "simple")
    dealt = {line.split(" dealt ")[1] for line in bj("run", *words).splitlines() if " dealt " in line}
    assert {"the Clubs Joker", "the Diamonds Joker", "Queen of Spades", "Queen of Hearts"} <= dealt
    assert not {"the Spades Joker", "the Hearts Joker", "Queen of Clubs", "Queen of Diamonds"} & dealt
    message = complaint("run", *words, "--cards", "9H QS QC")
    assert message.startswith("error: --cards:1:7: the pack has no `QC`\n")


def test_an_infinite_shoe_deals_the_cards_of_its_pack(tmp_path: Path) -> None:
    """In an infinite shoe with an unusual pack, suits and numbers of cards matter too."""
    text = """
ruleset = { title = "Sevens of clubs and an ace", extends = "infinite" }
cards = { pack = { "S H C D" = 0, "7C" = 50, AD = 1 }, listed = "{card}, " }
"""
    played = bj("run", overlay(tmp_path, text), "1000", "--seed", "1", typed="5\ns\n" * 60)
    hands = [line for line in played.splitlines() if "hand is: " in line]
    cards = " ".join(hands).split("hand is: ")
    assert "Seven of Clubs" in cards[1]
    found = {card for hand in cards[1:] for card in hand.split("Player's ")[0].split(", ") if " of " in card}
    assert found == {"Seven of Clubs", "Ace of Diamonds"}
