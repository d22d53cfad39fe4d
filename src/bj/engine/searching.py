"""Searches as their drivers see them: what they begin with, what is wanted of hands, and what was found.

``exploring.explore`` does the work, on sequences that the driver makes and lets grow. What a hand brings is
in the ruleset's smallest unit of money, negative for a loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from math import lcm
from typing import NamedTuple

from bj.catalogue.outcomes import OUTCOMES

from . import program as p
from . import table as t
from . import tallies as y
from . import work as w
from .mode import Ints
from .sights import save, size_of_block

ROOM, HEAD = w.ROOM, w.HEAD


class End(IntEnum):
    """Why a call of ``explore`` has returned, besides the ends of the engine in ``view.Stop``."""

    FULL = w.FULL
    """A sequence needs more room."""
    TOO_DEEP = w.TOO_DEEP
    """There is no end to the cards of a hand."""
    STRANGER = w.STRANGER
    """Somebody else has to decide than the observer."""
    MIXED = w.MIXED
    """Cards were shuffled in the middle of a hand."""


class Kind(NamedTuple):
    """Cards that nothing tells apart."""

    card: int
    """One of them."""
    cards: frozenset[int]
    copies: int
    """How many there are in the shoe; of one without end, for how many ranks or cards they stand."""


class Sight(NamedTuple):
    """A table as it may be, for somebody who does not see all cards."""

    table: list[int]
    left: tuple[int, ...]
    """The cards left, by their kinds."""
    weight: int


class Reads(NamedTuple):
    """What rules read of hands besides their values."""

    cards: tuple[bool, bool]
    """All cards: of a hand as it was dealt, and of one from a split."""
    first: tuple[bool, bool]
    """The first card, of both."""
    pair: bool
    """Whether two cards are a pair."""
    closed: bool
    """Any of that, and whether a hand is soft, of hands whose turn is over."""
    number: int
    """How many cards a hand has, where it has fewer than so many."""


MEASURES: Sequence[str] = (
    *("hands", "received", "squares", "initial", "staked", "insurance", "naturals", "busts", "doubles"),
    *OUTCOMES,
)
"""What is counted of a person's hands; ``squares`` is the square of all that they receive, and ``insurance``
what of it comes from insurance."""


def places_of(program: Sequence[int], table: Sequence[int], person: int) -> dict[str, int]:
    """Where the engine counts each of MEASURES for ``person``; negated where its square is wanted."""
    at = table[program[p.TALLIES] + y.FIRST_PERSON] + person * y.PERSON_SIZE
    money = (y.RECEIVED, y.RECEIVED, y.INITIAL, y.STAKED, y.INSURANCE)
    fields = (y.HANDS, *money, y.NATURALS, y.BUSTS, y.DOUBLES)
    places = [at + field for field in fields] + [at + y.OUTCOMES + row.number for row in OUTCOMES.values()]
    return {
        name: -place if name == "squares" else place for name, place in zip(MEASURES, places, strict=True)
    }


def is_endless(program: Sequence[int]) -> bool:
    """Whether the shoe has no end."""
    return program[p.SHUFFLE_METHOD] == p.INFINITE


def seat_of(person: int) -> int:
    """What the search knows ``person`` by."""
    return t.PERSONS + person * t.PERSON_SIZE


def with_dead_hand(table: Sequence[int]) -> list[int]:
    """A table with one more hand at its end, settled for nothing, that stands for those that are left out."""
    hand = [0] * t.HAND_SIZE
    hand[t.OWNER], hand[t.STATE], hand[t.PARTS] = table[t.DEALER], t.SETTLED, 1
    return [*table, *hand]


def deals_one_hand(table: Sequence[int]) -> bool:
    """Whether there is only one hand besides the dealer's, as long as nobody splits."""
    return table[t.DEALT_HANDS] == 1


def may_split(table: Sequence[int]) -> bool:
    """Whether there is room for hands from splits."""
    return table[t.FIRST_SPARE] != 0


def new_work(
    program: Sequence[int],
    table: Sequence[int],
    kinds: Sequence[Kind],
    payoffs: Sequence[int],
    *,
    observer: int | None,
    reads: Reads,
    apart: bool,
    decides: bool,
) -> list[int]:
    """The head of the work for a search through one hand; ``payoffs`` are some of ``places_of``.

    The ``observer`` decides, and sees no cards that lie face down; without one every card is seen, and
    nobody decides. Tables are one where they differ only in what no rule ``reads``. With ``apart`` hands
    from splits are valued for themselves; an observer who ``decides`` does not count their cards.
    """
    work = [0] * w.HEAD
    work[w.TOP] = w.HEAD
    work[w.NEXT_NODE] = work[w.NEXT_VALUE] = 1
    work[w.OBSERVER] = 0 if observer is None else seat_of(observer)
    work[w.ENDLESS] = int(is_endless(program))
    work[w.APART], work[w.FORGETS] = int(apart), int(apart and decides)
    work[w.READS_CARDS : w.READS_CARDS + 2] = map(int, reads.cards)
    work[w.READS_FIRST : w.READS_FIRST + 2] = map(int, reads.first)
    work[w.READS_PAIR] = int(reads.pair)
    work[w.READS_CLOSED] = int(reads.closed)
    work[w.READS_INITIAL] = int(not apart or _stakes_initial(program))
    work[w.MANY] = reads.number
    work[w.CLASSES] = len(kinds)
    for number, kind in enumerate(kinds):
        work[w.CARD_OF + number] = kind.card
        for card in kind.cards:
            work[w.CLASS_OF + card] = number
    work[w.LISTED] = table[t.DEALT_HANDS] + (table[t.SPARE_END] - table[t.FIRST_SPARE]) // t.HAND_SIZE
    work[w.DEAD_HAND] = len(table) - t.HAND_SIZE
    work[w.TABLE_END] = _table_end(program, table)
    work[w.BLOCK] = size_of_block(len(kinds), work[w.LISTED], work[w.TABLE_END])
    work[w.PAYOFFS] = len(payoffs)
    work[w.PAYOFF : w.PAYOFF + len(payoffs)] = payoffs
    head = program[p.TALLIES]
    persons = table[table[head + y.BANKROLLS] - 1]
    work[w.TALLY] = table[head + y.FIRST_PERSON]
    work[w.TALLY_END] = work[w.TALLY] + persons * y.PERSON_SIZE
    return work


