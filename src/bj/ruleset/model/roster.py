"""The roster: who plays, who deals, and which teams meet in a tournament."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from bj.catalogue.limits import HIGHEST_TOTAL, LEAST_TARGET, MOST_MATCHES, MOST_SPOTS
from bj.ruleset.model.base import Identifier, Section, StartMoney, Text
from bj.ruleset.model.dealer_draws import HITS_SOFT_17, STANDS_ON_SOFT_17, DealerDraws
from bj.ruleset.model.reactions import TOGETHER, Powers, Reactions


class Player(Section):
    """A seat at the table and the player in it."""

    name: Text = Field(description="The player's name: `{name}` in the output.", examples=["Player"])
    bankroll: StartMoney = Field(
        description="How much money the player starts with.", examples=[100, "bankroll", "20 * minimum"]
    )
    strategy: str = Field(
        description="The name of a strategy, or of an argument that selects one.",
        examples=["simple", "player"],
    )
    spots: Annotated[int, Field(ge=1, le=MOST_SPOTS)] = Field(
        default=1, description="How many hands the player plays at the same time.", examples=[2]
    )


class Dealer(Section):
    """The dealer, who plays for the house by fixed rules."""

    name: Text = Field(description="The dealer's name: `{name}` in the output.", examples=["Dealer"])
    hits_soft_17: bool | None = Field(
        default=None,
        description="Whether the dealer draws on a soft 17 as well as on every total below 17. The default "
        "is false, unless `draws` is given.",
        examples=[True],
    )
    draws: DealerDraws | None = Field(
        default=None,
        description="The dealer draws as long as this condition is true. Write it in place of `hits_soft_17` "
        "if the dealer does not stand on 17.",
        examples=["total < 17", "total < 16 or soft and total < 18"],
    )
    push_on: Annotated[int, Field(ge=LEAST_TARGET + 1, le=HIGHEST_TOTAL - 1)] | None = Field(
        default=None,
        description="A total above the target. If the dealer gets it, every hand except a natural pushes "
        "instead of winning.",
        examples=[22],
    )
    plays: Literal["when needed", "always"] = Field(
        default="when needed",
        description="When the dealer turns over the hole card and draws: `when needed` only if there is a "
        "hand left to compare with, `always` even if every player has busted.",
        examples=["always"],
    )
    bankroll: StartMoney = Field(
        default="0",
        description="How much money the house starts with. The house pays or collects every wager, so its "
        "balance can become negative.",
        examples=[10_000],
    )
    reactions: Reactions = Field(
        default=[],
        description="How the dealer reacts on certain occasions, in order. In a tournament, give `members` "
        "reactions instead.",
        examples=[[{"on": "bust", "say": "Lucky you."}]],
    )
    powers: Powers = Field(
        default=[],
        description="The dealer's powers: names from [powers], or tables that also set starting values. In a "
        "tournament, give `members` powers instead." + TOGETHER,
        examples=[["second_chance"]],
    )

    @property
    def rule(self) -> str:
        """The condition under which the dealer draws another card."""
        return self.draws or (HITS_SOFT_17 if self.hits_soft_17 else STANDS_ON_SOFT_17)


class Member(Section):
    """Someone who plays or deals for a team."""

    name: Text = Field(description="The member's name: `{name}` in the output.", examples=["Ann Archer"])
    bankroll: StartMoney = Field(
        description="How much money the member starts with when playing.", examples=["2 * normal", 100]
    )
    strategy: str = Field(
        description="The name of a strategy, or of an argument that selects one.", examples=["counting"]
    )
    reactions: Reactions = Field(
        default=[],
        description="How the member reacts on certain occasions, in order.",
        examples=[[{"on": "round won", "say": "Well played."}]],
    )
    powers: Powers = Field(
        default=[],
        description="The member's powers: names from [powers], or tables that also set starting values."
        + TOGETHER,
        examples=[["second_chance", {"power": "vampire", "with": {"share": 20}}]],
    )


class Team(Section):
    """A team whose members play or deal."""

    id: Identifier = Field(
        description="The team's name in `matches` and on the command line.", examples=["reds"]
    )
    name: Text = Field(
        default="",
        description="The team's name in the output, as `{team}`. The default is the `id`.",
        examples=["The Reds"],
    )
    members: Annotated[list[Identifier], Field(min_length=1, max_length=30)] = Field(
        description="The team's members, in the order in which they join the game.", examples=[["ann", "bob"]]
    )
    victory: Text = Field(
        default="",
        description="The line to print if this team wins.",
        examples=["The Reds have won."],
    )


class Match(Section):
    """A match between two teams. It ends when one of them has no members left."""

    players: Identifier = Field(description="The `id` of the team whose members play.", examples=["reds"])
    dealers: Identifier = Field(description="The `id` of the team whose members deal.", examples=["blues"])


class Tournament(Section):
    """A tournament between teams. Set `dealers` or `matches`."""

    dealers: Identifier | None = Field(
        default=None,
        description="The team that deals, if there are two teams, or the argument that selects it.",
        examples=["reds", "dealers"],
    )
    matches: Annotated[list[Match], Field(min_length=1, max_length=MOST_MATCHES)] | None = Field(
        default=None,
        description="A league: matches between two or more teams, in order. After the last round of a match, "
        "the next round starts a new one, and every member returns with their starting money and memory.",
        examples=[[{"players": "reds", "dealers": "blues"}, {"players": "blues", "dealers": "greens"}]],
    )


class Entrant(NamedTuple):
    """A team member in one of two roles: player or dealer."""

    team: int
    """The team's index."""
    member: str
    """The member's key in ``[members]``."""
    deals: bool
