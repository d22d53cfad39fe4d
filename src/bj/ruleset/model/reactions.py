"""Reactions: what somebody at the table says and does on an occasion."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bj.ruleset.model.base import Formula, Identifier, Section, Text

Occasion = Literal[
    "round begins",
    "hand begins",
    "dealt",
    "bust",
    "stand",
    "hand over",
    "round over",
    "round won",
    "kicked out",
    "hand won",
    "hand lost",
    "push",
]

Effect = Literal[
    "speak",
    "retake hand",
    "void hand",
    "win hand",
    "extra card",
    "forfeit round",
    "change bankroll",
    "reset count",
    "remember",
]


class Reaction(Section):
    """What a member says and does on an occasion."""

    on: Occasion = Field(description="The occasion.")
    as_: Literal["player", "dealer", "both"] = Field(
        default="both", alias="as", description="The role in which the member reacts."
    )
    when: Formula | None = Field(
        default=None,
        description="Condition without which the member does not react, such as `bankroll < 20`.",
    )
    say: Text | None = Field(
        default=None, description="What the member says: `{words}` of `player_says` and `dealer_says`."
    )
    do: Effect = Field(
        default="speak",
        description="What happens: `speak` only the words; `retake hand` as many new cards as the hand has "
        "(on a bust); `void hand` returns the wager; `win hand` at once; `extra card` for a hand that would "
        "stand; `forfeit round`; `remember` what `set` says; `change bankroll` by `amount`, from or to "
        "the house; `reset count`.",
    )
    set: dict[Identifier, Formula] = Field(
        default={}, description="For `remember`: new values of what the strategy remembers."
    )
    amount: Formula | None = Field(
        default=None, description="For `change bankroll`: how much the house pays, negative to collect."
    )
    busting_card: Literal["shown", "hidden"] = Field(
        default="shown", description="For `retake hand`: whether the card that busts is announced before."
    )
    retaken: Literal["hidden", "last shown"] = Field(
        default="hidden",
        description="For `retake hand`: whether the last card of a set that does not bust is announced.",
    )
    sees: Literal["shown", "all"] = Field(
        default="shown",
        description="For `retake hand`: whether the member counts only cards that are announced, or all.",
    )
