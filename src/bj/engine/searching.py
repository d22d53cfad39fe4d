"""Searches as their drivers see them: what they begin with, what is wanted of hands, and what was found.

``exploring.explore`` does the work, on sequences that the driver makes and lets grow. What a hand brings is
in the ruleset's smallest unit of money, negative for a loss.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import lcm
from typing import NamedTuple

from bj.catalogue.outcomes import OUTCOMES

from . import program as p
from . import table as t
from . import tallies as y
from . import work as w
from .mode import Floats, Ints
from .sights import save, size_of_block

ROOM = w.ROOM


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


class Decision(NamedTuple):
    """A hand that somebody decides about."""

    total: int
    is_soft: bool
    upcard: int
    """The rank."""
    legal: int
    """A bit for each legal action."""
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """What was found for tables that look alike."""

    value: tuple[float, ...]
    """What the hands bring that end without any more decisions, times their chances."""
    edges: tuple[tuple[float, int], ...]
    """The chances of the nodes that it leads to; of a decision each action and its node."""
    decision: Decision | None


MEASURES: Sequence[str] = (
    *("hands", "received", "squares", "initial", "staked", "naturals", "busts", "doubles"),
    *OUTCOMES,
)
"""What is counted of a person's hands; ``squares`` is the square of all that they receive."""


def places_of(program: Sequence[int], table: Sequence[int], person: int) -> dict[str, int]:
    """Where the engine counts each of MEASURES for ``person``; negated where its square is wanted."""
    at = table[program[p.TALLIES] + y.FIRST_PERSON] + person * y.PERSON_SIZE
    fields = (y.HANDS, y.RECEIVED, y.RECEIVED, y.INITIAL, y.STAKED, y.NATURALS, y.BUSTS, y.DOUBLES)
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


def new_work(
    program: Sequence[int],
    table: Sequence[int],
    kinds: Sequence[Kind],
    payoffs: Sequence[int],
    *,
    observer: int | None,
    reads_cards: bool,
    reads_number: bool,
) -> list[int]:
    """The head of the work for a search through one hand; ``payoffs`` are some of ``places_of``.

    The ``observer`` decides, and sees no cards that lie face down; without one every card is seen, and
    nobody decides. Tables are one where they differ only in cards, or in how many cards a hand has, that no
    rule reads.
    """
    work = [0] * w.HEAD
    work[w.TOP] = w.HEAD
    work[w.NEXT_NODE] = work[w.NEXT_VALUE] = 1
    work[w.OBSERVER] = 0 if observer is None else seat_of(observer)
    work[w.ENDLESS] = int(is_endless(program))
    work[w.READS_CARDS] = int(reads_cards)
    work[w.READS_NUMBER] = int(reads_number)
    work[w.CLASSES] = len(kinds)
    for number, kind in enumerate(kinds):
        work[w.CARD_OF + number] = kind.card
        for card in kind.cards:
            work[w.CLASS_OF + card] = number
    work[w.LISTED] = table[t.HANDS_IN_PLAY]
    work[w.TABLE_END] = _table_end(program, table)
    work[w.BLOCK] = size_of_block(len(kinds), work[w.LISTED], work[w.TABLE_END])
    work[w.PAYOFFS] = len(payoffs)
    work[w.PAYOFF : w.PAYOFF + len(payoffs)] = payoffs
    head = program[p.TALLIES]
    persons = table[table[head + y.BANKROLLS] - 1]
    work[w.TALLY] = table[head + y.FIRST_PERSON]
    work[w.TALLY_END] = work[w.TALLY] + persons * y.PERSON_SIZE
    return work


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


def read_node(work: Ints, nodes: Ints, values: Floats, at: int) -> Node:
    """What was found at a place of the nodes."""
    first = int(nodes[at + w.NODE_VALUES])
    decision = None
    if nodes[at + w.NODE_KIND] == w.DECISION:
        count = int(nodes[at + w.NODE_CARDS])
        cards = nodes[at + w.DECISION_SIZE : at + w.DECISION_SIZE + count]
        hand = int(nodes[at + w.NODE_VALUE])
        decision = Decision(
            hand >> 1,
            bool(hand & 1),
            int(nodes[at + w.NODE_UPCARD]),
            int(nodes[at + w.NODE_LEGAL]),
            tuple(int(card) for card in cards),
        )
    edges = tuple(
        (share if decision is not None else float(values[share]), to)
        for to, share in _edges(nodes, int(nodes[at + w.NODE_EDGE]))
    )
    value = tuple(float(number) for number in values[first : first + int(work[w.PAYOFFS])])
    return Node(value, edges, decision)


def _edges(nodes: Ints, at: int) -> Iterator[tuple[int, int]]:
    """The edges of a node, from its first one on: where each leads to, and what stands with it."""
    while at:
        yield int(nodes[at + w.EDGE_TO]), int(nodes[at + w.EDGE_SHARE])
        at = int(nodes[at + w.EDGE_NEXT])


def rank_columns(program: Sequence[int], table: Sequence[int], ranks: Sequence[int]) -> Mapping[int, object]:
    """Whatever a program tells ranks apart by: ranks with equal values are alike to it."""
    persons = [seat_of(person) for person in range(table[table[program[p.TALLIES] + y.BANKROLLS] - 1])]
    charts = {table[person + t.CHART] for person in persons} - {0}
    tags = {table[person + t.TAGS] for person in persons} - {0}
    return {
        rank: (
            program[p.WORTHS + rank],
            tuple(program[p.ADDITIONS + value * p.RANKS + rank] for value in range(p.VALUES)),
            tuple(program[at + value * p.RANKS + rank] for at in sorted(charts) for value in range(p.VALUES)),
            tuple(program[at + rank] for at in sorted(tags)),
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
    for field in (t.CHART, t.RULES, t.BY_CHART):
        table[block + field] = 0
