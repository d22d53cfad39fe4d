"""Sets up a search: what to measure, which facts to ignore, and who is asked.

Results of hands are in the ruleset's smallest unit of money, and losses are negative.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import lcm
from typing import NamedTuple, Protocol, TypeAlias

from bj.catalogue.actions import MOST as MOST_ACTIONS
from bj.catalogue.outcomes import OUTCOMES

from ..cards.seats import block_of_person
from ..game import tallies as y
from ..layout import program as p
from ..layout import search_layout as w
from ..layout import table as t
from ..layout.plain_or_compiled import Ints
from .situations import size_of_identity, size_of_table


class CardKind(NamedTuple):
    """A kind of card. The rules do not distinguish cards of the same kind."""

    card: int
    """A card of this kind."""
    cards: frozenset[int]
    copies: int
    """How many of these cards are in the shoe or, if it is infinite, their relative frequency."""


class Looks(Protocol):
    """The hands that rules look at card by card.

    Each sequence has a bit mask for every value of a hand. Bit n is set if hands with that value and n cards
    are included.
    """

    @property
    def waiting(self) -> Sequence[int]:
        """Hands that can be dealt more cards, if rules read their individual cards."""

    @property
    def closed(self) -> Sequence[int]:
        """Hands whose turn is over, if rules read their individual cards."""

    @property
    def number(self) -> Sequence[int]:
        """Hands whose turn is over, if rules distinguish them from the same hands with one card fewer."""


class Reads(NamedTuple):
    """The facts that rules read about hands, apart from their values."""

    cards: tuple[Looks, Looks]
    """The hands whose individual cards are read: dealt hands, then hands from splits."""
    first: tuple[bool, bool]
    """Whether the first card is read: in dealt hands, then in hands from splits."""
    last: bool
    """Whether the last card is read."""
    bounds: tuple[int, ...]
    """The numbers with which the first card's value is compared. Empty if it is used in any other way."""
    pair: bool
    """Whether any rule depends on two cards being a pair."""
    closed: bool
    """Whether, after the turn, rules still read individual cards or check whether a hand is soft."""
    number: int
    """The smallest number of cards that rules do not distinguish from larger numbers of cards."""
    dealer: bool
    """Whether rules read more about the dealer's cards than their number."""
    left: bool
    """Whether rules read how many cards are left in the shoe."""
    paid: bool
    """Whether rules read more about the dealer's hand than its class when hands are paid."""


Columns: TypeAlias = tuple[tuple[int, ...], ...]
"""The facts that distinguish a rank: its value, its sums with all hand values, and its columns in charts and
tags.
"""

MEASURES: Sequence[str] = (
    *("hands", "received", "squares", "initial", "staked", "insurance", "naturals", "busts", "doubles"),
    *OUTCOMES,
)
"""The quantities that are measured for a person's hands.

``squares`` is the square of ``received``, and ``insurance`` is included in ``received``.
"""


def places_of(program: Sequence[int], table: Sequence[int], person: int) -> dict[str, int]:
    """Map each of the MEASURES to its index in the table for ``person``.

    The index of a square is negative.
    """
    at = table[program[p.TALLIES] + y.FIRST_PERSON] + person * y.PERSON_SIZE
    money = (y.RECEIVED, y.RECEIVED, y.INITIAL, y.STAKED, y.INSURANCE)
    fields = (y.HANDS, *money, y.NATURALS, y.BUSTS, y.DOUBLES)
    places = [at + field for field in fields] + [at + y.OUTCOMES + row.number for row in OUTCOMES.values()]
    return {
        name: -place if name == "squares" else place for name, place in zip(MEASURES, places, strict=True)
    }


def is_endless(program: Sequence[int]) -> bool:
    """Return whether the shoe is infinite."""
    return program[p.SHUFFLE_METHOD] == p.INFINITE


def with_dead_hand(table: Sequence[int]) -> list[int]:
    """Return a table with an additional hand at its end, which sits out and replaces omitted hands."""
    hand = [0] * t.HAND_SIZE
    hand[t.OWNER], hand[t.STATE], hand[t.PARTS] = table[t.DEALER], t.SITS_OUT, 1
    return [*table, *hand]


