"""Finds the card that a reaction applies to, in a hand or among the discards.

The discards are the cards that have been dealt since the last shuffle and are no longer in a hand.
"""

from __future__ import annotations

from bj.cards import ANY_OF_RANK, ANY_OF_SUIT, LOWEST_RANK, LOWEST_SUIT, MOST_CARDS, MOST_RANKS, SUITS
from bj.catalogue import events as e
from bj.catalogue import reaction_targets as c
from bj.catalogue.limits import MOST_HELD

from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function
from ..layout.work_per_hand import count_work
from .formulas import evaluate, is_named
from .shoe import next_place

NO_PLACE = -1  # the index of a card that does not exist
NO_SUCH_CARD = c.PLACES + MOST_HELD  # a place beyond the end of any hand
SUITS_IN_PACK = len(SUITS)


@engine_function
def named_card(program: Ints, rank: int, suit: int) -> int:
    """Return the card that has this ``rank`` and ``suit``."""
    for card in range(MOST_CARDS):
        if program[p.RANK_OF + card] == rank and program[p.SUIT_OF + card] == suit:
            return card
    return 0  # never reached, because every card exists


@engine_function
def computed_selector(program: Ints, table: Ints, hand: int, reaction: int) -> int:
    """Return a selector for the card that a reaction affects, using a formula for its place or kind.

    The owner of ``hand`` is reacting. The selector is NAMED plus the number of a card, rank or suit; PLACES
    plus a place in the hand; or NO_SUCH_CARD.
    """
    number = evaluate(program, table, program[reaction + p.REACTION_CARD_FORMULA], hand)
    if program[reaction + p.REACTION_CARD] == c.AT_PLACE:
        return c.PLACES + number - 1 if 1 <= number <= MOST_HELD else NO_SUCH_CARD
    rank = number % c.PER_SUIT - LOWEST_RANK
    suit = number // c.PER_SUIT - LOWEST_SUIT
    has_rank = 0 <= rank < MOST_RANKS
    has_suit = 0 <= suit < SUITS_IN_PACK
    if has_rank and has_suit:
        return c.NAMED + named_card(program, rank, suit)
    if has_rank and suit + LOWEST_SUIT == c.ANY_KIND:
        return c.NAMED + ANY_OF_RANK + rank
    if has_suit and rank + LOWEST_RANK == c.ANY_KIND:
        return c.NAMED + ANY_OF_SUIT + suit
    return NO_SUCH_CARD


@engine_function
def is_better(program: Ints, table: Ints, which: int, found: int, at: int) -> bool:
    """Return whether the selector ``which`` prefers the card at the index ``at`` to the one at ``found``."""
    card = table[at] & e.CARD_MASK
    if which >= c.NAMED:
        return is_named(program, card, which - c.NAMED)
    if found == NO_PLACE or which == c.LAST_CARD:
        return True
    other = table[found] & e.CARD_MASK
    more = program[p.WORTHS + program[p.RANK_OF + card]] - program[p.WORTHS + program[p.RANK_OF + other]]
    return (which == c.LOWEST_CARD and more < 0) or (which == c.HIGHEST_CARD and more > 0)


@engine_function
def find_in_hand(program: Ints, table: Ints, hand: int, which: int, is_own: bool) -> int:
    """Return the index of the card in ``hand`` selected by ``which``, or NO_PLACE without one.

    If ``is_own`` is false, only face-up cards can be chosen.
    """
    held = table[hand + t.CARDS]
    first = hand + t.HELD
    if which >= c.PLACES:
        at = first + which - c.PLACES
        return at if which - c.PLACES < held and (is_own or table[at] < t.FACE_DOWN) else NO_PLACE
    found = NO_PLACE
    for at in range(first, first + held):
        if (is_own or table[at] < t.FACE_DOWN) and is_better(program, table, which, found, at):
            found = at
    return found


@engine_function
def find_given_back(program: Ints, table: Ints, hand: int) -> int:
    """Return the index of the card that ``hand`` gives up in an exchange.

    This is the dealer's upcard or a player's last card.
    """
    which = c.FIRST_CARD if hand == table[t.DEALER_HAND] else c.LAST_CARD
    return find_in_hand(program, table, hand, which, False)


@engine_function
def copies_held(table: Ints, card: int) -> int:
    """Return how many copies of ``card`` all hands contain in total."""
    held = 0
    count_work(table, 4 * (table[t.HANDS_IN_PLAY] + 1))
    for place in range(table[t.HANDS_IN_PLAY] + 1):
        hand = table[t.HANDS + place] if place < table[t.HANDS_IN_PLAY] else table[t.DEALER_HAND]
        for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
            held += table[at] & e.CARD_MASK == card
    return held


@engine_function
def copies_dealt(table: Ints, card: int, after: int) -> int:
    """Return how many copies of ``card`` have been dealt from the shoe, starting at the index ``after``."""
    dealt = 0
    count_work(table, (next_place(table) - after) // 8)
    for at in range(after, next_place(table)):
        dealt += table[at] == card
    return dealt


@engine_function
def is_of_shoe(table: Ints, card: int) -> bool:
    """Return whether a ``card`` in a hand was dealt from the shoe, rather than created by a power."""
    return copies_dealt(table, card, table[t.SHOE]) >= copies_held(table, card)


@engine_function
def find_discard(program: Ints, table: Ints, which: int) -> int:
    """Return the shoe index of the discard selected by ``which``, or NO_PLACE without one.

    If there are several copies of a card, the ones dealt last are assumed to be in hands.
    """
    found = NO_PLACE
    dealt = table[t.SHOE_SIZE] - table[t.CARDS_LEFT]
    for place in range(dealt):
        if count_work(table, 1):
            return NO_PLACE
        at = table[t.SHOE] + (place if which == c.FIRST_CARD else dealt - 1 - place)
        card = table[at]
        is_meant = is_better(program, table, which, found, at)
        if is_meant and copies_dealt(table, card, at + 1) >= copies_held(table, card):
            found = at
            if which not in (c.LOWEST_CARD, c.HIGHEST_CARD):
                return found
    return found
