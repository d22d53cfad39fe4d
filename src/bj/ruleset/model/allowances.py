"""Tables in ``[rules]`` that say when an action is allowed.

Each option in a table becomes a condition. ``Rules.condition`` combines these conditions, so no other module
needs to know about the tables.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union

from pydantic import Discriminator, Field, Tag

from bj.catalogue.limits import MOST_SPLIT
from bj.catalogue.rule_shorthands import NEVER
from bj.ruleset.model.base import ArgumentName, RuleCondition, RuleMoney, Section
from bj.ruleset.model.house_rule_reading import WITH_TABLES, Totals, condition_of_totals, reading, text_of

ALWAYS = "True"
ACES = ("one card", "hit", "hit or double")
"""How split aces can be played, from the strictest rule to the most generous. Standing is always allowed."""
NO_SPLIT_ACE = "not (from_split and first == 11)"

if TYPE_CHECKING:
    Early: TypeAlias = bool | str
else:
    Early = Annotated[text_of("early_surrender"), reading("early_surrender")]


class Allowed(Section):
    """Base class for a table in ``[rules]`` that says when an action is allowed."""

    when: RuleCondition | None = Field(
        default=None,
        description="An additional condition for this action.",
        examples=["upcard != 11", "not soft"],
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield a condition for each option that limits the action.

        ``aces`` is the value of `aces` in [rules.split].
        """
        if self.when is not None:
            yield f"({self.when})" if re.search(r"\b(or|if)\b", self.when) else self.when

    def condition(self, aces: str) -> str:
        """Return a single condition that combines the conditions of all options.

        ``aces`` is the value of `aces` in [rules.split].
        """
        return " and ".join(self.parts(aces)) or ALWAYS


class Hit(Allowed):
    """Which hands players can hit."""

    doubled: bool = Field(
        default=False, description="Whether players can also hit a doubled hand.", examples=[True]
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield a condition for each option that limits the action.

        ``aces`` is the value of `aces` in [rules.split].
        """
        if aces == ACES[0]:
            yield NO_SPLIT_ACE
        yield from super().parts(aces)


class Double(Allowed):
    """Which hands players can double."""

    on: Totals | None = Field(
        default=None,
        description="The totals on which players can double, in the notation of charts. By default, they can "
        "double on any total.",
        examples=["9..11", "hard 10..11"],
    )
    cards: Literal[2, "any"] = Field(
        default=2,
        description="How many cards a hand can have when a player doubles it: only `2`, or `any` number.",
        examples=["any"],
    )
    after_split: bool = Field(
        default=True, description="Whether players can double a hand after a split.", examples=[False]
    )
    times: Annotated[int, Field(ge=1, le=8)] = Field(
        default=1,
        description="How many times players can double the same hand. Unless `cards` is `any`, they cannot "
        "double after a hit.",
        examples=[2],
    )
    for_less: bool = Field(
        default=False,
        description="Whether players who cannot afford to double can add all the money that they have left.",
        examples=[True],
    )
    face_down: bool = Field(
        default=False,
        description="Whether the card dealt to a doubled hand stays face down until the end.",
        examples=[True],
    )
    adds: RuleMoney | None = Field(
        default=None,
        description="How much doubling adds to the wager. By default, it adds the current wager. `wager // "
        "(doubled + 1)` adds the original wager every time.",
        examples=["wager // (doubled + 1)", "wager // 2"],
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield a condition for each option that limits the action.

        ``aces`` is the value of `aces` in [rules.split].
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
    """Which hands players can split.

    Any card with 11 as its highest value counts as an ace.
    """

    hands: Annotated[int, Field(ge=2, le=MOST_SPLIT)] | Literal["unlimited"] | ArgumentName = Field(
        default=4,
        description="How many hands a player can have after repeated splits, or the argument "
        "that sets this number.",
        examples=[2, 4, "unlimited", "most_hands"],
    )
    resplit_aces: bool = Field(
        default=False, description="Whether players can split aces again.", examples=[True]
    )
    aces: Literal["one card", "hit", "hit or double"] = Field(
        default="one card",
        description="How players can play split aces: `one card` deals one card to each, `hit` lets players "
        "hit them, and `hit or double` treats them like any other hand.",
        examples=["hit"],
    )
    same_rank: bool = Field(
        default=False,
        description="Whether both cards must have the same rank, which rules out splitting a king and a ten.",
        examples=[True],
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield a condition for each option that limits the action.

        ``aces`` is the value of `aces` in [rules.split].
        """
        yield "pair and same_rank" if self.same_rank else "pair"
        if self.hands != "unlimited":
            yield f"split_hands < {self.hands}"
        if not self.resplit_aces:
            yield NO_SPLIT_ACE
        yield from super().parts(aces)


class Surrender(Allowed):
    """Which hands players can surrender."""

    when: RuleCondition | None = Field(
        default=None,
        description="An additional condition for surrendering during a hand's turn.",
        examples=["upcard == 10"],
    )
    late: bool = Field(
        default=True,
        description="Whether players can surrender during a hand's turn, after the dealer has checked for a "
        "natural.",
        examples=[False],
    )
    early: Early = Field(
        default=False,
        description="When players can surrender in the step `offer surrender`, before the dealer checks for "
        "a natural.",
        examples=[True, "except against an ace"],
    )
    cards: Literal[2, "any"] = Field(
        default=2,
        description="How many cards a hand can have when a player surrenders it during its turn: only `2`, "
        "or `any` number.",
        examples=["any"],
    )
    after_split: bool = Field(
        default=False, description="Whether players can surrender a hand after a split.", examples=[True]
    )
    doubled: bool = Field(
        default=False,
        description="Whether players can also surrender a doubled hand, at the cost of part of the doubled "
        "wager.",
        examples=[True],
    )

    def parts(self, aces: str) -> Iterator[str]:
        """Yield a condition for each option that limits the action.

        ``aces`` is the value of `aces` in [rules.split].
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
"""Maps each rule that can be written as a table to the model of that table."""


def allowed(key: str) -> Any:
    """Return the type for the rule ``key``: true, false, a word, a condition or, for some rules, a table."""
    if key not in WITH_TABLES:
        return Annotated[text_of(key), reading(key)]
    forms = (Annotated[text_of(key), Tag("a text")], Annotated[TABLES[key], Tag("a table")])
    return Annotated[Union[forms], Discriminator(_form_of), reading(key)]  # noqa: UP007  # made at run time


def _form_of(value: Any) -> str:
    return "a table" if isinstance(value, dict | Allowed) else "a text"
