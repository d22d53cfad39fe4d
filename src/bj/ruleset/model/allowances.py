"""The tables of ``[rules]`` that describe allowances with named options.

The value of each key becomes a condition. ``Rules.condition`` joins these conditions, so that other modules
see only conditions.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union

from pydantic import Discriminator, Field, Tag

from bj.catalogue.limits import MOST_SPLIT
from bj.catalogue.rule_words import NEVER
from bj.ruleset.model.base import ArgumentName, RuleCondition, RuleMoney, Section
from bj.ruleset.model.house_words import WITH_TABLES, Totals, condition_of_totals, reading, text_of

ALWAYS = "True"
ACES = ("one card", "hit", "hit or double")
"""The ways in which split aces may be played. They may always stand."""
NO_SPLIT_ACE = "not (from_split and first == 11)"

if TYPE_CHECKING:
    Early: TypeAlias = bool | str
else:
    Early = Annotated[text_of("early_surrender"), reading("early_surrender")]


class Allowed(Section):
    """A table in ``[rules]`` that describes when something is allowed."""

    when: RuleCondition | None = Field(
        default=None,
        description="An additional condition.",
        examples=["upcard != 11", "not soft"],
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield the conditions that the keys imply.

        ``aces`` is the value of the key `aces` of [rules.split].
        """
        if self.when is not None:
            yield f"({self.when})" if re.search(r"\b(or|if)\b", self.when) else self.when

    def condition(self, aces: str) -> str:
        """Join the conditions that the keys imply into one condition.

        ``aces`` is the value of the key `aces` of [rules.split].
        """
        return " and ".join(self.parts(aces)) or ALWAYS


class Hit(Allowed):
    """Options that decide which hands may be hit."""

    doubled: bool = Field(
        default=False, description="Whether a doubled hand may be hit too.", examples=[True]
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield the conditions that the keys imply.

        ``aces`` is the value of the key `aces` of [rules.split].
        """
        if aces == ACES[0]:
            yield NO_SPLIT_ACE
        yield from super().parts(aces)


class Double(Allowed):
    """Options that decide which hands may be doubled."""

    on: Totals | None = Field(
        default=None,
        description="The totals that may be doubled, written as in charts; by default, all totals.",
        examples=["9..11", "hard 10..11"],
    )
    cards: Literal[2, "any"] = Field(
        default=2,
        description="Whether a hand may be doubled only with two cards, or with any number.",
        examples=["any"],
    )
    after_split: bool = Field(
        default=True, description="Whether a hand from a split may be doubled.", examples=[False]
    )
    times: Annotated[int, Field(ge=1, le=8)] = Field(
        default=1,
        description="How often a hand may be doubled. Doubling again is not possible after a hit.",
        examples=[2],
    )
    for_less: bool = Field(
        default=False,
        description="Whether a player who cannot afford to double may add all the money that is left.",
        examples=[True],
    )
    face_down: bool = Field(
        default=False,
        description="Whether the card for a doubled hand stays face down until the end.",
        examples=[True],
    )
    adds: RuleMoney | None = Field(
        default=None,
        description="The amount that doubling adds; by default, the current wager. `wager // (doubled + 1)` "
        "adds the original wager every time.",
        examples=["wager // (doubled + 1)", "wager // 2"],
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield the conditions that the keys imply.

        ``aces`` is the value of the key `aces` of [rules.split].
        """
        if self.cards == 2:
            yield "cards == 2" if self.times == 1 else "doubled + 2 == cards"
        if not self.after_split:
            yield "not from_split"
        elif aces != ACES[-1]:
            yield NO_SPLIT_ACE
        if self.on is not None:
            yield condition_of_totals(self.on)
        if self.times > 1:
            yield f"doubled < {self.times}"
        yield from super().parts(aces)


class Split(Allowed):
    """Options that decide which hands may be split.

    An ace is any card whose highest value is 11.
    """

    hands: Annotated[int, Field(ge=2, le=MOST_SPLIT)] | Literal["unlimited"] | ArgumentName = Field(
        default=4,
        description="The maximum number of hands after splitting one hand, or the argument that sets it.",
        examples=[2, 4, "unlimited", "most_hands"],
    )
    resplit_aces: bool = Field(
        default=False, description="Whether aces from a split may be split again.", examples=[True]
    )
    aces: Literal["one card", "hit", "hit or double"] = Field(
        default="one card",
        description="How split aces are played: they get one card each, may be hit, or may be hit and "
        "doubled like any other hand.",
        examples=["hit"],
    )
    same_rank: bool = Field(
        default=False,
        description="Whether both cards must have the same rank, so that a king and a ten cannot be split.",
        examples=[True],
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield the conditions that the keys imply.

        ``aces`` is the value of the key `aces` of [rules.split].
        """
        yield "pair and same_rank" if self.same_rank else "pair"
        if self.hands != "unlimited":
            yield f"split_hands < {self.hands}"
        if not self.resplit_aces:
            yield NO_SPLIT_ACE
        yield from super().parts(aces)


class Surrender(Allowed):
    """Options that decide which hands may be surrendered."""

    when: RuleCondition | None = Field(
        default=None,
        description="An additional condition for surrendering a hand in its turn.",
        examples=["upcard == 10"],
    )
    late: bool = Field(
        default=True,
        description="Whether a hand may be surrendered in its turn, after the dealer has checked for "
        "a natural.",
        examples=[False],
    )
    early: Early = Field(
        default=False,
        description="When a hand may be surrendered in the step `offer surrender`, before the dealer checks "
        "for a natural.",
        examples=[True, "except against an ace"],
    )
    cards: Literal[2, "any"] = Field(
        default=2,
        description="Whether a hand may be surrendered in its turn only with two cards, or with any number.",
        examples=["any"],
    )
    after_split: bool = Field(
        default=False, description="Whether a hand from a split may be surrendered.", examples=[True]
    )
    doubled: bool = Field(
        default=False,
        description="Whether a doubled hand may be surrendered too, for part of the doubled wager.",
        examples=[True],
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield the conditions that the keys imply.

        ``aces`` is the value of the key `aces` of [rules.split].
        """
        first = ["cards == 2"] if self.cards == 2 else []
        first += [] if self.after_split else ["not from_split"]
        if not self.late:
            yield "doubled > 0" if self.doubled else NEVER
        elif self.doubled and first:
            yield f"({' and '.join(first)} or doubled > 0)"
        else:
            yield from first
        if self.late or self.doubled:
            yield from super().parts(aces)


TABLES: Mapping[str, type[Allowed]] = {"hit": Hit, "double": Double, "split": Split, "surrender": Surrender}
"""Maps each rule that can be a table to the model of that table."""


def allowed(key: str) -> Any:
    """Return the type of the rule ``key``: true, false, a word, a condition, or a table of options."""
    if key not in WITH_TABLES:
        return Annotated[text_of(key), reading(key)]
    forms = (Annotated[text_of(key), Tag("a text")], Annotated[TABLES[key], Tag("a table")])
    return Annotated[Union[forms], Discriminator(_form_of), reading(key)]  # noqa: UP007  # made at run time


def _form_of(value: Any) -> str:
    return "a table" if isinstance(value, dict | Allowed) else "a text"
