"""Readings of unclear points of the tournament's handout: games with chosen cards in which they show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.oracle.tournament import FIRST, REVISED
from tests.oracle.tournament_games import lines_of, overlay, teams

from bj.arguments import Value

FIRST_NAME, REVISED_NAME = "sos_vs_sc", "sos_vs_sc_revised"
EDITIONS = {FIRST_NAME: FIRST, REVISED_NAME: REVISED}

SHOUT = 'Kujo Jotaro: "Star Platinum, Za Warudo"'
# Hands of four or five cards: the player's, the dealer's upcard, the player's, the hole card, the dealer's.
TWO_TENS = TAKES_A_HAND = "TS TH 7S 9C"
WINS_A_HAND = "TS TH 9S 7C"
PUSHES_A_HAND = "TS TH 9S 9C"
ONE_TEN = "TS 9H 8S 9C"
THREE_TENS = "TS TH 8S TC"
ONE_LOW = "9S 9H 8S 4C 8D"
TWO_LOW = "9S 9H 8S 3C 5D"


BOTH = (FIRST_NAME, REVISED_NAME)
FIRST_ONLY = (FIRST_NAME,)
REVISED_ONLY = (REVISED_NAME,)

JOTARO_BUSTS = "TS 9H 6C 8D KC"
"""Jotaro against Kyon: sixteen against a nine, and a king; Kyon will stand on 17."""
JOTARO_DEALS_AND_BUSTS = "TS 8H 9C 7D KC"
"""Kyon against Jotaro: Kyon stands on 19, Jotaro draws a king to 15."""

ESCAPE = 'Player: Joseph Joestar: "Ni Ge Run Da Yo"'
KYON_WINS = "Player: Joseph Joestar has been kicked out. The winner of this round is Kyon."
JOSEPH_WINS = "Dealer: Kyon has been kicked out. The winner of this round is Joseph Joestar."
ROUND_END = ("after", "kicked", '"', "winner is")


class Reading(NamedTuple):
    """A game in which one point shows."""

    point: str
    parents: tuple[str, ...]
    """The editions in which it goes like this."""
    members: tuple[str, ...]
    values: Mapping[str, Value]
    cards: str
    looks_at: tuple[str, ...]
    """Parts of lines: the lines that have one of them are looked at."""
    expected: list[str]
    switched: str
    """TOML with another reading, by which it goes differently."""


def looked_at(reading: Reading, folder: Path, parent: str, switched: str) -> list[str]:
    """The lines that matter of the game of a reading."""
    checked = overlay(folder, parent, teams(*reading.members), switched)
    lines = lines_of(checked, reading.values, reading.cards, without=r"cut at \d+")
    return [line for line in lines if any(part in line for part in reading.looks_at)]
