"""Strategies: how much a player wagers and when a player draws."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bj.ruleset.model.base import Formula, Identifier, Section
from bj.ruleset.model.reactions import Reaction


class Chart(Section):
    """A playing chart: one row per total, one column per upcard of the dealer."""

    columns: str = Field(
        default="2 3 4 5 6 7 8 9 T A",
        description="The upcards, in the order of the columns; T stands for all cards worth ten unless J, Q "
        "or K stand here too.",
    )
    rows: dict[str, str] = Field(
        description="Actions by row: `hard 12`, `hard 13..16`, `soft ..17`; one letter for all columns or "
        "one for each. H hits, S stands."
    )


class Rule(Section):
    """One line of a list of rules: the first whose condition holds decides."""

    when: Formula = Field(default="True", description="Condition under which this rule decides.")
    do: Literal["hit", "stand", "double"] = Field(description="What the player does.")


class Strategy(Section):
    """A way to play. What stands neither here nor in the strategy it extends is asked of a person."""

    extends: str | None = Field(
        default=None,
        description="Another strategy of this ruleset, from which everything is taken that does not stand "
        "here.",
    )
    wager: Formula | None = Field(default=None, description="How much to wager on a hand.")
    rules: Annotated[list[Rule], Field(max_length=100)] | None = Field(
        default=None, description="Rules that are looked at before the chart."
    )
    chart: Chart | None = Field(default=None, description="The playing chart.")
    memory: Annotated[dict[Identifier, Formula], Field(max_length=6)] | None = Field(
        default=None,
        description="Numbers that the player remembers, by name, and what they are at the start.",
    )
    reactions: Annotated[list[Reaction], Field(max_length=60)] | None = Field(
        default=None, description="What a player of this strategy says and does on occasions, in order."
    )
    count: dict[str, Annotated[int, Field(ge=-20, le=20)]] | None = Field(
        default=None,
        description='Card counting: ranks and what each of them adds to `count` when it is seen, such as `"T '
        'J Q K A" = -1`.',
    )
