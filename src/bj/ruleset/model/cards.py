"""Cards: the values of ranks, and the names of cards."""

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
    """Add the standard names of the suits that ``given`` omits."""
    return {**SUITS, **given} if isinstance(given, dict) else given


def _fill_ranks(given: Any) -> Any:
    """Complete the ranks in ``given`` with their standard names and values.

    If a rank has a `value`, it replaces both standard values.
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
    raise PydanticCustomError("code", "this is not the code of a rank", {"remedy": remedy})


RankCode = Annotated[
    str,
    AfterValidator(_check_code),
    WithJsonSchema({"enum": list(CODES + OWN_CODES)}),
]


class Rank(Section):
    """A rank. A standard rank keeps its defaults, but a `value` without `or` is its only value."""

    name: Text = Field(
        description="The name of the rank, for `{rank}` in the name of a card.", examples=["Ace", "10"]
    )
    value: Annotated[int, Field(ge=0, le=LARGEST_WORTH)] = Field(
        description='The points that the card adds to a total; with `count_in = "halves"`, in half points.',
        examples=[10, 1, 0],
    )
    or_: Annotated[int, Field(ge=1, le=LARGEST_WORTH)] | None = Field(
        default=None,
        alias="or",
        description="A second, higher value that counts instead unless the hand would bust with it: "
        "11 for an ace. Only one card of a hand can count its higher value.",
        examples=[11],
    )
    card: Text | None = Field(
        default=None,
        description="The name of cards of this rank, replacing the `name` of [cards].",
        examples=["Joker", "{rank} in {suit}"],
    )


class Cards(Section):
    """The cards of a pack, their values and their names. The defaults describe a standard pack."""

    name: Text = Field(
        default="{rank} of {suit}",
        description="The name of a card, made of `{rank}` and `{suit}`.",
        examples=["{rank} of {suit}", "{rank}{suit}"],
    )
    listed: Text = Field(
        default="{card} ",
        description="A card in a list of cards, made of `{card}`, `{rank}` and `{suit}`.",
        examples=["{card} ", "[{card}]"],
    )
    hidden: Text = Field(
        default="?? ", description="A face-down card in a list of cards.", examples=["?? ", "[??]"]
    )
    suits: Annotated[dict[SuitCode, Text], BeforeValidator(_fill_suits)] = Field(
        default=SUITS,
        validate_default=True,
        description="The names of the suits S, H, C and D.",
        examples=[{"S": "Swords", "H": "Cups", "C": "Clubs", "D": "Coins"}],
    )
    ranks: Annotated[dict[RankCode, Rank], BeforeValidator(_fill_ranks)] = Field(
        default=RANKS,
        validate_default=True,
        description="Changes to the ranks 2 to 9, T, J, Q, K and A. By default, their names are Two to "
        "Ace, and their values are 2 to 10, and 1 or 11 for an ace. You can add custom ranks, each with a "
        f"name, a value, and one of the letters {' '.join(OWN_CODES)} as its code.",
        examples=[{"K": {"name": "Rey"}, "A": {"value": 11}}, {"X": {"name": "Joker", "value": 10}}],
    )
    count_in: Literal["points", "halves"] = Field(
        default="points",
        description="The unit of all totals and values of cards in a ruleset: with `halves`, a card with the "
        "`value` 1 is worth half a point, and a total of 15 is printed as 7.5.",
        examples=["halves"],
    )
    suit_order: Text = Field(
        default="S H C D",
        description="The order of the suits in a new pack, which begins with all ranks of the first suit; "
        "suits that you do not list come last.",
        examples=["H C D S"],
    )
    rank_order: Text = Field(
        default="2 3 4 5 6 7 8 9 T J Q K A",
        description="The order of the ranks of each suit in a new pack. Ranks that you do not list come "
        "last.",
        examples=["A 2 3 4 5 6 7 8 9 T J Q K"],
    )
    pack: Annotated[dict[Text, Annotated[int, Field(ge=0, le=MOST_COPIES)]], Field(max_length=100)] = Field(
        default={},
        description="How many copies of a card a pack contains, if not one: by rank, suit or single card. A "
        "more specific key overrides a more general one.",
        examples=[{"T": 0}, {"2 3 4 5 6": 0}, {"A": 2, "AS": 1}, {"X": 0, "XS XH": 1}],
    )

    def write_total(self, total: int) -> str:
        """Return ``total`` as the output shows it.

        >>> Cards().write_total(15), Cards(count_in="halves").write_total(15)
        ('15', '7.5')
        """
        if self.count_in == "points":
            return str(total)
        return f"{total // 2}.5" if total % 2 else str(total // 2)
