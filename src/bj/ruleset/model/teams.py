"""Teams: a tournament in which the loser of a round leaves and the next member sits down."""

from typing import Annotated

from pydantic import Field

from bj.ruleset.model.base import Identifier, Section, StartMoney, Text
from bj.ruleset.model.reactions import TOGETHER, Powers, Reactions


class Member(Section):
    """A person who plays or deals for a team."""

    name: Text = Field(description="The name of the member: `{name}` in the output.", examples=["Ann Archer"])
    bankroll: StartMoney = Field(
        description="Money that the member brings when entering as a player.", examples=["2 * normal", 100]
    )
    strategy: str = Field(
        description="Name of a strategy, or of an argument that chooses one.", examples=["counting"]
    )
    reactions: Reactions = Field(
        default=[],
        description="The words and effects of the member on occasions, in order.",
        examples=[[{"on": "round won", "say": "Well played."}]],
    )
    powers: Powers = Field(
        default=[],
        description="The powers of the member: names in [powers], or tables that also give start values."
        + TOGETHER,
        examples=[["second_chance", {"power": "vampire", "with": {"share": 20}}]],
    )


class Team(Section):
    """One of the two teams."""

    id: Identifier = Field(description="Name of the team on the command line.", examples=["reds"])
    members: Annotated[list[Identifier], Field(min_length=1, max_length=30)] = Field(
        description="The members in the order in which they come into the game.", examples=[["ann", "bob"]]
    )
    victory: Text = Field(
        default="",
        description="Line to print when the team has won.",
        examples=["The Reds have won."],
    )


class Tournament(Section):
    """How two teams meet; without it, players sit at the table."""

    dealers: Identifier = Field(
        description="Which team deals, or the argument that chooses it.", examples=["reds", "dealers"]
    )
