"""Cards: how much each rank is worth, what the cards are called, and what a pack contains."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from bj.cards import OWN_RANKS as OWN_CODES
from bj.cards import RANKS as CODES
from bj.catalogue.limits import LARGEST_WORTH, MOST_COPIES
from bj.ruleset.model.base import Section, Text

SuitCode = Literal["S", "H", "C", "D"]

SUITS: dict[Any, Any] = {"S": "Spades", "H": "Hearts", "C": "Clubs", "D": "Diamonds"}
_NAMES = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
RANKS: dict[Any, Any] = {
    **{
        code: {"name": name, "value": min(pips, 10)}
        for pips, (code, name) in enumerate(zip("23456789TJQK", _NAMES, strict=True), 2)
    },
    "A": {"name": "Ace", "value": 1, "or": 11},
}


def _fill_suits(given: Any) -> Any:
    """Add the standard name of each suit that is missing from ``given``."""
    return {**SUITS, **given} if isinstance(given, dict) else given


def _fill_ranks(given: Any) -> Any:
    """Add the standard ranks to ``given``, and add standard values to ranks that lack them.

    If a rank in ``given`` has a `value`, that value replaces both of its standard values.
    """
    if not isinstance(given, dict):
        return given
    filled = dict(RANKS)
    for code, rank in given.items():
        usual = RANKS.get(code, {}) if isinstance(rank, dict) else {}
        kept = {key: value for key, value in usual.items() if key != "or" or "value" not in rank}
        filled[code] = {**kept, **rank} if isinstance(rank, dict) else rank
    return filled


def _check_code(code: str) -> str:
    if len(code) == 1 and code in CODES + OWN_CODES:
        return code
    remedy = f"use one of {' '.join(CODES)}, or for a custom rank one of {' '.join(OWN_CODES)}"
    raise PydanticCustomError("code", "this is not a rank code", {"remedy": remedy})


RankCode = Annotated[
    str,
    AfterValidator(_check_code),
    WithJsonSchema({"enum": list(CODES + OWN_CODES)}),
]


class Rank(Section):
    """A rank. Standard ranks have default values, but a `value` without `or` replaces both of them."""

    name: Text = Field(
        description="The name of the rank, used for `{rank}` in the name of a card.", examples=["Ace", "10"]
    )
    value: Annotated[int, Field(ge=0, le=LARGEST_WORTH)] = Field(
        description="The points that a card of this rank adds to a total, in half points with `count_in = "
        '"halves"`.',
        examples=[10, 1, 0],
    )
    or_: Annotated[int, Field(ge=1, le=LARGEST_WORTH)] | None = Field(
        default=None,
        alias="or",
        description="A second, higher value that counts instead unless the hand would bust with it: 11 for "
        "an ace. Only one card in a hand can count its higher value.",
        examples=[11],
    )
    card: Text | None = Field(
        default=None,
        description="The name for cards of this rank, in place of the `name` in [cards].",
        examples=["Joker", "{rank} in {suit}"],
    )


class Cards(Section):
    """The cards in a pack, with their values and names. The defaults describe a standard pack."""

    name: Text = Field(
        default="{rank} of {suit}",
        description="The template for the name of a card, with the fields `{rank}` and `{suit}`.",
        examples=["{rank} of {suit}", "{rank}{suit}"],
    )
    listed: Text = Field(
        default="{card} ",
        description="The template for a card in a list, with the fields `{card}`, `{rank}` and `{suit}`.",
        examples=["{card} ", "[{card}]"],
    )
    hidden: Text = Field(
        default="?? ", description="How a face-down card appears in a list.", examples=["?? ", "[??]"]
    )
    suits: Annotated[dict[SuitCode, Text], BeforeValidator(_fill_suits)] = Field(
        default=SUITS,
        validate_default=True,
        description="The names for the suits S, H, C and D.",
        examples=[{"S": "Swords", "H": "Cups", "C": "Clubs", "D": "Coins"}],
    )
    ranks: Annotated[dict[RankCode, Rank], BeforeValidator(_fill_ranks)] = Field(
        default=RANKS,
        validate_default=True,
        description="Changes to the ranks 2 to 9, T, J, Q, K and A. By default, they are named Two to Ace "
        "and are worth 2 to 10, and an ace 1 or 11. You can add custom ranks, each with a name, a value, "
        f"and one of the letters {' '.join(OWN_CODES)} as its code.",
        examples=[{"K": {"name": "Rey"}, "A": {"value": 11}}, {"X": {"name": "Joker", "value": 10}}],
    )
    count_in: Literal["points", "halves"] = Field(
        default="points",
        description="The unit for every total and card value in the ruleset. With `halves`, a card with the "
        "`value` 1 is worth half a point, and a total of 15 is printed as 7.5.",
        examples=["halves"],
    )
    suit_order: Text = Field(
        default="S H C D",
        description="The order of the suits in a new pack, which starts with every rank of the first suit. "
        "Suits that you do not list come last.",
        examples=["H C D S"],
    )
    rank_order: Text = Field(
        default="2 3 4 5 6 7 8 9 T J Q K A",
        description="The order of the ranks within each suit in a new pack. Ranks that you do not list come "
        "last.",
        examples=["A 2 3 4 5 6 7 8 9 T J Q K"],
    )
    pack: Annotated[dict[Text, Annotated[int, Field(ge=0, le=MOST_COPIES)]], Field(max_length=100)] = Field(
        default={},
        description="How many copies of a card are in a pack, if not one. A key is a rank, a suit or a card, "
        "and the most specific key applies.",
        examples=[{"T": 0}, {"2 3 4 5 6": 0}, {"A": 2, "AS": 1}, {"X": 0, "XS XH": 1}],
    )

    def write_total(self, total: int) -> str:
        """Return ``total`` as text, in the unit that players see.

        >>> Cards().write_total(15), Cards(count_in="halves").write_total(15)
        ('15', '7.5')
        """
        if self.count_in == "points":
            return str(total)
        return f"{total // 2}.5" if total % 2 else str(total // 2)
