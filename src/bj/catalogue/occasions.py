"""Occasions: when the people at the table can react."""

from collections.abc import Mapping
from typing import NamedTuple

from bj.catalogue.layout import BITS, Layout, fit


class Occasion(NamedTuple):
    """An occasion on which people can react."""

    name: str
    number: int
    means: str
    """When the occasion arises."""
    words: str
    """The rule card's clause that introduces a reaction on this occasion."""
    steps: tuple[str, ...]
    """The steps that can cause the occasion. Empty if the occasion does not depend on steps."""
    roles: tuple[str, ...]
    """The roles for which the occasion can arise."""
    of_others: str
    """The rule card's clause that introduces a reaction to another person's occasion.

    `{}` is the other person. Empty if other people cannot react.
    """
    analysed: bool = False
    """Whether exact analysis supports the occasion.

    If not, rulesets that use the occasion cannot be analyzed exactly.
    """


OCCASIONS: dict[str, Occasion] = {}

_occasions = Layout(1)


def _occasion(
    name: str,
    means: str,
    words: str,
    steps: tuple[str, ...] = (),
    roles: tuple[str, ...] = ("player", "dealer"),
    of_others: str = "",
    *,
    analysed: bool = False,
) -> int:
    """Add an occasion to the catalogue, and return its number."""
    number = _occasions.field()
    OCCASIONS[name] = Occasion(name, number, means, words, steps, roles, of_others, analysed)
    return number


_EVERYBODY = "the players and the dealer react"
_HANDS = ("players act", "dealer acts")
_ENDS = ("kick out player", "kick out dealer")
_PLAYER = ("player",)

ROUND_BEGINS = _occasion(
    "round begins", f"a round begins; {_EVERYBODY}", "When a round begins", analysed=True
)
HAND_BEGINS = _occasion(
    "hand begins",
    f"a hand begins, before wagers and cards; {_EVERYBODY}, before `announce hand`",
    "When a hand begins",
    analysed=True,
)
DEALT = _occasion(
    "dealt",
    f"the first cards are dealt; {_EVERYBODY}",
    "When the first cards are dealt",
    ("deal",),
    of_others="When {} is dealt the first cards",
    analysed=True,
)
TURN = _occasion(
    "turn",
    "the turn of the owner's hand begins; additional hands from a split have no separate turn",
    "When their turn begins",
    _HANDS,
    of_others="When the turn of {} begins",
    analysed=True,
)
DRAWN = _occasion(
    "drawn",
    "the owner's hand has drawn a card during its turn without busting; this excludes retaken cards and the "
    "second card of a hand from a split",
    "When they have drawn a card",
    _HANDS,
    of_others="When {} has drawn a card",
    analysed=True,
)
BUST = _occasion(
    "bust",
    "the owner's hand would bust during its turn; this excludes hands that another player's card busts later",
    "When their hand busts",
    _HANDS,
    of_others="When {} busts",
    analysed=True,
)
STAND = _occasion(
    "stand",
    "the owner's hand would stand",
    "When their hand would stand",
    _HANDS,
    of_others="When {} stands",
    analysed=True,
)
TURNS_OVER = _occasion(
    "turns over",
    "all players have had their turns, and the owner's hand stands; only players who have not busted react",
    "When all players have had their turns",
    ("players act",),
    _PLAYER,
    analysed=True,
)
DEALER_STANDS = _occasion(
    "dealer stands",
    "the dealer would stand; only players react",
    "When the dealer would stand",
    ("dealer acts",),
    _PLAYER,
    analysed=True,
)
HAND_OVER = _occasion(
    "hand over",
    f"all steps in a hand are over, or all steps before `pass bank`; {_EVERYBODY}",
    "When a hand is over",
    analysed=True,
)
ROUND_OVER = _occasion(
    "round over",
    f"the step `end round` is reached; {_EVERYBODY}",
    "When a round is over",
    ("end round",),
    analysed=True,
)
ROUND_WON = _occasion(
    "round won",
    "the opponent is kicked out",
    "When they win the round",
    _ENDS,
    of_others="When {} wins the round",
    analysed=True,
)
KICKED_OUT = _occasion(
    "kicked out",
    "this member is kicked out",
    "When they are kicked out",
    _ENDS,
    of_others="When {} is kicked out",
    analysed=True,
)
HAND_WON = _occasion(
    "hand won",
    "the owner's hand wins money in `pay naturals` or `settle`, or by a power or an `at_once` bonus; this "
    "includes such a bonus, or a natural in `pay naturals`, that pays 0; only players react",
    "When they win the hand",
    roles=_PLAYER,
    of_others="When {} wins a hand",
    analysed=True,
)
HAND_LOST = _occasion(
    "hand lost",
    "the owner's hand loses money in `settle`, even if it busted earlier, or by a power; or it folds in "
    "`betting round` or surrenders in `offer surrender`; only players react",
    "When they lose the hand",
    roles=_PLAYER,
    of_others="When {} loses a hand",
    analysed=True,
)
PUSH = _occasion(
    "push",
    "the owner's hand ties, and the wager is returned; this includes hands that win or lose 0 in "
    '`settle`, as with `win = "0:1"`; only players react',
    "When their hand ties",
    roles=_PLAYER,
    of_others="When the hand of {} ties",
    analysed=True,
)

OF: Mapping[str, tuple[int, ...]] = {"mate": (1,), "opponent": (2,), "anybody": (1, 2)}
"""Maps each word for a relationship between people to the numbers of the relationships that it covers.

In a reaction to another person's occasion, WATCHING times such a number is added to the occasion's number.
"""

MATE, OPPONENT = OF["anybody"]
WATCHING = 32
"""A number that is greater than the number of any occasion."""

fit(len(OCCASIONS), WATCHING)
fit(WATCHING, BITS)
