"""The whole ruleset."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bj.ruleset.model.arguments import Argument
from bj.ruleset.model.base import Identifier, Section, Text
from bj.ruleset.model.cards import Cards
from bj.ruleset.model.output import Output
from bj.ruleset.model.procedure import Procedure
from bj.ruleset.model.prompts import Prompts
from bj.ruleset.model.roster import Dealer, Player
from bj.ruleset.model.rules import Money, Payouts, Rules
from bj.ruleset.model.shoe import Shoe
from bj.ruleset.model.strategies import Strategy
from bj.ruleset.model.teams import Member, Team, Tournament


class Head(Section):
    """What the ruleset is."""

    title: Text = Field(description="Its name for readers.")
    summary: Text = Field(default="", description="What is played, in a sentence.")
    format: Literal[1] = Field(default=1, description="Version of the ruleset language.")
    extends: Text | None = Field(
        default=None,
        description="A ruleset that this one changes: a shipped name or a file beside this one. Tables are "
        "merged key by key, all other values replaced.",
    )


class Example(Section):
    """A game that shows what the ruleset is like: it is played on the page of the ruleset."""

    arguments: Text = Field(default="", description="The words behind `bj run RULESET`.")
    seed: Annotated[int, Field(ge=0, lt=2**32)] = Field(default=0, description="The seed of the game.")
    rounds: Annotated[int, Field(ge=0, le=1000)] = Field(
        default=0, description="After how many rounds nobody wants to play on, 0 to ask."
    )
    answers: Annotated[list[Text], Field(max_length=1000)] = Field(
        default=[], description="What persons type, a line each."
    )


class Ruleset(Section):
    """A variant of blackjack."""

    ruleset: Head = Field(description="What the ruleset is.")
    example: Example = Field(
        default_factory=Example, description="A game that shows what the ruleset is like."
    )
    arguments: Annotated[list[Argument], Field(max_length=50)] = Field(
        default=[], description="What the command line takes, in order."
    )
    cards: Cards = Field(description="What cards are worth and what they are called.")
    shoe: Shoe = Field(default_factory=Shoe, description="What cards are dealt from.")
    players: Annotated[list[Player], Field(max_length=60)] = Field(description="The seats, in order.")
    dealer: Dealer = Field(description="Who deals.")
    strategies: Annotated[dict[Identifier, Strategy], Field(max_length=200)] = Field(
        description="The strategies by name."
    )
    tournament: Tournament | None = Field(
        default=None, description="How two teams meet; without it the players sit at the table."
    )
    teams: Annotated[list[Team], Field(max_length=2)] = Field(
        default=[], description="The two teams of a tournament."
    )
    members: Annotated[dict[Identifier, Member], Field(max_length=60)] = Field(
        default={}, description="The members of the teams by name."
    )
    money: Money = Field(default_factory=Money, description="What money is counted in.")
    rules: Rules = Field(default_factory=Rules, description="What is allowed at the table.")
    payouts: Payouts = Field(default_factory=Payouts, description="What a wager brings.")
    procedure: Procedure = Field(description="What is played, step by step.")
    prompts: Prompts = Field(default_factory=Prompts, description="What a person is asked.")
    output: Output = Field(default_factory=Output, description="What is said at each event.")
