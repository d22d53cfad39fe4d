"""Searches as their drivers see them: what they begin with, how far they are, and what they found.

``exploring.explore`` does the work, on sequences that the driver makes and lets grow; ``preparing`` makes
their beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import gcd
from typing import NamedTuple

from bj.catalogue.layout import BITS

from ..layout import program as p
from ..layout import search_layout as w
from ..layout.mode import Identity, Ints


class End(IntEnum):
    """Why a call of ``explore`` has returned, besides the ends of the engine in ``view.Stop``."""

    FULL = w.FULL
    """A sequence needs more room."""
    TOO_DEEP = w.TOO_DEEP
    """There is no end to the cards of a hand."""
    STRANGER = w.STRANGER
    """Somebody other than the observer has to decide."""
    MIXED = w.MIXED
    """Cards were shuffled in the middle of a hand."""
    TOO_MANY_DOWN = w.TOO_MANY_DOWN
    """More cards of the dealer lie face down than are known by one number."""


class Wanted(IntEnum):
    """What a driver wants of ``serve``."""

    ENTER = w.ENTER
    """The situation of the table."""
    LOAD = w.LOAD
    """The table of a situation."""
    TURN = w.TURN
    """What comes of a situation with a card, as its kind, or an answer."""
    BEGIN = w.BEGIN
    """To begin with so many tables from ``begin_with``."""
    EXPLORE = w.EXPLORE
    """To search until all is known."""
    ALONE = w.ALONE
    """The situation of one hand from a split, by its place, without the others."""
    HIDE = w.HIDE
    """The situation with another card among the dealer's hidden ones."""


class Sight(NamedTuple):
    """A table as it may be, for a person who does not see all cards."""

    situation: int
    """Where the search keeps the table."""
    left: tuple[int, ...]
    """The cards left, by their kinds."""
    weight: int


class Turn(NamedTuple):
    """What comes of a situation with a card or an answer."""

    status: int
    """What the engine stopped for."""
    situation: int
    """Where it goes on, 0 at the end of the hand."""
    seen: Identity
    """The identity of what the observer has seen; at the end of the hand, the dealer's class and value."""
    payoffs: tuple[float, ...]
    """At the end of the hand what was counted."""


class Facts(NamedTuple):
    """The next card or question of a situation."""

    is_decision: bool
    is_dealers: bool
    """Whether the dealer gets the next card."""
    is_hidden: bool
    """Whether the observer does not see it."""
    is_strange: bool
    """Whether another person than the observer decides."""
    is_joined: bool
    """Whether cards that count alike are one class from now on."""
    step: int
    hands: int
    """How many hands the players have."""
    place: int
    """How many of them have had their turn."""
    legal: int
    """The bits of the legal actions."""
    question: int
    row: int
    """The row of a chart."""
    value: int
    """The value of the hand."""
    upcard: int


def facts_at(situations: Ints, at: int) -> Facts:
    """The next card or question of the situation at a place."""
    decision = at + w.DECISION_OF_SITUATION
    return Facts(
        situations[at + w.KIND] == w.DECISION,
        situations[at + w.DEALERS] != 0,
        situations[at + w.HIDDEN] != 0,
        situations[at + w.STRANGE] != 0,
        situations[at + w.JOINED] != 0,
        int(situations[at + w.STEP_PLAYED]),
        int(situations[at + w.HANDS_HELD]),
        int(situations[at + w.HANDS_BEFORE]),
        int(situations[at + w.LEGAL]),
        int(situations[decision + w.QUESTION]),
        int(situations[decision + w.CHART_ROW]),
        int(situations[decision + w.HAND_VALUE]),
        int(situations[decision + w.UPCARD]),
    )


def begin_with(work: Ints, sights: Sequence[Sight]) -> int | None:
    """Store the tables that a search begins with, and return where they begin.

    Only the ratios of their weights matter. None where even these are too large for the search.
    """
    common = gcd(*(sight.weight for sight in sights))
    if sum(sight.weight // common * max(1, sum(sight.left)) for sight in sights) >> BITS:
        return None
    first = int(work[w.TOP])
    member = first + len(sights)
    for index, sight in enumerate(sights):
        work[first + index] = member
        work[member + w.WEIGHT] = sight.weight // common
        work[member + w.IS_IN] = sight.situation
        for kind, left in enumerate(sight.left):
            work[member + w.COUNTS + kind] = left
        member += int(work[w.MEMBER])
    work[w.TOP] = member
    return first


def tell_all_cards(work: Ints, wanted: bool) -> None:  # what is wanted
    """Tell situations apart by every card from now on, or only by what rules read."""
    work[w.ALL_CARDS] = int(wanted)


def read_turn(work: Ints, situations: Ints, turn: int) -> Turn:
    """What has come of a situation, which stands at a place of the situations."""
    status = int(situations[turn + w.STATUS])
    if status != p.ENOUGH:
        seen = int(situations[turn + w.SEEN]), int(situations[turn + w.SEEN + 1])
        return Turn(status, int(situations[turn + w.NEXT]), seen, ())
    payoffs = [0.0] * int(work[w.PAYOFFS])
    first = turn + w.BEHIND + 1
    for entry in range(first, first + 2 * int(situations[turn + w.BEHIND]), 2):
        i, number = int(situations[entry]), float(situations[entry + 1])
        payoffs[i] = number if work[w.PAYOFF + i] > 0 else number * number
    seen = int(situations[turn + w.SEEN]), int(situations[turn + w.SEEN + 1])
    return Turn(status, 0, seen, tuple(payoffs))


def classes(work: Ints) -> int:
    """How many classes of cards there are."""
    return int(work[w.CLASSES])


def alike(work: Ints) -> tuple[int, ...]:
    """Of each class of cards the first one that counts as much."""
    count = classes(work)
    if not work[w.JOINS]:
        return tuple(range(count))
    return tuple(int(work[w.ALIKE + kind]) for kind in range(count))


def allow(work: Ints, steps: int) -> None:
    """Let the search pause after so many cards and decisions."""
    work[w.CALLS] = steps
    work[w.WORKED] = 0


def not_made(work: Ints) -> int:
    """How many of them were not played."""
    return int(work[w.CALLS])


def needed(work: Ints, sights: int) -> list[int]:
    """The lengths that the four growing sequences need for the next step, or for so many sights."""
    tables = _tables(work, sights)
    more = [tables * (int(work[w.MEMBER]) + 1), tables * int(work[w.SITUATION]), 0, 0]
    return [int(work[w.TOP + place] + work[w.ROOM]) + extra for place, extra in enumerate(more)]


def _tables(work: Ints, sights: int) -> int:
    """How many tables the next step can make at most, or so many sights."""
    frame = int(work[w.FRAME])
    return max(int(work[frame + w.MEMBERS]) if frame else 0, sights, 1) * int(work[w.CLASSES])


def note_sizes(work: Ints, sizes: Sequence[int]) -> None:
    """Let the search know how long they are."""
    for place, size in enumerate(sizes):
        work[w.SIZES + place] = size


def more_situations(work: Ints, sights: int) -> int:
    """How many situations the next step can find at most, or so many sights."""
    return _tables(work, sights) + 1


def drop(work: Ints, first: int) -> None:
    """Forget the tables that were written down from a place on."""
    work[w.TOP] = first


def used(work: Ints) -> list[int]:
    """How much of the four sequences is used."""
    return [int(work[w.TOP + place]) for place in range(4)]


def found(work: Ints) -> int:
    """The node that the search has found."""
    return int(work[w.FOUND])


def finished(work: Ints) -> int:
    """How many nodes were finished."""
    return int(work[w.FINISHED])
