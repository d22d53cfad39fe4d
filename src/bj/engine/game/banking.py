"""A bank that rotates: the player who holds it deals, pays winners and collects lost wagers.

Everyone has two blocks, one as a player and one as the dealer. Their money is in the block for their current
role. When they change roles, the amounts that enter and leave each block are recorded. Anything else in the
block was won or lost in that role.
"""

from __future__ import annotations

from bj.catalogue import events as e

from ..cards.seats import banker_of, clear_hand
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record_number
from ..layout.plain_or_compiled import Ints, engine_function


@engine_function
def next_banker(table: Ints, banker: int) -> int:
    """Return the index of the next seat after ``banker`` whose player can afford the minimum wager.

    Return -1 if there is no such player.
    """
    seats = table[t.PLAYERS]
    first = 0
    while first < seats and table[t.SEATS + first] < banker:
        first += 1
    for turn in range(seats):
        place = first + turn if first + turn < seats else first + turn - seats
        if table[t.CREDIT] or table[table[t.SEATS + place] + t.BANKROLL] >= table[t.MINIMUM_WAGER]:
            return place
    return -1


@engine_function
def change_role(table: Ints, person: int) -> int:
    """Move the money of ``person`` to the block for their other role, and return that block."""
    other = table[person + t.OTHER_ROLE]
    money = table[person + t.BANKROLL]
    table[person + t.BANKED] += money
    table[other + t.BANKED] -= money
    table[other + t.BANKROLL] = money
    table[person + t.BANKROLL] = 0
    return other


@engine_function
def sit_down(table: Ints, place: int, player: int) -> None:
    """Seat ``player`` in the empty seat at ``place``, and restore the order of the seats."""
    while place > 0 and table[t.SEATS + place - 1] > player:
        table[t.SEATS + place] = table[t.SEATS + place - 1]
        place -= 1
    while place + 1 < table[t.PLAYERS] and table[t.SEATS + place + 1] < player:
        table[t.SEATS + place] = table[t.SEATS + place + 1]
        place += 1
    table[t.SEATS + place] = player


@engine_function
def pass_bank(table: Ints, events: Ints) -> int:
    """Carry out the ``pass bank`` step: the next player becomes the dealer, and the banker a player."""
    place = next_banker(table, banker_of(table))
    if place < 0:
        return p.GOING_ON
    clear_hand(table, table[t.DEALER_HAND])
    dealer = change_role(table, table[t.SEATS + place])
    sit_down(table, place, change_role(table, table[t.DEALER]))
    for at in range(table[t.PLAYERS]):
        table[t.DEALT + at] = table[table[t.SEATS + at] + t.FIRST_HAND]
    table[t.NEEDS_RESET] = 1  # the next deal is to other players
    table[t.DEALER] = dealer
    table[t.DEALER_HAND] = table[dealer + t.FIRST_HAND]
    record_number(events, table[dealer + t.EVENT_BASE] + e.TAKES_BANK, table[dealer + t.BANKROLL])
    return p.GOING_ON
