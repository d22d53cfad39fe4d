"""The shoe: how many packs, how they are shuffled and when."""

from typing import Annotated, Literal

from pydantic import Field

from bj.catalogue.limits import MOST_PACKS, MOST_SEATS
from bj.ruleset.model.base import Identifier, Section, TableCondition
from bj.ruleset.model.penetration import Penetration


class Shuffle(Section):
    """How the cards are shuffled."""

    method: Literal["riffle", "uniform"] = Field(
        default="uniform",
        description="`riffle` cuts the shoe and interleaves the two halves; `uniform` makes every order "
        "equally likely.",
        examples=["riffle"],
    )
    cuts: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None, description="Riffle only: how many random cuts a shuffle has.", examples=[7]
    )
    between: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="Riffle only: smallest and largest number of cards that a random cut lifts.",
        examples=[[10, 42]],
    )
    first_cuts: Identifier | None = Field(
        default=None,
        description="Riffle only: the argument whose file sets the cuts of the first shuffle.",
        examples=["cuts"],
    )
    generator: Literal["mt19937", "sfc32"] = Field(
        default="sfc32",
        description="Source of randomness: `mt19937` seeded by init_genrand as C programs do, or the faster "
        "`sfc32`.",
        examples=["mt19937"],
    )


class Shoe(Section):
    """The shoe that cards are dealt from."""

    packs: Annotated[int, Field(ge=1, le=MOST_PACKS)] | Literal["infinite"] = Field(
        default=1,
        description='Packs in the shoe, or `"infinite"`: every card of the pack equally likely at any time; '
        "of the usual pack, every rank of spades, unless an expression asks for suits.",
        examples=[1, 6, "infinite"],
    )
    players_per_pack: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = Field(
        default=None,
        description="How many players share a pack, in place of `packs`: at 2, five players have 3 packs.",
        examples=[3],
    )
    shuffle: Shuffle = Field(
        default_factory=Shuffle.usual,
        description="How the cards are shuffled.",
        examples=[{"method": "riffle", "cuts": 5, "between": [10, 42]}],
    )
    seed: Annotated[int, Field(ge=0, lt=2**32)] | Literal["random"] = Field(
        default=0,
        description='Seed of a run without `--seed`: a number, or `"random"` for a fresh one each time.',
        examples=[0, "random"],
    )
    when_empty: Literal["stop", "restart hand", "reshuffle discards"] = Field(
        default="stop",
        description="The remedy when the cards run out in the middle of a hand: the game stops with an "
        "error, the shoe is shuffled and the hand starts again, or what was discarded is shuffled and play "
        "goes on.",
        examples=["restart hand"],
    )
    reshuffle_when: TableCondition | None = Field(
        default=None,
        description="Condition under which the step `reshuffle` shuffles, such as `cards_left < 15`; true "
        "for every hand, false for never.",
        examples=["cards_left < 15", "cards_left < 6 * players", True],
    )

    penetration: Penetration | None = Field(
        default=None,
        description="How far the shoe is dealt before the step `reshuffle` shuffles, in place of "
        "`reshuffle_when`: a share of its cards, or how many cards or packs are left then.",
        examples=["75%", "78 cards left", "1.5 packs left"],
    )

    @property
    def is_infinite(self) -> bool:
        """Whether it has no end; `players_per_pack` does not matter then."""
        return self.packs == "infinite"
