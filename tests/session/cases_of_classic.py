"""Cases of a small variant of the classic game, for tests of cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.session.games import shipped

from bj.cases.model import Case
from bj.cases.playing import PlayedCase, play_case

RULESET = """
[ruleset]
title = "A variant"
extends = "classic"

[output]
push = "# A tie"
"""

PUSH = """
# Shuffling the deck
cut at 39
cut at 22
cut at 33
cut at 37
cut at 38
cut at 37
cut at 38
# Hand 1 bankroll 100
# Player bets 5
Player dealt Ten of Spades
Dealer dealt Ten of Hearts
Player dealt Eight of Spades
Player's total is 18
Dealer's hole card is Eight of Clubs
Dealer's total is 18
# A tie
# Player has 100 after 1 hands
""".removeprefix("\n")

TIE = """
[cases.tie]
arguments = "100 5 1 simple"
cards = "TS TH 8S 8C"
"""


def write(folder: Path, cases: str, ruleset: str = RULESET, name: str = "mine") -> Path:
    """A ruleset in a folder, with its cases next to it."""
    file = folder / f"{name}.toml"
    file.write_text(ruleset, "utf-8")
    (folder / "cases").mkdir(exist_ok=True)
    (folder / "cases" / file.name).write_bytes(cases.encode())
    return file


def play(ruleset: str, **keys: Any) -> PlayedCase:
    """Play a case of a shipped ruleset, without its expectations."""
    return play_case(shipped(ruleset), Case.model_validate({"expect": {}, **keys}))
