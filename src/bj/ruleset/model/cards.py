"""Cards: what the ranks are worth and what cards are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from bj.ruleset.model.base import Section, Text

RankCode = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
SuitCode = Literal["S", "H", "C", "D"]

SUITS: Mapping[str, Any] = {"S": "Spades", "H": "Hearts", "C": "Clubs", "D": "Diamonds"}
_NAMES = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
RANKS: Mapping[str, Any] = {
    **{
        code: {"name": name, "value": min(pips, 10)}
        for pips, (code, name) in enumerate(zip("23456789TJQK", _NAMES, strict=True), 2)
    },
    "A": {"name": "Ace", "value": 1, "or": 11},
}


class Rank(Section):
    """One of the thirteen ranks."""

    name: Text = Field(
        description="What the rank is called, as `{rank}` of a card's name.", examples=["Ace", "10"]
    )
    value: Annotated[int, Field(ge=1, le=11)] = Field(
        description="What the card adds to a total.", examples=[10, 1]
    )
    or_: Annotated[int, Field(ge=1, le=11)] | None = Field(
        default=None,
        alias="or",
        description="A second, higher value that counts instead as long as the total does not bust: 11 for "
        "an ace.",
        examples=[11],
    )


class Cards(Section):
    """The cards of a pack. A new pack is ordered by suit as listed here, and by rank inside a suit."""

    name: Text = Field(
        default="{rank} of {suit}",
        description="How a card is called, from `{rank}` and `{suit}`.",
        examples=["{rank} of {suit}", "{rank}{suit}"],
    )
    listed: Text = Field(
        default="{card} ",
        description="A card in a list of cards, from `{card}`, `{rank}` and `{suit}`.",
        examples=["{card} ", "[{card}]"],
    )
    hidden: Text = Field(
        default="?? ", description="A face-down card in a list of cards.", examples=["?? ", "[??]"]
    )
    suits: dict[SuitCode, Text] = Field(
        description="The four suits, in the order of a new pack: their codes S, H, C, D and their names.",
        examples=[SUITS],
    )
    ranks: dict[RankCode, Rank] = Field(
        description="The thirteen ranks, in the order of a new pack: their codes 2 to 9, T, J, Q, K, A, "
        "names and values. None can be left out of the pack.",
        examples=[RANKS],
    )