def deals_one_hand(table: Sequence[int]) -> bool:
    """Return whether only one hand is dealt, not counting the dealer's."""
    return table[t.DEALT_HANDS] == 1


def most_hands(table: Sequence[int]) -> int:
    """Return the maximum number of hands that all players can have together."""
    return table[t.DEALT_HANDS] + (table[t.SPARE_END] - table[t.FIRST_SPARE]) // t.HAND_SIZE


def may_split(table: Sequence[int]) -> bool:
    """Return whether there is space for hands from splits."""
    return table[t.FIRST_SPARE] != 0


def new_work(
    program: Sequence[int],
    table: Sequence[int],
    kinds: Sequence[CardKind],
    payoffs: Sequence[int],
    *,
    observer: int | None,
    reads: Reads,
    aim: int,
    by_hand: bool = False,
) -> list[int]:
    """Create the initial ``work`` sequence for a search that explores one hand.

    ``payoffs`` are some of the indices from ``places_of``. The ``observer`` decides, and does not see
    face-down cards. Without an observer, all cards are seen and there are no decisions. Tables that differ
    only in what no rule ``reads`` are merged. The observer takes the action with the highest payoff at the
    index ``aim``, or leaves decisions open if ``aim`` is negative. If ``by_hand``, hands are settled one at a
    time.
    """
    work = [0] * w.PAYOFF
    work[w.NEXT_SITUATION] = work[w.NEXT_NODE] = work[w.NEXT_VALUE] = 1
    work[w.OBSERVER] = 0 if observer is None else block_of_person(observer)
    work[w.ENDLESS] = int(is_endless(program))
    work[w.CHOOSES], work[w.AIM] = int(aim >= 0), max(0, aim)
    work[w.READS_DEALER] = int(reads.dealer)
    work[w.READS_FIRST : w.READS_FIRST + 2] = map(int, reads.first)
    work[w.READS_LAST] = int(reads.last)
    work[w.READS_PAIR] = int(reads.pair)
    work[w.READS_ORDER] = int(any(reads.cards[1].waiting) or any(reads.cards[1].closed))
    work[w.READS_CLOSED] = int(reads.closed)
    work[w.READS_INITIAL] = int(not by_hand or _stakes_initial(program))
    work[w.READS_LEFT] = int(reads.left)
    work[w.MANY] = reads.number
    work[w.CLASSES] = len(kinds)
    ranks = [program[p.RANK_OF + kind.card] for kind in kinds]
    columns = [*map(rank_columns(program, table, ranks).__getitem__, ranks)]
    for number, kind in enumerate(kinds):
        work[w.CARD_OF + number] = kind.card
        work[w.FIRST_OF + number] = number
        work[w.ALIKE + number] = columns.index(columns[number])
        if reads.bounds:
            worth = program[p.WORTHS + program[p.RANK_OF + kind.card]]
            work[w.FIRST_OF + number] = sum((worth >= bound) + (worth > bound) for bound in reads.bounds)
        for card in kind.cards:
            work[w.CLASS_OF + card] = number
    work[w.JOINS] = int(not reads.dealer and any(work[w.ALIKE + i] != i for i in range(len(kinds))))
    _note_looks(program, work, reads.cards, {*ranks})
    work[w.LISTED] = most_hands(table)
    work[w.DEAD_HAND] = len(table) - t.HAND_SIZE
    persons = table[table[program[p.TALLIES] + y.BANKROLLS] - 1]
    work[w.PERSONS_END] = block_of_person(persons)
    work[w.HANDS_END] = table[t.SHOE] or program[p.TALLIES]
    work[w.ROW] = max(len(kinds), MOST_ACTIONS)
    work[w.PAYOFFS] = len(payoffs)
    work += payoffs
    work[w.TOP] = len(work)
    turn = w.BEHIND + 1 + 2 * work[w.PAYOFFS]
    work[w.SITUATION] = turn + w.TURNS + work[w.ROW] + size_of_table(work[w.LISTED], work[w.HANDS_END])
    work[w.MEMBER] = w.COUNTS + len(kinds)
    work[w.TALLY] = table[program[p.TALLIES] + y.FIRST_PERSON]
    work[w.TALLY_END] = work[w.TALLY] + persons * y.PERSON_SIZE
    table_room = size_of_identity(len(kinds), work[w.LISTED], persons)
    work[w.ROOM] = max(table_room + w.FRAME_SIZE, w.DECISION_NODE_SIZE + w.EDGE_SIZE, work[w.PAYOFFS] + 1)
    return work


