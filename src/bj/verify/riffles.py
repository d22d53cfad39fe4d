"""Wrong riffles that a program may use instead of the ruleset's riffle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple


class Riffle(NamedTuple):
    """A way to riffle a pack at a cut."""

    message: str
    left_first: bool = False
    left_from_end: bool = False
    right_from_end: bool = False
    from_end: bool = False
    """Whether the cut is counted from the bottom of the pack."""
    off_by: int = 0
    """How many cards too many the cut lifts."""

    def mix(self, cards: Sequence[int], cut: int) -> list[int]:
        """Riffle ``cards`` at ``cut``, the number of cards that are lifted, and return the new order.

        >>> RIFFLES["left first"].mix([1, 2, 3, 4, 5], 2)
        [1, 3, 2, 4, 5]
        """
        at = max((len(cards) - cut if self.from_end else cut) + self.off_by, 0)
        left, right = cards[:at], cards[at:]
        left = left[::-1] if self.left_from_end else left
        right = right[::-1] if self.right_from_end else right
        pairs = zip_longest(left, right) if self.left_first else zip_longest(right, left)
        return [card for card in chain.from_iterable(pairs) if card is not None]


RIFFLES: Mapping[str, Riffle] = {
    "left first": Riffle("a riffle begins with the part that was lifted off", left_first=True),
    "right from end": Riffle("the rest of a cut is riffled from its end", right_from_end=True),
    "left from end": Riffle("the part that was lifted off is riffled from its end", left_from_end=True),
    "both from end": Riffle(
        "both parts of a cut are riffled from their ends", left_from_end=True, right_from_end=True
    ),
    "left first from end": Riffle(
        "a riffle takes from the ends of both parts, and begins with the part that was lifted off",
        left_first=True,
        left_from_end=True,
        right_from_end=True,
    ),
    "cut from end": Riffle("a cut is counted from the end of the pack", from_end=True),
    "one more": Riffle("a cut lifts off one card too many", off_by=1),
    "one less": Riffle("a cut lifts off one card too few", off_by=-1),
}
"""Maps names to the wrong riffles that a search tries."""


LAST_FIRST, FROM_END = "last first", "dealt from end"
DEALT_OTHERWISE: Mapping[str, str] = {
    LAST_FIRST: "the last card of the shoe is dealt first, and the others follow in order",
    FROM_END: "the cards are dealt from the other end of the shoe",
}
"""Maps wrong ways to deal the cards of a shuffled shoe to messages."""


def riffle_before(way: str, cards: Sequence[int], cut: int, *, is_new: bool) -> list[int]:
    """Riffle ``cards`` at ``cut``, and return them in the order in which they are dealt.

    ``way`` is a wrong way to deal. The ``cards`` are already in this order, unless the pack ``is_new``.

    >>> riffle_before(LAST_FIRST, [5, 1, 2, 3, 4], 2, is_new=False)
    [5, 3, 1, 4, 2]
    """
    own = [*cards]
    if not is_new:
        own = own[::-1] if way == FROM_END else [*own[1:], *own[:1]]
    mixed = Riffle("").mix(own, cut)
    return mixed[::-1] if way == FROM_END else [*mixed[-1:], *mixed[:-1]]


def riffle_undealt(dealt: int, cards: Sequence[int], cut: int) -> list[int]:
    """Riffle ``cards`` at ``cut``, but leave the dealt cards in their places. Return the new order.

    >>> riffle_undealt(2, [1, 2, 3, 4, 5, 6], 3)
    [1, 2, 4, 3, 5, 6]
    """
    left, right = cards[dealt:cut], cards[max(cut, dealt) :]
    pairs = zip_longest(right, left)
    return [*cards[:dealt], *(card for card in chain.from_iterable(pairs) if card is not None)]
