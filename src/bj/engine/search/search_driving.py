"""The state of a search for its drivers: its start, its progress and its results.

``explorer.explore`` does the work, on sequences that the driver makes and enlarges. ``setup`` initializes the
sequences.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import gcd
from typing import NamedTuple, TypeAlias

from bj.catalogue.layout import BITS

from ..layout import program as p
from ..layout import search_layout as w
from ..layout.mode import Identity, Ints


class End(IntEnum):
    """Why a call of ``explore`` returned, other than the engine's stops in ``view.Stop``."""

    FULL = w.FULL
    """A sequence needs more room."""
    TOO_DEEP = w.TOO_DEEP
    """A hand takes too many cards."""
    STRANGER = w.STRANGER
    """A person other than the observer decides."""
    MIXED = w.MIXED
    """Cards were shuffled within a hand."""
    TOO_MANY_DOWN = w.TOO_MANY_DOWN
    """The dealer has too many face-down cards to store in one number."""


class SearchRequest(IntEnum):
    """The requests that a driver can send to ``serve``."""

    ENTER = w.ENTER
    """Find the situation of the table."""
    LOAD = w.LOAD
    """Load the table of a situation."""
    TURN = w.TURN
    """Find the result of a card (by its kind) or of an answer in a situation."""
    BEGIN = w.BEGIN
    """Start with the tables that ``begin_with`` stored."""
    EXPLORE = w.EXPLORE
    """Search until everything is known."""
    ALONE = w.ALONE
    """Find the situation of one hand from a split, given its place, without the other hands."""
    HIDE = w.HIDE
    """Find the situation with a different card among the dealer's hidden ones."""
    DEAL = w.DEAL
    """Find the results of all cards in a situation (see ``turns_at``)."""


class Sight(NamedTuple):
    """A possible table, for a person who does not see all cards."""

    situation: int
    """The index of the situation in the search."""
    left: tuple[int, ...]
    """The number of cards left of each kind."""
    weight: int


Payoffs: TypeAlias = tuple[float, ...]
"""The payoffs at the end of a hand."""


class Turn(NamedTuple):
    """The result of a card or an answer in a situation."""

    status: int
    """The status of the engine."""
    situation: int
    """The next situation, or 0 at the end of the hand."""
    seen: Identity
    """The identity of what the observer has seen. At the end of the hand, it is the dealer's class and value.
    """
    payoffs: Payoffs
    """The payoffs, or no numbers before the end of the hand."""


class Facts(NamedTuple):
    """The next card or question of a situation."""

    is_decision: bool
    is_dealers: bool
    """Whether the dealer gets the next card."""
    is_hidden: bool
    """Whether the next card is hidden from the observer."""
    is_strange: bool
    """Whether a person other than the observer decides."""
    is_joined: bool
    """Whether cards of equal value share a class from now on."""
    step: int
    hands: int
    """The number of players' hands."""
    place: int
    """The number of hands that have had their turn."""
    legal: int
    """The legal actions, as bits."""
    question: int
    row: int
    """The row of a chart for the hand."""
    value: int
    """The value of the hand."""
    upcard: int


def facts_at(situations: Ints, at: int) -> Facts:
    """Return the next card or question of the situation at the index ``at``."""
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
    """Store the first tables of a search, and return the place of the first one.

    Only the ratios of their weights matter. Return None if even the reduced weights are too large for the
    search.
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
    """From now on, distinguish situations by every card if ``wanted``, or else only by what rules read."""
    work[w.ALL_CARDS] = int(wanted)


def read_turn(work: Ints, situations: Ints, turn: int, known: dict[Sequence[int], Payoffs]) -> Turn:
    """Read the result at the index ``turn`` of the situations. Equal payoffs are read only once.

    ``known`` caches payoffs by the numbers that they were read from.
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
    """Expand payoffs from the indices and numbers of those that are not 0."""
    payoffs = [0.0] * work[w.PAYOFFS]
    for i, number in zip(entries[::2], entries[1::2], strict=True):
        payoffs[i] = float(number) if work[w.PAYOFF + i] > 0 else float(number) * number
    return tuple(payoffs)


def turns_at(work: Ints, situations: Ints, at: int) -> Sequence[int]:
    """Return, for each card, the index of its result in the situation at ``at``, or 0 if it is unknown."""
    first = at + w.TURNS
    return situations[first : first + work[w.CLASSES]]


def classes(work: Ints) -> int:
    """Return the number of classes of cards."""
    return int(work[w.CLASSES])


def alike(work: Ints) -> tuple[int, ...]:
    """Return, for each class of cards, the first class whose cards have the same value."""
    count = classes(work)
    if not work[w.JOINS]:
        return tuple(range(count))
    return tuple(int(work[w.ALIKE + kind]) for kind in range(count))


def allow(work: Ints, steps: int) -> None:
    """Make the search pause after this many ``steps``, which are cards and decisions."""
    work[w.CALLS] = steps
    work[w.WORKED] = 0


def not_made(work: Ints) -> int:
    """Return the number of allowed cards and decisions that remain."""
    return int(work[w.CALLS])


def needed(work: Ints, sights: int) -> list[int]:
    """Return the lengths that the four growing sequences need.

    They suffice for the next step, and for this many ``sights``.
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
    """Forget the stored tables from the place ``first`` onwards."""
    work[w.TOP] = first


def used(work: Ints) -> list[int]:
    """Return the used lengths of the four growing sequences."""
    return [int(work[w.TOP + place]) for place in range(4)]


def found(work: Ints) -> int:
    """Return the node that the search found."""
    return int(work[w.FOUND])


def finished(work: Ints) -> int:
    """Return the number of finished nodes."""
    return int(work[w.FINISHED])
