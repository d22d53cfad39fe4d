"""Teams: a tournament in which who is beaten leaves and the next one sits down."""

from __future__ import annotations

from typing import Annotated, Literal

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
        "stand; `forfeit round`; `change bankroll` by `amount`, from or to the house; `reset count`.",
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


class Member(Section):
    """Somebody who plays or deals for a team."""

    name: Text = Field(description="What the member is called: `{name}` in the output.")
    bankroll: Formula = Field(description="Money that the member brings when entering as a player.")
    strategy: str = Field(description="Name of a strategy, or of an argument that chooses one.")
    reactions: Annotated[list[Reaction], Field(max_length=60)] = Field(
        default=[], description="What the member says and does on occasions, in order."
    )


class Team(Section):
    """One of the two teams."""

    id: Identifier = Field(description="Name of the team on the command line.")
    members: Annotated[list[Identifier], Field(min_length=1, max_length=30)] = Field(
        description="The members in the order in which they come into the game."
    )
    victory: Text = Field(default="", description="Line that is said when the team has won.")


class Tournament(Section):
    """How the two teams meet."""

    dealers: Identifier = Field(description="The team that deals, or the argument that chooses it.")
