"""Lets drivers start a search, follow its progress and read its results.

``explorer.explore`` does the work, on sequences that the driver creates and enlarges. ``search_setup``
initializes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import gcd
from typing import NamedTuple, TypeAlias

from bj.catalogue.layout import BITS

from ..layout import program as p
from ..layout import search_layout as w
from ..layout.plain_or_compiled import Identity, Ints


class End(IntEnum):
    """The reasons for ``explore`` to return, in addition to those in ``view.Stop``."""

    FULL = w.FULL
    """A sequence needs more space."""
    TOO_DEEP = w.TOO_DEEP
    """A hand draws too many cards."""
    STRANGER = w.STRANGER
    """Someone other than the observer decides."""
    MIXED = w.MIXED
    """Cards were shuffled in the middle of a hand."""
    TOO_MANY_DOWN = w.TOO_MANY_DOWN
    """The dealer has too many face-down cards to store in one number."""


class SearchRequest(IntEnum):
    """The requests that a driver can send to ``serve``."""

    ENTER = w.ENTER
    """Find the situation that the table is in."""
    LOAD = w.LOAD
    """Restore the table for a situation."""
    TURN = w.TURN
    """Find the result of a card (given by its kind) or an answer in a situation."""
    BEGIN = w.BEGIN
    """Start with the tables that ``begin_with`` stored."""
    EXPLORE = w.EXPLORE
    """Continue the search until it is complete or has to stop."""
    ALONE = w.ALONE
    """Find the situation in which only one hand from a split, at a given place, is on the table."""
    HIDE = w.HIDE
    """Find the situation that results from replacing one of the dealer's hidden cards."""
    DEAL = w.DEAL
    """Find the results of all cards in a situation (see ``turns_at``)."""


class Sight(NamedTuple):
    """A possible table, as seen by someone who does not see all cards."""

    situation: int
    """The index of the situation in the search."""
    left: tuple[int, ...]
    """How many cards of each kind are left."""
    weight: int


Payoffs: TypeAlias = tuple[float, ...]
"""The payoffs at the end of a hand."""


class Turn(NamedTuple):
    """The result of a card or an answer in a situation."""

    status: int
    """The status of the engine."""
    situation: int
    """The next situation, or 0 if the hand is over."""
    seen: Identity
    """The identity of what the observer has seen or, if the hand is over, the dealer's class and value."""
    payoffs: Payoffs
    """The payoffs. Empty until the hand is over."""


class Facts(NamedTuple):
    """The next card or question in a situation."""

    is_decision: bool
    is_dealers: bool
    """Whether the next card is for the dealer."""
    is_hidden: bool
    """Whether the observer does not see the next card."""
    is_strange: bool
    """Whether someone other than the observer decides."""
    is_joined: bool
    """Whether cards of equal value are in the same class from now on."""
    step: int
    hands: int
    """The number of players' hands."""
    place: int
    """The number of hands that have had their turn."""
    legal: int
    """A bit mask of the legal actions."""
    question: int
    row: int
    """The hand's row in a chart."""
    value: int
    """The value of the hand."""
    upcard: int


def facts_at(situations: Ints, at: int) -> Facts:
    """Return the next card or question in the situation at the index ``at``."""
    numbers = situations[at : at + w.TURNS]
    decision = w.DECISION_OF_SITUATION
    return Facts(
        numbers[w.KIND] == w.DECISION,
        numbers[w.DEALERS] != 0,
        numbers[w.HIDDEN] != 0,
        numbers[w.STRANGE] != 0,
        numbers[w.JOINED] != 0,
        numbers[w.STEP_PLAYED],
        numbers[w.HANDS_HELD],
        numbers[w.HANDS_BEFORE],
        numbers[w.LEGAL],
        numbers[decision + w.QUESTION],
        numbers[decision + w.CHART_ROW],
        numbers[decision + w.HAND_VALUE],
        numbers[decision + w.UPCARD],
    )


