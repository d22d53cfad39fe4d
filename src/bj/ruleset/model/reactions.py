"""Reactions: what somebody at the table says and does on an occasion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from bj.catalogue.limits import MOST_REACTIONS
from bj.catalogue.reactions import EFFECTS, OCCASIONS
from bj.ruleset.model.base import Formula, Identifier, Section, Text

if TYPE_CHECKING:
    Occasion: TypeAlias = str
    Effect: TypeAlias = str
else:
    Occasion = Literal[tuple(OCCASIONS)]
    Effect = Literal[tuple(EFFECTS)]

Role = Literal["player", "dealer", "both"]

ROLES: Mapping[str, str] = {
    "player": "only when playing",
    "dealer": "only when dealing",
    "both": "always",
}
"""In which role somebody reacts."""


class Reaction(Section):
    """What somebody says and does on an occasion.

    It stands in a list of ``reactions``, or under a name in ``[reactions]``: then any list can name it, and a
    ruleset that extends this one can change single keys of it.
    """

    on: Occasion = Field(description="The occasion.", examples=["bust", "round won"])
    as_: Role = Field(
        default="both",
        alias="as",
        description="The role in which the member reacts.",
        examples=["player"],
    )
    when: Formula | None = Field(
        default=None,
        description="Condition under which the member reacts, such as `bankroll < 20`.",
        examples=["bankroll < 20", "row % 3 == 0"],
    )
    say: Text | None = Field(
        default=None,
        description="What the member says, word for word: `{words}` of `player_says` and `dealer_says`.",
        examples=["Well played."],
    )
    do: Effect = Field(
        default="speak",
        description="What happens besides the words.",
        examples=["retake hand", "remember"],
    )
    set: dict[Identifier, Formula] = Field(
        default={},
        description="For `remember`: new values of what the strategy remembers.",
        examples=[{"bet": "2 * bet", "row": 0}],
    )
    amount: Formula | None = Field(
        default=None,
        description="For `change bankroll`: how much the house pays, negative to collect.",
        examples=["2 * wager", "-minimum"],
    )
    busting_card: Literal["shown", "hidden"] = Field(
        default="shown",
        description="For `retake hand`: whether the card that busts is announced first.",
        examples=["hidden"],
    )
    retaken: Literal["hidden", "last shown"] = Field(
        default="hidden",
        description="For `retake hand`: whether the last card of a set that does not bust is announced.",
        examples=["last shown"],
    )
    sees: Literal["shown", "all"] = Field(
        default="shown",
        description="For `retake hand`: whether the member counts only cards that are announced, or all.",
        examples=["all"],
    )


def _form_of(entry: Any) -> str:
    """The form of a reaction in a list: its name, or a table."""
    return "a name" if isinstance(entry, str) else "a table"


def _name_or_table(entry: Any) -> Any:
    """Refuse anything else."""
    if isinstance(entry, str | dict | Reaction):
        return entry
    remedy = 'write `{ on = "bust", say = "…" }`, or a name in quotes'
    raise PydanticCustomError("reaction_type", "should be a reaction, or the name of one", {"remedy": remedy})


Entry: TypeAlias = Annotated[
    Annotated[Reaction, Tag("a table")] | Annotated[Identifier, Tag("a name")],
    Discriminator(_form_of),
    BeforeValidator(_name_or_table),
]

Reactions: TypeAlias = Annotated[list[Entry], Field(max_length=MOST_REACTIONS)]
"""Reactions of somebody, in order: tables, or names of reactions that stand in ``[reactions]``."""
