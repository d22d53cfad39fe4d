"""Side bets: wagers on some of the cards, apart from the hand."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from bj.ruleset.model.base import RuleCondition, RuleMoney, Section, StartMoney, Text
from bj.ruleset.model.rules import Ratio

Look = Literal["player 1", "player 2", "upcard", "hole card", "player", "dealer"]
"""A card that a side bet looks at, or all those of a hand."""

CARDS_OF_HANDS: Mapping[str, tuple[str, ...]] = {
    "player": ("player 1", "player 2"),
    "dealer": ("upcard", "hole card"),
}
"""The cards with a word of their own, by the word for all cards of their hand."""

PAIRS: list[dict[str, Any]] = [
    {"when": "same_rank and suited", "pays": "25:1"},
    {"when": "same_rank", "pays": "6:1"},
]


class PayRow(Section):
    """A row of a pay table."""

    when: RuleCondition = Field(
        description="Condition over the cards that the bet looks at, as if they were a hand.",
        examples=["same_rank and suited", "total == 20"],
    )
    pays: Ratio = Field(description="The payout; `0:1` gives the bet back.", examples=["25:1"])
    meter: Ratio | None = Field(
        default=None,
        description="How much of the bet's meter it pays as well; `1:1` is all of it.",
        examples=["1:10"],
    )


class Meter(Section):
    """A pot that grows by each bet until it is paid."""

    start: StartMoney = Field(
        description="The amount at the start of a game; an argument can give the rest of an earlier game.",
        examples=[1000, "jackpot"],
    )
    reset: StartMoney | None = Field(
        default=None,
        description="The smallest amount after a payout: if less is left, the house adds the difference. By "
        "default, `start`.",
        examples=[1000],
    )
    adds: Ratio = Field(
        default="1:1", description="How much of each bet is added to it.", examples=["1:1", "1:5"]
    )


class SideBet(Section):
    """A wager on some of the cards, which is won or lost apart from the hand."""

    name: Text | None = Field(
        default=None,
        description="Its name; by default, its key with spaces for underscores.",
        examples=["matching suits"],
    )
    when: RuleCondition | None = Field(
        default=None,
        description="Condition under which the step `take side bets` offers it; without it, always.",
        examples=["upcard == 11"],
    )
    wager: RuleMoney = Field(
        default="minimum", description="The amount to bet.", examples=["minimum", "5", "wager // 2"]
    )
    looks_at: Annotated[list[Look], Field(min_length=1, max_length=8)] = Field(
        description="The cards that decide it, in order: the player's first two (`player 1`, `player 2`), "
        "the dealer's `upcard` and `hole card` (the other one of the dealer's first two, even if it is dealt "
        "later), or all cards of the `player` or the `dealer`; every card at most once. A bet on more than "
        "the player's first two cards and the upcard is settled with the hands.",
        examples=[["player 1", "player 2", "upcard"]],
    )
    meter: Meter | None = Field(
        default=None,
        description="The pot that a row of the pay table pays from, which all players share.",
        examples=[{"start": 1000, "adds": "1:5"}],
    )
    pay_table: Annotated[list[PayRow], Field(min_length=1, max_length=30)] = Field(
        description="Its rows: the first one whose condition holds says what the bet pays. "
        "If none holds, the bet is lost.",
        examples=[PAIRS],
    )


def name_of(key: str, bet: SideBet) -> str:
    """The name of a side bet.

    >>> name_of("first_pair", SideBet.model_construct(name=None))
    'first pair'
    """
    return bet.name or key.replace("_", " ")
