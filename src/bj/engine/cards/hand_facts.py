"""Facts that formulas can use about a hand, the dealer's cards, and the next card in the shoe."""

from __future__ import annotations

from bj.cards import LOWEST_RANK, LOWEST_SUIT, RANKS
from bj.catalogue import events as e

from ..layout import formula_operations as f
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from .rules_in_force import additions_of
from .seats import seat_of

ACE = len(RANKS) - 1  # the rank of an ace


@engine_function
def compare_cards(program: Ints, table: Ints, operation: int, hand: int) -> int:
    """Run an operation that compares the cards in ``hand``: PAIR to CARD_MATCHES, except STRAIGHT.

    Return 0 if ``hand`` is empty.
    """
    held = table[hand + t.CARDS]
    first = table[hand + t.HELD] & e.CARD_MASK
    rank = program[p.RANK_OF + first]
    alike = 0
    for at in range(hand + t.HELD + 1, hand + t.HELD + held):
        card = table[at] & e.CARD_MASK
        other = program[p.RANK_OF + card]
        if operation == f.PAIR:
            alike += program[p.ADDITIONS + other] == program[p.ADDITIONS + rank]
        elif operation == f.SUITED:
            alike += program[p.SUIT_OF + card] == program[p.SUIT_OF + first]
        elif operation == f.SAME_COLOUR:
            alike += (program[p.SUIT_OF + card] ^ program[p.SUIT_OF + first]) & 1 == 0
        elif operation == f.CARD_MATCHES:
            alike += card == first
        else:
            alike += other == rank
    if operation >= f.RANK_MATCHES:
        return alike
    if operation == f.PAIR and held != 2:
        return 0
    return 1 if alike == held - 1 else 0


@engine_function
def shown_by_dealer(program: Ints, table: Ints, observer: int) -> int:
    """Return the value of the dealer's face-up cards, or of all the dealer's cards.

    ``observer`` is a hand. All cards are included if its owner has seen the face-down ones.
    """
    hand = table[t.DEALER_HAND]
    additions = additions_of(table, hand)
    value = 0
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if table[at] < t.FACE_DOWN or table[observer + t.SEES_HOLE]:
            rank = program[p.RANK_OF + (table[at] & e.CARD_MASK)]
            value = program[additions + value * p.RANKS + rank]
    return value


@engine_function
def least_worth(program: Ints, table: Ints, card: int) -> int:
    """Return the lowest value that ``card`` can have."""
    rank = program[p.RANK_OF + card]
    return (program[p.ADDITIONS + 2 * table[t.TARGET] * p.RANKS + rank] >> 1) - table[t.TARGET]


@inlined_function
def is_known(table: Ints) -> bool:
    """Return whether someone has looked at the next card in the shoe."""
    return table[t.LOOKED_AT] != 0 and table[t.LOOKED_AT] == table[t.CARDS_LEFT]


@engine_function
def worth_of_last(program: Ints, table: Ints, hand: int) -> int:
    """Return the lowest value that the last card in ``hand`` can have, or 0 if the hand is empty."""
    held = table[hand + t.CARDS]
    if held == 0:
        return 0
    return least_worth(program, table, table[hand + t.HELD + held - 1] & e.CARD_MASK)


@engine_function
def rank_at(program: Ints, table: Ints, hand: int, place: int) -> int:
    """Return the rank of the card at ``place`` in ``hand``, numbered as in expressions.

    Return 0 if ``place`` is outside the hand.
    """
    if place < 0 or place >= table[hand + t.CARDS]:
        return 0
    return LOWEST_RANK + program[p.RANK_OF + (table[hand + t.HELD + place] & e.CARD_MASK)]


@engine_function
def suit_at(program: Ints, table: Ints, hand: int, place: int) -> int:
    """Return the suit of the card at ``place`` in ``hand``, numbered as in expressions.

    Return 0 if ``place`` is outside the hand.
    """
    if place < 0 or place >= table[hand + t.CARDS]:
        return 0
    return LOWEST_SUIT + program[p.SUIT_OF + (table[hand + t.HELD + place] & e.CARD_MASK)]


@engine_function
def next_card_fact(program: Ints, table: Ints, operation: int) -> int:
    """Run the operation NEXT, NEXT_RANK or NEXT_SUIT. Return 0 if the next card is unknown."""
    if not is_known(table):
        return 0
    card = table[t.NEXT_CARD]
    if operation == f.NEXT:
        return least_worth(program, table, card)
    if operation == f.NEXT_RANK:
        return LOWEST_RANK + program[p.RANK_OF + card]
    return LOWEST_SUIT + program[p.SUIT_OF + card]


@engine_function
def is_straight(program: Ints, table: Ints, hand: int) -> bool:
    """Return whether ``hand`` is a straight: three or more cards with consecutive ranks.

    An ace counts as either low or high.
    """
    ranks = 0
    held = table[hand + t.CARDS]
    for at in range(hand + t.HELD, hand + t.HELD + held):
        rank = program[p.RANK_OF + (table[at] & e.CARD_MASK)]
        if rank > ACE or ranks >> rank & 1:
            return False
        ranks |= 1 << rank
    row = (1 << held) - 1
    ranks = 2 * ranks + (ranks >> ACE)  # an ace also ranks below a two
    for lowest in range(ACE + 3 - held):
        found = ranks >> lowest & row
        if held >= 3 and found == row:
            return True
    return False


@engine_function
def cards_of_dealer(table: Ints) -> int:
    """Return the number of the dealer's face-up cards."""
    hand = table[t.DEALER_HAND]
    shown = 0
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if table[at] < t.FACE_DOWN:
            shown += 1
    return shown


@engine_function
def look_at_one(program: Ints, table: Ints, operation: int, hand: int) -> int:
    """Run the operation NEXT, or one of the operations that follow it."""
    if operation in (f.NEXT, f.NEXT_RANK, f.NEXT_SUIT):
        return next_card_fact(program, table, operation)
    if operation == f.SEAT:
        return seat_of(table, table[hand + t.OWNER])
    place = 0 if operation in (f.FIRST_RANK, f.FIRST_SUIT) else table[hand + t.CARDS] - 1
    if operation in (f.FIRST_RANK, f.LAST_RANK):
        return rank_at(program, table, hand, place)
    return suit_at(program, table, hand, place)


@engine_function
def look(program: Ints, table: Ints, operation: int, hand: int) -> int:
    """Run the operation FIRST, or one of the operations that follow it."""
    if operation == f.FIRST:
        first = program[p.RANK_OF + (table[hand + t.HELD] & e.CARD_MASK)]
        return program[p.WORTHS + first] if table[hand + t.CARDS] else 0
    if operation == f.STRAIGHT:
        return 1 if is_straight(program, table, hand) else 0
    if operation <= f.CARD_MATCHES:
        return compare_cards(program, table, operation, hand)
    if operation == f.DEALER_CARDS:
        return cards_of_dealer(table)
    if operation == f.LAST:
        return worth_of_last(program, table, hand)
    if operation >= f.NEXT:
        return look_at_one(program, table, operation, hand)
    if operation == f.PROFIT:
        return table[hand + t.PAID] if table[hand + t.STATE] == t.SETTLED else 0
    value = shown_by_dealer(program, table, hand)
    return value >> 1 if operation == f.DEALER_TOTAL else value & 1