def _note_looks(program: Sequence[int], work: Ints, cards: Sequence[Looks], ranks: Collection[int]) -> None:
    """Store the hands that rules look at card by card, either now, after more cards, or after a split."""

    def after(value: int, rank: int) -> int:
        return program[p.ADDITIONS + value * p.RANKS + rank]

    ever = [list(looks.waiting) for looks in cards]
    is_new = True
    while is_new:
        before = [list(bits) for bits in ever]
        for bits in ever:
            for value in range(p.VALUES):
                for rank in ranks:
                    bits[value] |= bits[after(value, rank)] >> 1
            for rank in ranks:
                if ever[1][after(0, rank)] >> 1 & 1:
                    bits[after(after(0, rank), rank)] |= 1 << 2
        is_new = ever != before
    for split, looks in enumerate(cards):
        for row, of_values in enumerate((ever[split], looks.closed, looks.number)):
            at = w.LOOKS + (w.LOOKS_ROWS * split + row) * p.VALUES
            work[at : at + p.VALUES] = of_values


def _stakes_initial(program: Sequence[int]) -> bool:
    """Return whether a hand can be settled for its original wager, before doubling."""
    outcomes = set(program[p.OUTCOMES : p.OUTCOMES + p.CLASSES * p.CLASSES]) - {0}
    return any(program[at + p.OUTCOME_STAKE] == t.INITIAL for at in outcomes)


def rank_columns(program: Sequence[int], table: Sequence[int], ranks: Sequence[int]) -> Mapping[int, Columns]:
    """Map each rank to the facts by which a program distinguishes it from other ranks."""
    persons = [
        block_of_person(person) for person in range(table[table[program[p.TALLIES] + y.BANKROLLS] - 1])
    ]
    players = [person for person in persons if person != table[t.DEALER]]
    charts = sorted({table[person + t.CHART] for person in players} - {0})
    tags = sorted({table[person + t.TAGS] for person in players} - {0})
    return {
        rank: (
            (program[p.WORTHS + rank],),
            tuple(program[p.ADDITIONS + value * p.RANKS + rank] for value in range(p.VALUES)),
            tuple(program[at + row * p.RANKS + rank] for at in charts for row in range(p.CHART_ROWS)),
            tuple(program[at + (p.VALUES + rank) * p.RANKS + up] for at in charts for up in range(p.RANKS)),
            tuple(program[at + rank] for at in tags),
        )
        for rank in ranks
    }


def want_next_hand(program: Ints, table: Ints) -> None:
    """Clear the tallies, and make the engine stop as soon as it has tallied the next hand.

    Optional events are not recorded, because they only repeat what everyone has already seen.
    """
    program[p.WANTED] = 0
    table[program[p.TALLIES] + y.HANDS_LEFT] = 1
    first = int(table[program[p.TALLIES] + y.FIRST_PERSON])
    persons = int(table[table[program[p.TALLIES] + y.BANKROLLS] - 1])
    for place in range(first, first + persons * y.PERSON_SIZE):
        table[place] = 0


def divisor_of_wagers(program: Sequence[int]) -> int:
    """Return a number that all wagers should be multiples of.

    Half of such a wager, and every payout on it, is a whole number.
    """
    outcomes = set(program[p.OUTCOMES : p.OUTCOMES + p.CLASSES * p.CLASSES]) - {0}
    return lcm(2, *(program[at + p.OUTCOME_PAYS + 1] for at in outcomes))


def set_cards_left(table: Ints, left: int) -> None:
    """Set the number of cards left in the shoe."""
    table[t.CARDS_LEFT] = left


def ask(table: Ints, person: int) -> None:
    """Ask ``person`` about every hand instead of following the strategy."""
    block = block_of_person(person)
    for field in (t.CHART, t.RULES, t.INSURANCE, t.BY_CHART):
        table[block + field] = 0
