"""The names that expressions and templates can use, and where."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from bj.ruleset.expressions.parse import Kind

NUMBER, MONEY, BOOLEAN = Kind.NUMBER, Kind.MONEY, Kind.BOOLEAN


class Place(Enum):
    """Where an expression stands, and so what it can know; the value lists the names beside the arguments."""

    START = "start"
    TABLE = "table"
    WAGER = "wager"
    ACTION = "action"
    REACTION = "reaction"
    DEALER = "dealer"


_TABLE: dict[str, Kind] = {
    "hand": NUMBER,
    "cards_left": NUMBER,
    "bankroll": MONEY,
    "count": NUMBER,
    "minimum": MONEY,
    "round": NUMBER,
    "players_left": NUMBER,
    "dealers_left": NUMBER,
    "forfeited": BOOLEAN,
    "again": BOOLEAN,
    "players": NUMBER,
}
_HAND: dict[str, Kind] = {"total": NUMBER, "soft": BOOLEAN, "cards": NUMBER}

NAMES: Mapping[Place, Mapping[str, Kind]] = {
    Place.START: {},
    Place.TABLE: _TABLE,
    Place.WAGER: _TABLE,
    Place.ACTION: {**_TABLE, **_HAND, "upcard": NUMBER, "wager": MONEY},
    Place.REACTION: {**_TABLE, **_HAND, "upcard": NUMBER, "wager": MONEY},
    Place.DEALER: {"total": NUMBER, "soft": BOOLEAN},
}
"""The names of each place beside the ruleset's own arguments; a name here hides an argument of that name."""

DESCRIPTIONS: Mapping[str, str] = {
    "hand": "number of the hand, from 1; 0 before the first",
    "cards_left": "cards of the shoe not dealt since the last shuffle",
    "bankroll": "money of the player (of the first seat, in the procedure)",
    "count": "running count of the player",
    "minimum": "smallest wager",
    "round": "number of the round, from 1; 0 before the first",
    "players_left": "members of the players' team who are not kicked out",
    "dealers_left": "members of the dealers' team who are not kicked out",
    "forfeited": "whether the player has forfeited this round",
    "again": "whether people want to play on, as `ask again` has found out",
    "players": "players at the table",
    "total": "total of the hand",
    "soft": "whether an ace counts high in the total",
    "cards": "cards in the hand",
    "upcard": "what the dealer's upcard is worth, 11 for an ace",
    "wager": "wager on the hand",
}
"""What each name stands for."""
