"""The roster: the players at the table, the dealer, and the teams of a tournament."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from bj.catalogue.limits import HIGHEST_TOTAL, LEAST_TARGET, MOST_MATCHES, MOST_SPOTS
from bj.ruleset.model.base import Identifier, Section, StartMoney, Text
from bj.ruleset.model.dealer_draws import HITS_SOFT_17, STANDS_ON_SOFT_17, DealerDraws
from bj.ruleset.model.reactions import TOGETHER, Powers, Reactions


class Player(Section):
    """One seat at the table."""

    name: Text = Field(description="The name of the player: `{name}` in the output.", examples=["Player"])
    bankroll: StartMoney = Field(
        description="The money that the player starts with.", examples=[100, "bankroll", "20 * minimum"]
    )
    strategy: str = Field(
        description="The name of a strategy, or of an argument that chooses one.",
        examples=["simple", "player"],
    )
    spots: Annotated[int, Field(ge=1, le=MOST_SPOTS)] = Field(
        default=1, description="The number of hands that the player plays at once.", examples=[2]
    )


class Dealer(Section):
    """The dealer, who plays for the house by fixed rules."""

    name: Text = Field(description="The name of the dealer: `{name}` in the output.", examples=["Dealer"])
    hits_soft_17: bool | None = Field(
        default=None,
        description="Whether the dealer also draws on a soft 17, and not only on totals below 17. If `draws` "
        "is also omitted, the default is false.",
        examples=[True],
    )
    draws: DealerDraws | None = Field(
        default=None,
        description="Condition under which the dealer draws, in place of `hits_soft_17`, for a dealer who "
        "does not stand on 17.",
        examples=["total < 17", "total < 16 or soft and total < 18"],
    )
    push_on: Annotated[int, Field(ge=LEAST_TARGET + 1, le=HIGHEST_TOTAL - 1)] | None = Field(
        default=None,
        description="A total above the target with which the dealer ties all hands except naturals, instead "
        "of losing to them.",
        examples=[22],
    )
    plays: Literal["when needed", "always"] = Field(
        default="when needed",
        description="When the dealer turns the hole card and draws: `when needed` only if there is a hand "
        "left to compare, `always` even if every player has busted.",
        examples=["always"],
    )
    bankroll: StartMoney = Field(
        default="0",
        description="The house's money at the start. The house pays and collects every wager, and its money "
        "may go below zero.",
        examples=[10_000],
    )
    reactions: Reactions = Field(
        default=[],
        description="The dealer's words and actions on certain occasions, in order; in a tournament, "
        "`members` have reactions instead.",
        examples=[[{"on": "bust", "say": "Lucky you."}]],
    )
    powers: Powers = Field(
        default=[],
        description="The powers of the dealer: names in [powers], or tables that also give start values; in "
        "a tournament, `members` have powers instead." + TOGETHER,
        examples=[["second_chance"]],
    )

    @property
    def rule(self) -> str:
        """The condition under which the dealer takes another card."""
        return self.draws or (HITS_SOFT_17 if self.hits_soft_17 else STANDS_ON_SOFT_17)


class Member(Section):
    """A person who plays or deals for a team."""

    name: Text = Field(description="The name of the member: `{name}` in the output.", examples=["Ann Archer"])
    bankroll: StartMoney = Field(
        description="The money that the member starts with as a player.", examples=["2 * normal", 100]
    )
    strategy: str = Field(
        description="The name of a strategy, or of an argument that chooses one.", examples=["counting"]
    )
    reactions: Reactions = Field(
        default=[],
        description="The member's words and actions on certain occasions, in order.",
        examples=[[{"on": "round won", "say": "Well played."}]],
    )
    powers: Powers = Field(
        default=[],
        description="The powers of the member: names in [powers], or tables that also give start values."
        + TOGETHER,
        examples=[["second_chance", {"power": "vampire", "with": {"share": 20}}]],
    )


class Team(Section):
    """A team of a tournament."""

    id: Identifier = Field(
        description="The name of the team in `matches` and on the command line.", examples=["reds"]
    )
    name: Text = Field(
        default="",
        description="The name of the team: `{team}` in the output; by default, the `id`.",
        examples=["The Reds"],
    )
    members: Annotated[list[Identifier], Field(min_length=1, max_length=30)] = Field(
        description="The members, in the order in which they join the game.", examples=[["ann", "bob"]]
    )
    victory: Text = Field(
        default="",
        description="The line to print if the team wins.",
        examples=["The Reds have won."],
    )


class Match(Section):
    """Two teams that meet until one of them has no members left."""

    players: Identifier = Field(description="The `id` of the team that plays.", examples=["reds"])
    dealers: Identifier = Field(description="The `id` of the team that deals.", examples=["blues"])


class Tournament(Section):
    """How teams meet. If omitted, players sit at the table. Set `dealers` or `matches`."""

    dealers: Identifier | None = Field(
        default=None,
        description="Which of two teams deals, or the argument that chooses it.",
        examples=["reds", "dealers"],
    )
    matches: Annotated[list[Match], Field(min_length=1, max_length=MOST_MATCHES)] | None = Field(
        default=None,
        description="A league: the matches between two or more teams, in order. After the last round of a "
        "match, the next round begins a new match, and all members return with their initial money and "
        "memory.",
        examples=[[{"players": "reds", "dealers": "blues"}, {"players": "blues", "dealers": "greens"}]],
    )


class Entrant(NamedTuple):
    """A team member in one role."""

    team: int
    """The index of the team."""
    member: str
    """A key of ``[members]``."""
    deals: bool