def begin_with(work: Ints, sights: Sequence[Sight]) -> int | None:
    """Store the tables with which a search starts, and return the index at which they begin.

    Only the ratios of their weights matter. Return None if the weights are too large even after division by
    their common divisor.
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


def read_all_cards(work: Ints, wanted: bool) -> None:
    """From now on, distinguish situations by every card if ``wanted``, otherwise only by what rules read."""
    work[w.ALL_CARDS] = int(wanted)


def read_turn(work: Ints, situations: Ints, turn: int, known: dict[Sequence[int], Payoffs]) -> Turn:
    """Read the result at the index ``turn`` in the situations.

    Equal payoffs are read only once: ``known`` caches them by the numbers they were read from.
    """
    status, following, one, other = situations[turn : turn + w.BEHIND]
    if status != p.ENOUGH:
        return Turn(status, following, (one, other), ())
    first = turn + w.BEHIND + 1
    entries = tuple(situations[first : first + 2 * situations[turn + w.BEHIND]])
    payoffs = known.get(entries)
    if payoffs is None:
        payoffs = known[entries] = read_payoffs(work, entries)
    return Turn(status, 0, (one, other), payoffs)


def read_payoffs(work: Ints, entries: Sequence[int]) -> Payoffs:
    """Return all payoffs, given the indices and numbers of those that are not 0."""
    payoffs = [0.0] * work[w.PAYOFFS]
    for i, number in zip(entries[::2], entries[1::2], strict=True):
        payoffs[i] = float(number) if work[w.PAYOFF + i] > 0 else float(number) * number
    return tuple(payoffs)


def turns_at(work: Ints, situations: Ints, at: int) -> Sequence[int]:
    """For each card, return the index of its result in a situation, or 0 if it is unknown.

    ``at`` is the index of the situation.
    """
    first = at + w.TURNS
    return situations[first : first + work[w.CLASSES]]


def classes(work: Ints) -> int:
    """Return the number of classes of cards."""
    return int(work[w.CLASSES])


def alike(work: Ints) -> tuple[int, ...]:
    """For each class of cards, return the first class with the same value."""
    count = classes(work)
    if not work[w.JOINS]:
        return tuple(range(count))
    return tuple(int(work[w.ALIKE + kind]) for kind in range(count))


def allow(work: Ints, steps: int) -> None:
    """Make the search pause after this many ``steps``. Each card or decision is a step."""
    work[w.CALLS] = steps
    work[w.WORKED] = 0


def not_made(work: Ints) -> int:
    """Return how many of the allowed steps remain."""
    return int(work[w.CALLS])


def needed(work: Ints, sights: int) -> list[int]:
    """Return the lengths that the four growing sequences need.

    These are sufficient for the next step, or for this many ``sights``.
    """
    tables = _tables(work, sights)
    more = [tables * (int(work[w.MEMBER]) + 1), tables * int(work[w.SITUATION]), 0, 0]
    return [int(work[w.TOP + place] + work[w.ROOM]) + extra for place, extra in enumerate(more)]


def _tables(work: Ints, sights: int) -> int:
    """Return the maximum number of tables that the next step, or this many ``sights``, can produce."""
    frame = int(work[w.FRAME])
    return max(int(work[frame + w.MEMBERS]) if frame else 0, sights, 1) * int(work[w.CLASSES])


def note_sizes(work: Ints, sizes: Sequence[int]) -> None:
    """Store the lengths of the sequences."""
    for place, size in enumerate(sizes):
        work[w.SIZES + place] = size


def more_situations(work: Ints, sights: int) -> int:
    """Return the maximum number of situations that the next step, or this many ``sights``, can find."""
    return _tables(work, sights) + 1


def drop(work: Ints, first: int) -> None:
    """Discard the stored tables that begin at the index ``first``."""
    work[w.TOP] = first


def used(work: Ints) -> list[int]:
    """Return how much of each of the four growing sequences is in use."""
    return [int(work[w.TOP + place]) for place in range(4)]


def found(work: Ints) -> int:
    """Return the node that the search found."""
    return int(work[w.FOUND])


def finished(work: Ints) -> int:
    """Return the number of finished nodes."""
    return int(work[w.FINISHED])
