"""Side bets: separate wagers on individual cards."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BeforeValidator, Discriminator, Field, Tag, WithJsonSchema
from pydantic_core import PydanticCustomError

from bj.faults_and_fixes import Fix, Remedy
from bj.ruleset.model.base import (
    ActionCondition,
    ActionMoney,
    RuleCondition,
    RuleMoney,
    Section,
    StartMoney,
    Text,
)
from bj.ruleset.model.rules_and_payouts import Ratio
from bj.ruleset.suggestions import suggest
from bj.ruleset.toml.reading_and_writing import write_value

Look = Literal["player 1", "player 2", "upcard", "hole card", "player", "dealer"]
"""A word for the cards that decide a side bet: a single card, or all cards in a hand."""

CARDS_OF_HANDS: Mapping[str, tuple[str, ...]] = {
    "player": ("player 1", "player 2"),
    "dealer": ("upcard", "hole card"),
}
"""Maps each word for a whole hand to the words for its first two cards."""

WORDS_OF_CARDS: Mapping[str, Sequence[str]] = {
    "first two": ["player 1", "player 2"],
    "first two and upcard": ["player 1", "player 2", "upcard"],
}
"""Maps phrases for the cards in common side bets to lists of these cards."""


REMEDY_FOR_CARDS = 'write `"first two"`, `"first two and upcard"`, or cards such as `["player 1", "upcard"]`'
PHRASE = re.compile(r" .* |[,+&_]|\band\b")
"""A pattern for phrases about cards that are not just a misspelled word."""


def cards_of(value: Any) -> Any:
    """Return ``value`` as a list if it is a word for one or more cards. Return other values unchanged.

    >>> cards_of("first two"), cards_of("dealer"), cards_of(["upcard"])
    (['player 1', 'player 2'], ['dealer'], ['upcard'])
    """
    if isinstance(value, str):
        return list(WORDS_OF_CARDS[value]) if value in WORDS_OF_CARDS else [value]
    return value


def _read_cards(value: Any) -> Any:
    """Return ``value`` as a list of cards. Refuse a value that is neither a word for cards nor a list."""
    words = (*WORDS_OF_CARDS, *get_args(Look))
    if isinstance(value, list) and all(map(_is_text, value)) and not {*value} <= {*get_args(Look)}:
        raise _fault_of_cards(REMEDY_FOR_CARDS)
    if isinstance(value, str) and value not in words:
        raise _fault_of_cards(REMEDY_FOR_CARDS if PHRASE.search(value) else suggest(value, words))
    if not isinstance(value, str | list):
        raise PydanticCustomError("cards_type", "should be a list in brackets or a word in quotes")
    return cards_of(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _fault_of_cards(remedy: Remedy) -> PydanticCustomError:
    return PydanticCustomError("cards", "should be cards, or a word for them", {"remedy": remedy})


CardsOfBet = Annotated[
    list[Look],
    BeforeValidator(_read_cards),
    Field(min_length=1, max_length=8),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": [*WORDS_OF_CARDS, *get_args(Look)]},
                {"type": "array", "items": {"enum": [*get_args(Look)]}, "minItems": 1, "maxItems": 8},
            ]
        }
    ),
]

PAIRS: list[dict[str, Any]] = [
    {"when": "same_rank and suited", "pays": "25:1"},
    {"when": "same_rank", "pays": "6:1"},
]


class PayRow(Section):
    """A row in a pay table."""

    when: RuleCondition = Field(
        description="The row applies if this condition is true for the cards in the bet, taken as a hand.",
        examples=["same_rank and suited", "total == 20"],
    )
    pays: Ratio = Field(description="The payout; `0:1` returns the bet.", examples=["25:1"])
    jackpot: Ratio | None = Field(
        default=None,
        description="The share of the jackpot to pay in addition. `1:1` pays all of it.",
        examples=["1:10"],
    )


class Jackpot(Section):
    """A pot that grows with every bet until someone wins it."""

    start: StartMoney = Field(
        description="How much the pot contains at the start of a game. To carry over the pot from an earlier "
        "game, use an argument.",
        examples=[1000, "jackpot"],
    )
    reset: StartMoney | None = Field(
        default=None,
        description="The smallest amount in the pot after a payout. If less is left, the house adds the "
        "difference. The default is `start`.",
        examples=[1000],
    )
    adds: Ratio = Field(
        default="1:1", description="The share of each bet that goes into the pot.", examples=["1:1", "1:5"]
    )


class SideBet(Section):
    """A bet on certain cards. Its result does not depend on the result of the hand."""

    name: Text | None = Field(
        default=None,
        description="The name of the bet. The default is its key, with spaces for underscores.",
        examples=["matching suits"],
    )
    when: RuleCondition | None = Field(
        default=None,
        description="The step `take side bets` offers the bet only if this condition is true. By default, it "
        "always does.",
        examples=["upcard == 11"],
    )
    wager: RuleMoney = Field(
        default="minimum",
        description="The amount to bet, unless players can choose one with `between`. A bet larger than "
        "`rules.maximum_wager` is not offered.",
        examples=["minimum", "5", "wager // 2"],
    )
    between: Annotated[list[RuleMoney], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="The smallest and the largest amount that players can bet, in place of `wager`. They can "
        "always answer 0 to not bet. Players with less money than the largest amount can bet all of it.",
        examples=[[1, 25], ["minimum", "wager"]],
    )
    cards: CardsOfBet = Field(
        default=["player 1", "player 2"],
        description="The cards that decide the bet: the player's `first two`, the `first two and upcard`, or "
        "a list. A list contains, in order, the player's first cards (`player 1`, `player 2`), the dealer's "
        "`upcard` and `hole card` (the other one of the dealer's first two, even if it is dealt later), or "
        "all cards of the `player` or the `dealer`, and no card twice. After a split, the `player` cards are "
        "those in the first hand. A bet on any card besides the player's first two and the upcard is settled "
        "together with the hands.",
        examples=["first two and upcard", ["upcard", "player 1"], "dealer"],
    )
    jackpot: Jackpot | None = Field(
        default=None,
        description="A pot for all players, which a row in the pay table can pay out.",
        examples=[{"start": 1000, "adds": "1:5"}],
    )
    pay_table: Annotated[list[PayRow], Field(min_length=1, max_length=30)] = Field(
        description="The rows of the pay table. The first row that applies determines the payout. If no row "
        "applies, the bet is lost.",
        examples=[PAIRS],
    )


class SideBetPlan(Section):
    """When a strategy makes a side bet, and how much it bets."""

    when: ActionCondition = Field(
        default="True",
        description="The strategy makes the bet only if this condition is true. By default, it always does.",
        examples=["count >= 8"],
    )
    wager: ActionMoney | None = Field(
        default=None,
        description="The amount to bet, for a bet with `between`. With 0, the strategy does not bet. An "
        "amount outside the limits is replaced by the nearest limit. The default is the smallest amount.",
        examples=[10, "2 * minimum"],
    )


def _form_of(plan: Any) -> str:
    return "a table" if isinstance(plan, dict | SideBetPlan) else "a condition"


def _not_amount(plan: Any) -> Any:
    if isinstance(plan, int | float) and not isinstance(plan, bool):
        remedy = Fix(f"{{ wager = {write_value(plan)} }}")
        raise PydanticCustomError(
            "plan_type", "should be true, false, a condition or a table", {"remedy": remedy}
        )
    return plan


Plan: TypeAlias = Annotated[
    Annotated[SideBetPlan, Tag("a table")] | Annotated[ActionCondition, Tag("a condition")],
    Discriminator(_form_of),
    BeforeValidator(_not_amount),
]
"""When a strategy makes a side bet: a condition, or a table that can also set the amount."""


def name_of(key: str, bet: SideBet) -> str:
    """Return the name of ``bet``. If it has none, return ``key`` with spaces in place of underscores.

    >>> name_of("first_pair", SideBet.model_construct(name=None))
    'first pair'
    """
    return bet.name or key.replace("_", " ")
