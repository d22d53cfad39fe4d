"""Reactions: what somebody at the table says and does on an occasion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from bj.catalogue.limits import MOST_REACTIONS
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
    "hand won",
    "hand lost",
    "push",
]

OCCASIONS: Mapping[str, str] = {
    "round begins": "a round begins; players and dealer react",
    "hand begins": "a hand begins; players and dealer react",
    "dealt": "the first cards are dealt; players and dealer react",
    "bust": "one's own hand would bust",
    "stand": "one's own hand would stand",
    "hand over": "all steps of a hand are played; players and dealer react",
    "round over": "the step `end round`; players and dealer react",
    "round won": "the other one is kicked out",
    "kicked out": "one is kicked out oneself",
    "hand won": "one's own hand is paid by `pay naturals` or `settle`; only players",
    "hand lost": "one's own hand loses its wager by `settle`; only players",
    "push": "one's own hand ties, and the wager comes back; only players",
}
"""When somebody reacts."""

Role = Literal["player", "dealer", "both"]

ROLES: Mapping[str, str] = {
    "player": "only when playing",
    "dealer": "only when dealing",
    "both": "always",
}
"""In which role somebody reacts."""

Effect = Literal[
    "speak",
    "retake hand",
    "void hand",
    "win hand",
    "extra card",
    "forfeit round",
    "change bankroll",
    "reset count",
    "remember",
]

EFFECTS: Mapping[str, str] = {
    "speak": "nothing but the words",
    "retake hand": "the cards of a hand that busts are laid aside, and as many new ones taken; again when "
    "they bust too, unless a `when` ends it",
    "void hand": "the hand ends at once and the wager comes back; a dealer's power voids all open hands",
    "win hand": "the hand wins at once; a dealer's power wins against all open hands",
    "extra card": "a hand that would stand takes another card",
    "forfeit round": "the player gives the round up; expressions know it as `forfeited`",
    "change bankroll": "the house pays `amount`, or collects it when it is negative",
    "reset count": "the running count goes back to 0",
    "remember": "what the strategy remembers takes the values of `set`",
}
"""What a reaction does."""


class Reaction(Section):
    """What somebody says and does on an occasion.

    It stands in a list of ``reactions``, or below a name in ``[reactions]``: then any list can name it, and a
    ruleset that extends this one can change a single key of it.
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
        description="Condition without which the member does not react, such as `bankroll < 20`.",
        examples=["bankroll < 20", "row % 3 == 0"],
    )
    say: Text | None = Field(
        default=None,
        description="What the member says, word for word: `{words}` of `player_says` and `dealer_says`.",
        examples=["Well played."],
    )
    do: Effect = Field(
        default="speak",
        description="What happens beside the words.",
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
        description="For `retake hand`: whether the card that busts is announced before.",
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
    """How a reaction is given in a list: by its name, or as a table."""
    return "a name" if isinstance(entry, str) else "a table"


def _name_or_table(entry: Any) -> Any:
    """Refuse what is neither."""
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
