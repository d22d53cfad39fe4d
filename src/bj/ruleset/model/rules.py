"""Rules and payouts: what a hand may be and what it brings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bj.ruleset.model.base import Formula, Section

Ratio = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4}:[1-9][0-9]{0,3}$")]
"""A payout such as ``3:2``: three for every two wagered."""


class Money(Section):
    """What money is counted in."""

    decimals: Annotated[int, Field(ge=0, le=4)] = Field(
        default=0,
        description="Decimals of an amount of money: 2 when the smallest unit is a cent.",
        examples=[2],
    )


class Rules(Section):
    """What is allowed at the table."""

    target: Annotated[int, Field(ge=12, le=31)] = Field(
        default=21, description="The total that a hand tries to reach and busts beyond.", examples=[21, 31]
    )
    minimum_wager: Formula = Field(
        default="1",
        description="The smallest wager, which expressions know as `minimum`.",
        examples=[5, "minimum"],
    )
    dealer_natural: bool = Field(
        default=False,
        description="Whether a dealer's natural beats every other hand and ties with a player's natural.",
        examples=[True],
    )
    stand_on_target: bool = Field(
        default=False,
        description="Whether a hand that has reached the target stands by itself.",
        examples=[True],
    )
    double: bool = Field(
        default=False,
        description="Whether a hand of two cards may be doubled, for one more card.",
        examples=[True],
    )
    original_bets_only: bool = Field(
        default=False,
        description="Whether a dealer's natural takes no more than the initial wager of a doubled hand.",
        examples=[True],
    )
    credit: bool = Field(
        default=False,
        description="Whether a player may wager more than the bankroll.",
        examples=[True],
    )


class Payouts(Section):
    """What a wager brings, as ratios of it."""

    win: Ratio = Field(default="1:1", description="A hand that beats the dealer's.", examples=["1:1", "2:1"])
    natural: Ratio = Field(
        default="3:2", description="A natural: two cards that make the target.", examples=["3:2", "6:5"]
    )
    tie: Literal["push", "lose", "win"] = Field(
        default="push",
        description="Equal totals: the wager comes back, is lost, or wins.",
        examples=["push", "lose"],
    )
    rounding: Literal["down", "up", "nearest"] = Field(
        default="down",
        description="How a payout is brought to whole units of money; `nearest` rounds a half up.",
        examples=["down", "nearest"],
    )
