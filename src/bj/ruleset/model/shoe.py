"""The shoe: how many packs it contains, and how and when they are shuffled."""

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from bj.catalogue.limits import MOST_PACKS, MOST_SEATS
from bj.faults_and_fixes import Fix
from bj.ruleset.model.base import ArgumentName, Identifier, Section, Seed, TableCondition
from bj.text.lazy_regex import compile_later

SHARE = compile_later(r"([1-9][0-9]?(?:\.[0-9])?)%")
LEFT = compile_later(r"(?!0+(?:\.0+)? )([0-9]{1,4}(?:\.[0-9]{1,2})?) (card|pack)s? left")
HABIT = compile_later(
    r"\s*+(\d{1,4}(?:\.\d{1,2})?|\.\d{1,2})\s*+(%|percent|per cent|cards?|packs?|decks?)?\s*+(?:left)?\s*+"
)
LEAST_PERCENT = 10
"""The smallest number without a unit that is read as a percentage. Smaller numbers could mean packs."""
PATTERN = f"^({SHARE.pattern}|{LEFT.pattern})$".replace("(?:", "(")


def respell(value: Any) -> str:
    """Return the penetration ``value`` in ruleset notation.

    Return an empty string if its meaning is unclear.

    >>> respell(75), respell(0.75), respell("26 cards"), respell("1.5 decks")
    ('75%', '75%', '26 cards left', '1.5 packs left')
    """
    match = HABIT.fullmatch(str(value).lower())
    if match is None or isinstance(value, bool):
        return ""
    number, unit = match[1], (match[2] or "%").rstrip("s")
    if match[2] is None and 1 <= Fraction(number) < LEAST_PERCENT:
        return ""  # percent, or packs
    if unit in ("%", "percent", "per cent"):
        percent = Fraction(number) * (100 if Fraction(number) < 1 else 1)
        written = f"{float(percent):g}%"
        return written if SHARE.fullmatch(written) else ""
    written = f"{number} {'card' if unit == 'card' else 'pack'}{'s' if number != '1' else ''} left"
    return written if LEFT.fullmatch(written) else ""


def _read(value: Any) -> Any:
    """Return ``value`` if it is a valid penetration. Otherwise refuse it, and suggest the right notation."""
    if not isinstance(value, (str, int, float)):
        return value  # not a string: pydantic reports it
    if isinstance(value, str) and (SHARE.fullmatch(value) or LEFT.fullmatch(value)):
        return value
    written = respell(value)
    remedy = Fix(f'"{written}"') if written else 'write `"75%"`, `"78 cards left"` or `"1.5 packs left"`'
    raise PydanticCustomError(
        "penetration", "should be a percentage, or the cards or packs left", {"remedy": remedy}
    )


Penetration = Annotated[str, BeforeValidator(_read), WithJsonSchema({"type": "string", "pattern": PATTERN})]
"""How far into the shoe the dealer deals: the share of cards dealt, or the number of cards or packs left."""


def cards_then_left(penetration: str, pack: int, packs: int) -> int:
    """Return how many cards are left in the shoe when the dealer has reached ``penetration``.

    The shoe contains ``packs`` packs with ``pack`` cards each.

    >>> [cards_then_left(each, 52, 6) for each in ("75%", "78 cards left", "1.5 packs left")]
    [78, 78, 78]
    """
    share, left = SHARE.fullmatch(penetration), LEFT.fullmatch(penetration)
    if share is not None:
        return pack * packs - int(pack * packs * Fraction(share[1]) / 100)
    if left is None:
        raise ValueError(f"`{penetration}` is not a penetration")
    return int(Fraction(left[1]) * (pack if left[2] == "pack" else 1))


class Shuffle(Section):
    """How to shuffle the cards."""

    method: Literal["riffle", "uniform"] = Field(
        default="uniform",
        description="`riffle` cuts the shoe and interleaves the two parts; `uniform` makes every order "
        "equally likely.",
        examples=["riffle"],
    )
    cuts: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None, description="Riffle only: the number of random cuts per shuffle.", examples=[7]
    )
    between: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="Riffle only: the smallest and the largest number of cards that a random cut can lift.",
        examples=[[10, 42]],
    )
    first_cuts: Identifier | None = Field(
        default=None,
        description="Riffle only: the argument whose file sets the cuts for the first shuffle.",
        examples=["cuts"],
    )
    generator: Literal["mt19937", "sfc32"] = Field(
        default="sfc32",
        description="The random number generator: `mt19937`, which is seeded with init_genrand like in C "
        "programs, or the faster `sfc32`.",
        examples=["mt19937"],
    )


class Shoe(Section):
    """The shoe from which cards are dealt."""

    packs: Annotated[int, Field(ge=1, le=MOST_PACKS)] | Literal["infinite"] | ArgumentName = Field(
        default=1,
        description='The number of packs in the shoe, the argument that sets it, or `"infinite"`. In an '
        "infinite shoe, every card in the pack is always equally likely. If the packs are standard, it deals "
        "only spades, unless an expression depends on suits.",
        examples=[1, 6, "infinite", "packs"],
    )
    players_per_pack: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = Field(
        default=None,
        description="How many players share one pack, in place of `packs`: with 2, five players get 3 packs.",
        examples=[3],
    )
    shuffle: Shuffle = Field(
        default_factory=Shuffle.usual,
        description="How to shuffle the cards.",
        examples=[{"method": "riffle", "cuts": 5, "between": [10, 42]}],
    )
    seed: Seed | Literal["random"] = Field(
        default=0,
        description='The seed for games without `--seed`: a number, or `"random"` for a new seed each time.',
        examples=[0, "random"],
    )
    when_empty: Literal["stop", "restart hand", "reshuffle discards"] = Field(
        default="stop",
        description="The behavior if the cards run out in the middle of a hand: the game stops with an "
        "error, the shoe is shuffled and the hand starts again, or the discards are shuffled and play "
        "continues. If a hand starts again, payments from `change bankroll` are not undone, and powers keep "
        "what they remember.",
        examples=["restart hand"],
    )
    reshuffle_when: TableCondition | None = Field(
        default=None,
        description="The step `reshuffle` shuffles only if this condition is true. Write `true` to shuffle "
        "before every hand, or `false` to never shuffle.",
        examples=["cards_left < 15", "cards_left < 6 * players", True],
    )

    penetration: Penetration | None = Field(
        default=None,
        description="How far to deal the shoe before the step `reshuffle` shuffles it, in place of "
        "`reshuffle_when`: the share of cards dealt, or the number of cards or packs left.",
        examples=["75%", "78 cards left", "1.5 packs left"],
    )

    @property
    def is_infinite(self) -> bool:
        """Whether the shoe is infinite, so that cards already dealt do not affect the next card."""
        return self.packs == "infinite"
