"""The roster: who sits at the table."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bj.ruleset.model.base import Formula, Section, Text


class Player(Section):
    """One seat at the table."""

    name: Text = Field(description="What the player is called: `{name}` in the output.")
    bankroll: Formula = Field(description="Money that the player starts with.")
    strategy: str = Field(description="Name of a strategy, or of an argument that chooses one.")


class Dealer(Section):
    """The dealer, who plays for the house by a fixed rule."""

    name: Text = Field(description="What the dealer is called: `{name}` in the output.")
    draws: Formula = Field(
        description="Condition under which the dealer takes another card, such as `total < 17`."
    )
    plays: Literal["when needed", "always"] = Field(
        default="when needed", description="Whether the dealer plays also when every player has bust."
    )
    bankroll: Formula = Field(
        default="0",
        description="Money of the house at the start; it pays and collects every wager, and may go below "
        "zero.",
    )
