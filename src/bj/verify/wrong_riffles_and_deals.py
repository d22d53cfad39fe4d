"""Incorrect ways to riffle a pack, and incorrect ways to deal cards from the shoe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest
from sys import maxsize
from typing import NamedTuple

from bj.verify.deviation_names import LATE


class Riffle(NamedTuple):
    """A way to riffle a pack after a cut."""

    message: str
    left_first: bool = False
    left_from_end: bool = False
    right_from_end: bool = False
    from_end: bool = False
    """Whether the cut is counted from the other end of the pack."""
    off_by: int = 0
    """How many cards too many the cut lifts. The number is negative if it lifts too few."""

    def mix(self, cards: Sequence[int], cut: int) -> list[int]:
        """Riffle ``cards`` after a cut that lifts ``cut`` of them. Return the cards in their new order.

        >>> RIFFLES["left first"].mix([1, 2, 3, 4, 5], 2)
        [1, 3, 2, 4, 5]
        """
        at = max((len(cards) - cut if self.from_end else cut) + self.off_by, 0)
        left, right = cards[:at], cards[at:]
        left = left[::-1] if self.left_from_end else left
        right = right[::-1] if self.right_from_end else right
        pairs = zip_longest(left, right) if self.left_first else zip_longest(right, left)
        return [card for card in chain.from_iterable(pairs) if card is not None]


UNRIFFLED = "unriffled"
"""A deviation: the cards remain in their original order."""

NEVER_SHUFFLED = "the cards are never shuffled: they come in the order of a new pack"
"""The message for cards that remain in their original order for the whole game."""

RIFFLES: Mapping[str, Riffle] = {
    "left first": Riffle("each riffle begins with the cards above the cut", left_first=True),
    "right from end": Riffle(
        "each riffle takes the cards below the cut in reverse order", right_from_end=True
    ),
    "left from end": Riffle("each riffle takes the cards above the cut in reverse order", left_from_end=True),
    "both from end": Riffle(
        "each riffle takes both parts of the pack in reverse order", left_from_end=True, right_from_end=True
    ),
    "left first from end": Riffle(
        "each riffle takes both parts of the pack in reverse order, and begins with the cards above the cut",
        left_first=True,
        left_from_end=True,
        right_from_end=True,
    ),
    "cut from end": Riffle("a cut is counted from the end of the pack", from_end=True),
    "one more": Riffle("a cut lifts off one card too many", off_by=1),
    "one less": Riffle("a cut lifts off one card too few", off_by=-1),
    UNRIFFLED: Riffle("after a shuffle, the cards come in the order of a new pack", off_by=-maxsize),
}
"""The incorrect riffles that a search tries, by name."""


class Dealing(NamedTuple):
    """An incorrect way to take cards from a shuffled shoe."""

    message: str
    first: int
    """The index in the shoe of the first card to deal. A negative index counts from the end."""
    step: int = 1
    """The distance in the shoe from each card to the next one to deal."""
    used: int = 1
    """How many cards the program subtracts from the number of cards left for each card that it deals."""


SAME_CARD = "the same card is dealt again and again"
BACKWARD = "the place of the next card in the shoe moves backward"
EVERY_SECOND = "every second card of the shoe is left out"

DEALINGS: Mapping[str, Dealing] = {
    "last first": Dealing("the last card of the shoe is dealt first, and the others follow in order", -1),
    "from end": Dealing("the cards are dealt from the other end of the shoe", -1, -1),
    **{f"late by {cards}": Dealing(message, cards) for cards, message in LATE.items()},
    "only first": Dealing(SAME_CARD, 0, 0, 0),
    "only last": Dealing(SAME_CARD, -1, 0, 0),
    "odd places": Dealing(EVERY_SECOND, 0, 2, 2),
    "even places": Dealing(EVERY_SECOND, 1, 2, 2),
    "backward": Dealing(BACKWARD, 0, -1, -1),
    "backward from last": Dealing(BACKWARD, -1, -1, -1),
    "backward from second last": Dealing(BACKWARD, -2, -1, -1),
}
"""The incorrect ways to deal that a search tries, by name."""


def riffle_undealt(dealt: int, cards: Sequence[int], cut: int) -> list[int]:
    """Riffle only the cards that have not been dealt. Return the cards in their new order.

    >>> riffle_undealt(2, [1, 2, 3, 4, 5, 6], 3)
    [1, 2, 4, 3, 5, 6]
    """
    left, right = cards[dealt:cut], cards[max(cut, dealt) :]
    pairs = zip_longest(right, left)
    return [*cards[:dealt], *(card for card in chain.from_iterable(pairs) if card is not None)]