def _stakes_initial(program: Sequence[int]) -> bool:
    """Whether a hand may be settled for its wager before any doubling."""
    outcomes = set(program[p.OUTCOMES : p.OUTCOMES + p.CLASSES * p.CLASSES]) - {0}
    return any(program[at + p.OUTCOME_STAKE] == t.INITIAL for at in outcomes)


def _table_end(program: Sequence[int], table: Sequence[int]) -> int:
    """Where the persons and hands end, behind which stand the shoe and the tallies."""
    return table[t.SHOE] or program[p.TALLIES]


def begin_with(work: Ints, sights: Sequence[Sight]) -> None:
    """Write down what the search goes on from: tables that the observer cannot tell apart."""
    first = int(work[w.TOP])
    block = first + len(sights)
    head = [int(number) for number in work[: w.HEAD]]
    for index, sight in enumerate(sights):
        saved = [*head, *([0] * head[w.BLOCK])]
        saved[w.HEAD + w.WEIGHT] = sight.weight
        saved[w.HEAD + w.COUNTS : w.HEAD + w.COUNTS + len(sight.left)] = sight.left
        save(saved, sight.table, w.HEAD)
        work[block : block + head[w.BLOCK]] = saved[w.HEAD :]
        work[first + index] = block
        block += head[w.BLOCK]
    work[w.TOP] = block


def allow(work: Ints, calls: int) -> None:
    """Let the search pause after so many calls of the engine."""
    work[w.CALLS] = calls


def calls_left(work: Ints) -> int:
    """How many of these calls were not made."""
    return int(work[w.CALLS])


def room_for(work: Ints, sights: int) -> int:
    """How much room the next step may take, or the writing down of so many sights."""
    frame = int(work[w.FRAME])
    tables = max(int(work[frame + w.MEMBERS]) if frame else 0, sights) * int(work[w.CLASSES])
    return w.ROOM + (tables + sights) * (int(work[w.BLOCK]) + 1)


def drop(work: Ints, first: int) -> None:
    """Forget the tables that were written down from a place on."""
    work[w.TOP] = first


def used(work: Ints) -> tuple[int, int, int]:
    """How much of the work, of the nodes and of the values is used."""
    return int(work[w.TOP]), int(work[w.NEXT_NODE]), int(work[w.NEXT_VALUE])


def found(work: Ints) -> int:
    """The node that the search has found."""
    return int(work[w.FOUND])


def finished(work: Ints) -> int:
    """How many nodes there are."""
    return int(work[w.FINISHED])


def rank_columns(program: Sequence[int], table: Sequence[int], ranks: Sequence[int]) -> Mapping[int, object]:
    """Whatever a program tells ranks apart by: ranks with equal values are alike to it."""
    persons = [seat_of(person) for person in range(table[table[program[p.TALLIES] + y.BANKROLLS] - 1])]
    players = [person for person in persons if person != table[t.DEALER]]
    charts = sorted({table[person + t.CHART] for person in players} - {0})
    tags = sorted({table[person + t.TAGS] for person in players} - {0})
    return {
        rank: (
            program[p.WORTHS + rank],
            tuple(program[p.ADDITIONS + value * p.RANKS + rank] for value in range(p.VALUES)),
            tuple(program[at + row * p.RANKS + rank] for at in charts for row in range(p.CHART_ROWS)),
            tuple(program[at + (p.VALUES + rank) * p.RANKS + up] for at in charts for up in range(p.RANKS)),
            tuple(program[at + rank] for at in tags),
        )
        for rank in ranks
    }


def want_next_hand(program: Ints, table: Ints) -> None:
    """Let the engine stop when the next hand is tallied, and forget what was tallied before."""
    table[program[p.TALLIES] + y.HANDS_LEFT] = 1
    first = int(table[program[p.TALLIES] + y.FIRST_PERSON])
    persons = int(table[table[program[p.TALLIES] + y.BANKROLLS] - 1])
    for place in range(first, first + persons * y.PERSON_SIZE):
        table[place] = 0


def divisor_of_wagers(program: Sequence[int]) -> int:
    """The number that divides wagers of which half and every payout are whole numbers."""
    outcomes = set(program[p.OUTCOMES : p.OUTCOMES + p.CLASSES * p.CLASSES]) - {0}
    return lcm(2, *(program[at + p.OUTCOME_PAYS + 1] for at in outcomes))


def set_cards_left(table: Ints, left: int) -> None:
    """Go on as if so many cards of the shoe were left."""
    table[t.CARDS_LEFT] = left


def read_payoffs(table: Ints, places: Sequence[int]) -> tuple[float, ...]:
    """What was counted of settled hands at some of ``places_of``."""
    return tuple(float(table[at]) if at > 0 else float(table[-at]) ** 2 for at in places)


def ask(table: Ints, person: int) -> None:
    """Ask ``person`` about every hand, whatever the strategy would do."""
    block = seat_of(person)
    for field in (t.CHART, t.RULES, t.INSURANCE, t.BY_CHART):
        table[block + field] = 0
