"""What members of a team say and do on occasions, in games of two with chosen cards."""

from __future__ import annotations

import pytest
from tests.oracle.tournament_duels import AS_DEALER, AS_PLAYER, Duel, Reactions, played

BUSTS = "TS 8H 6C 7D KC"
"""As player: sixteen against an eight, then a king. Behind it comes what a power makes of it."""
DEALER_BUSTS = "TS 8H 9C 7D KC"
"""As dealer: fifteen against nineteen, then a king."""
STANDS = "TS 8H 7C 9D"
"""Seventeen each."""


def turn(duel: Duel, cards: str, *, hands: int = 1) -> list[str]:
    """What is said from the first drawn card, or the hole card, to the standing."""
    lines = played(duel, cards, hands=hands)
    return lines[lines.index("Ann gets " + cards.split()[2]) + 1 : lines.index(lines_with(lines, " has ")[-1]) + 1]


def lines_with(lines: list[str], part: str) -> list[str]:
    """The lines in which something stands."""
    return [line for line in lines if part in line]
