"""Seats: sitting out, leaving the table, and putting hands back in place for the next deal."""

from __future__ import annotations

from bj.catalogue import events as e

from ..layout import table as t
from ..layout.event_record import record_number
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function


@inlined_function
def block_of_person(number: int) -> int:
    """Return the block of the person with this index."""
    return t.PERSONS + number * t.PERSON_SIZE


@engine_function
def side_of(table: Ints, person: int) -> int:
    """Return the role of ``person`` at the table: DEALER_ROLE, or 0 for a player."""
    return table[person + t.EVENT_BASE] & e.DEALER_ROLE


@engine_function
def seat_of(table: Ints, person: int) -> int:
    """Return the seat number of ``person``, counted from 1, or 0 for the dealer."""
    return 0 if side_of(table, person) else (person - t.PERSONS) // t.PERSON_SIZE + 1


@engine_function
def number_of(table: Ints, person: int) -> int:
    """Return the index that events use for ``person``."""
    return table[person + t.EVENT_BASE] // e.PERSON_STRIDE


@inlined_function
def banker_of(table: Ints) -> int:
    """Return the banker's block as a player, or 0 if the bank does not rotate."""
    return table[table[t.DEALER] + t.OTHER_ROLE]


@inlined_function
def clear_hand(table: Ints, hand: int) -> None:
    """Remove the cards and the wager from ``hand`` before the next deal."""
    table[hand + t.WAGER] = 0
    table[hand + t.VALUE] = 0
    table[hand + t.CARDS] = 0
    table[hand + t.STATE] = t.IN_PLAY


@engine_function
def restore_hands(table: Ints) -> None:
    """Put the dealt hands back in play, and reset everything that has changed in them since the last deal."""
    hands = table[t.DEALT_HANDS]
    for place in range(hands):
        hand = table[t.DEALT + place]
        table[t.HANDS + place] = hand
        table[hand + t.DOUBLED] = 0
        table[hand + t.STAYS_DOWN] = 0
        table[hand + t.FREE] = 0
        table[hand + t.PARTS] = 1
        table[hand + t.SWITCHED] = 0
        table[hand + t.BET] = 0
        table[hand + t.INSURANCE_STAKED] = 0
        table[hand + t.INSURED] = 0
        table[hand + t.INSURANCE_PAID] = 0
        table[hand + t.SEES_HOLE] = 0
    for at in range(table[t.SIDE_BETS], table[t.SIDE_BETS_END]):
        table[at] = 0
    table[t.HANDS_IN_PLAY] = hands
    table[t.SPARE_HAND] = table[t.FIRST_SPARE]
    table[t.BETTING] = t.NO_BETS
    table[t.NEEDS_RESET] = 0


@engine_function
def drop_hands(table: Ints, first: int, hands: int, owner: int) -> int:
    """Remove the hands of ``owner`` or, if ``owner`` is 0, the hands that sit out.

    Return how many hands are left.
    """
    kept = 0
    for place in range(hands):
        hand = table[first + place]
        is_kept = table[hand + t.OWNER] != owner if owner else table[hand + t.STATE] != t.SITS_OUT
        if is_kept:
            table[first + kept] = hand
            kept += 1
    return kept


@engine_function
def sit_out(table: Ints, events: Ints, hand: int) -> None:
    """Mark ``hand`` as sitting out. It is removed from the table once all wagers have been placed."""
    owner = table[hand + t.OWNER]
    table[hand + t.STATE] = t.SITS_OUT
    table[hand + t.WAGER] = 0
    table[t.NEEDS_RESET] = 1
    record_number(events, table[owner + t.EVENT_BASE] + e.SITS_OUT, table[owner + t.BANKROLL])


@engine_function
def has_other_person(table: Ints, player: int) -> bool:
    """Return whether anyone but ``player`` will be asked for wagers, now or after the bank changes hands."""
    banker = banker_of(table)
    if banker and table[banker + t.WAGER_FORMULA] == 0 and table[t.PLAYERS] > 1:
        return True
    for at in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        if table[at] != player and table[table[at] + t.WAGER_FORMULA] == 0:
            return True
    return False


@engine_function
def leave_table(table: Ints, events: Ints, owner: int) -> None:
    """Remove ``owner`` from the table for good. At least one other player must remain."""
    kept = 0
    for at in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        if table[at] != owner:
            table[t.SEATS + kept] = table[at]
            kept += 1
    table[t.PLAYERS] = kept
    table[t.DEALT_HANDS] = drop_hands(table, t.DEALT, table[t.DEALT_HANDS], owner)
    table[t.HANDS_IN_PLAY] = drop_hands(table, t.HANDS, table[t.HANDS_IN_PLAY], owner)
    record_number(events, table[owner + t.EVENT_BASE] + e.LEAVES, table[owner + t.BANKROLL])


def persons_of(table: Ints) -> range:
    """Return the blocks of all people in the game.

    In the table, these blocks are followed by the first hand or, in a tournament, by the teams' rosters.
    """
    end = table[t.PERSONS + t.FIRST_HAND]
    if table[t.BROUGHT]:
        count = (table[t.STANDINGS] - table[t.BROUGHT]) // t.BROUGHT_SIZE
        end = block_of_person(count)
    return range(t.PERSONS, end, t.PERSON_SIZE)
