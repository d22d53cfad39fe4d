"""The procedure: what is played, step by step."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from bj.ruleset.model.base import Formula, Section

StepName = Literal[
    "shuffle",
    "reshuffle",
    "announce hand",
    "take wagers",
    "deal",
    "pay naturals",
    "players act",
    "reveal hole card",
    "dealer acts",
    "settle",
    "announce standings",
    "end round",
    "kick out player",
    "kick out dealer",
    "announce winner",
    "show hands",
    "show players",
    "ask again",
]


class Step(Section):
    """One step: its name alone, or a table when it has a condition or repeats other steps."""

    step: StepName | None = Field(default=None, description="What is done.")
    repeat: Literal["round", "hand"] | None = Field(
        default=None, description="The list of steps that is played again and again."
    )
    say: str | None = Field(
        default=None,
        description="A line that is said: `{hand}`, `{bankroll}` and `{name}`, those of the first seat.",
    )
    while_: Formula | None = Field(
        default=None, alias="while", description="Condition that is looked at before each repetition."
    )
    if_: Formula | None = Field(
        default=None, alias="if", description="Condition without which the step is left out."
    )
    else_: StepName | None = Field(
        default=None, alias="else", description="The step that is played instead when the condition fails."
    )

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, value: Any) -> Any:
        """Read ``"deal"`` as ``{ step = "deal" }``."""
        if isinstance(value, str):
            return {"step": value}
        if not isinstance(value, dict | Step):
            remedy = 'write `"deal"`, or `{ step = "deal", if = "…" }`'
            raise PydanticCustomError(
                "step_type", "should be the name of a step, or a table", {"remedy": remedy}
            )
        return value


Steps = Annotated[list[Step], Field(min_length=1, max_length=200)]

Entry = Literal["player up", "player down", "dealer up", "dealer down"]


class Procedure(Section):
    """The order of play. ``game`` is played once; it repeats ``round``, or ``hand``."""

    game: Steps = Field(description="The whole game.")
    round: Steps | None = Field(default=None, description="One round, as often as `game` repeats it.")
    hand: Steps = Field(description="One hand, as often as it is repeated.")
    deal: Annotated[list[Entry], Field(min_length=2, max_length=32)] = Field(
        default=[
            "player up",
            "dealer up",
            "player up",
            "dealer down",
        ],
        description="The first cards in order: one to every player or to the dealer, face up or face down.",
    )
