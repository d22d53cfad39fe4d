"""The data model of a case file, which contains games and their expected outcomes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bj.argument_values import MOST_CUTS
from bj.catalogue.limits import MOST_ROUNDS
from bj.ruleset.model.base import Identifier, Section, Seed, Text

CaseName = Annotated[str, StringConstraints(pattern="^[a-z][a-z0-9_]*$", max_length=80)]
"""A case name, which consists of lowercase letters, digits and underscores."""

Line = Annotated[str, StringConstraints(max_length=2000)]
"""A line in a transcript, or another string to compare with a single line."""

Count = Annotated[int, Field(ge=0, le=10**9)]

Amount = Annotated[float, Field(ge=-1e15, le=1e15)]
"""An amount of money, which may have decimals."""

Cuts = Annotated[list[Annotated[int, Field(ge=0, le=10**6)]], Field(min_length=1, max_length=MOST_CUTS)]


class Expectation(Section):
    """The expected outcome of a game. Keys that are not set are not compared."""

    transcript: Annotated[str, StringConstraints(max_length=200_000)] | None = Field(
        default=None, description="All output, including the answers."
    )
    transcript_file: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        default=None,
        description="All output, in a separate file: `NAME.txt` in the same folder as the case file.",
    )
    says: Annotated[list[Line], Field(max_length=1000)] = Field(
        default=[],
        description="Lines that are printed in this order; other lines may come between them.",
    )
    never_says: Annotated[list[Line], Field(max_length=1000)] = Field(
        default=[], description="Lines that must not be printed."
    )
    times: Annotated[dict[Line, Count], Field(max_length=1000)] = Field(
        default={}, description='How often each line is printed, for example `times = { "# Push" = 2 }`.'
    )
    lines: Count | None = Field(default=None, description="The number of printed lines.")
    bankrolls: Annotated[dict[Line, Amount], Field(max_length=100)] = Field(
        default={},
        description="The final bankrolls, by name. The dealer's bankroll is the house's money.",
    )
    hands: Count | None = Field(
        default=None,
        description="The number of hands that begin. A hand does not count if the player quits when asked "
        "for the wager.",
    )
    rounds: Count | None = Field(default=None, description="The number of tournament rounds that begin.")
    winner: Line | None = Field(
        default=None, description="The `id` of the winning team, or an empty text if no team wins."
    )
    ends: Literal["over", "unanswered"] | None = Field(
        default=None,
        description="How the game ends: `over` if it ends by its own rules, `unanswered` if the answers run "
        "out.",
    )
    error: Line | None = Field(
        default=None,
        description="The message after `error: `, if the game cannot start or ends with an error.",
    )


class Case(Section):
    """A game and its expected outcome."""

    description: Text = Field(default="", description="The behavior under test, in one sentence.")
    arguments: Text = Field(default="", description="The arguments after `bj run RULESET`.")
    set: Annotated[dict[Identifier, int | Text | Cuts], Field(max_length=100)] = Field(
        default={},
        description="Arguments by name, as with `--set`. A case cannot read other files, so instead of a "
        "file of cuts, list the cuts: `set = { cuts = [26, 13] }`.",
    )
    seed: Seed | None = Field(
        default=None,
        description="The seed, as with `--seed`. The default is the ruleset's seed, or 0 if the ruleset uses "
        "a random seed.",
    )
    cards: Text | None = Field(default=None, description="The cards to deal, as with `--cards`.")
    cuts: Cuts | None = Field(default=None, description="The cuts for all shuffles, as with `--cuts`.")
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = Field(
        default=None,
        description="The number of rounds to play without asking whether to continue, as with `--rounds`.",
    )
    answers: Annotated[list[Line], Field(max_length=10_000)] = Field(
        default=[], description="The answers, one per line."
    )
    expect: Expectation = Field(description="The expected outcome.")


class Cases(Section):
    """All test cases for a ruleset."""

    cases: Annotated[dict[CaseName, Case], Field(min_length=1, max_length=1000)] = Field(
        description="The cases by name."
    )
