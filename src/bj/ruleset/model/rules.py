"""Rules and payouts: what a hand may be and what it brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints, create_model

from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET, MOST_DECIMALS
from bj.catalogue.rules import RULES
from bj.ruleset.model.base import Formula, Section

Ratio = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4}:[1-9][0-9]{0,3}$")]
"""A payout such as ``3:2``: three for every two wagered."""


class Money(Section):
    """What money is counted in."""

    decimals: Annotated[int, Field(ge=0, le=MOST_DECIMALS)] = Field(
        default=0,
        description="Decimals of an amount of money: 2 when the smallest unit is a cent.",
        examples=[2],
    )


class _Rules(Section):
    """What is allowed at the table."""

    target: Annotated[int, Field(ge=LEAST_TARGET, le=LARGEST_TARGET)] = Field(
        default=21, description="The total that a hand tries to reach and busts beyond.", examples=[21, 31]
    )
    minimum_wager: Formula = Field(
        default="1",
        description="The smallest wager, which expressions know as `minimum`.",
        examples=[5, "minimum"],
    )

    @property
    def bits(self) -> int:
        """The bits of the house rules that hold."""
        return sum(rule.bit for rule in RULES.values() if getattr(self, rule.key))

    def has(self, rule: int) -> bool:
        """Whether a house rule holds, one of the catalogue's."""
        return self.bits & rule != 0


if TYPE_CHECKING:

    class Rules(_Rules):
        """The house rules of the catalogue beside them."""

else:
    Rules = create_model(
        "Rules",
        __base__=_Rules,
        __doc__=_Rules.__doc__,
        **{
            rule.key: (bool, Field(default=False, description=rule.means, examples=[True]))
            for rule in RULES.values()
        },
    )


class Payouts(Section):
    """What a wager brings, as ratios of it."""

    win: Ratio = Field(default="1:1", description="A hand that beats the dealer's.", examples=["1:1", "2:1"])
    natural: Ratio = Field(
        default="3:2", description="A natural: two cards that make the target.", examples=["3:2", "6:5"]
    )
    tie: Literal["push", "lose", "win"] = Field(
        default="push",
        description="Equal totals: the wager comes back, is lost, or wins.",
        examples=["push", "lose"],
    )
    rounding: Literal["down", "up", "nearest"] = Field(
        default="down",
        description="How a payout is brought to whole units of money; `nearest` rounds a half up.",
        examples=["down", "nearest"],
    )
