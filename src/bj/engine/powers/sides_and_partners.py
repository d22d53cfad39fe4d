"""The two sides of the table, the partners in reactions, and facts about other people's hands."""

from __future__ import annotations

from bj.catalogue import reaction_targets as c

from ..cards.formulas import evaluate
from ..cards.hand_facts import rank_at, suit_at, worth_of_last
from ..cards.seats import block_of_person, seat_of, side_of
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function


@engine_function
def first_of(table: Ints, side: int) -> int:
    """Return the index at which the list of people on a side begins."""
    roster = table[t.DEALER_ROSTER] if side else table[t.ROSTER]
    if roster:
        return roster
    return t.DEALER if side else t.SEATS


@engine_function
def how_many(table: Ints, side: int) -> int:
    """Return the number of people on a side, not counting members who were kicked out."""
    if table[t.ROSTER]:
        return table[t.DEALERS_LEFT] if side else table[t.PLAYERS_LEFT]
    return 1 if side else table[t.PLAYERS]


@engine_function
def member(table: Ints, side: int, place: int) -> int:
    """Return the person at ``place`` on a side.

    Places are counted from 0, in the order of seats or, with teams, in the order of entry.
    """
    if table[t.ROSTER]:
        place = how_many(table, side) - 1 - place  # the roster starts with the last member to enter
    return table[first_of(table, side) + place]


@engine_function
def next_mate(table: Ints, person: int) -> int:
    """Return the person who comes after ``person`` on the same side. The first person comes after the last.

    Return NOBODY if ``person`` is alone.
    """
    side = side_of(table, person)
    count = how_many(table, side)
    place = 0
    while place < count and member(table, side, place) != person:
        place += 1
    place += 1
    mate = member(table, side, place if place < count else 0) if count else t.NOBODY
    return t.NOBODY if mate == person else mate


@engine_function
def mate_by_money(table: Ints, person: int, sign: int) -> int:
    """Return the mate of ``person`` with the most money, or with the least if ``sign`` is -1."""
    side = side_of(table, person)
    found = t.NOBODY
    most = 0
    for place in range(how_many(table, side)):
        mate = member(table, side, place)
        money = sign * table[mate + t.BANKROLL]
        if mate != person and (found == t.NOBODY or money > most):
            found = mate
            most = money
    return found


@engine_function
def partner_of(program: Ints, table: Ints, person: int, reaction: int) -> int:
    """Return the partner in a reaction of ``person``: a person, the dealer for the house, or NOBODY."""
    partner = program[reaction + p.REACTION_PARTNER]
    if partner == 0:
        return table[t.DEALER]
    if partner == c.THEM:
        return table[table[t.THEIR_HAND] + t.OWNER]
    if partner == c.OPPONENT_OF:
        return table[t.SEATS] if side_of(table, person) else table[t.DEALER]
    if partner == c.NEXT_MATE:
        return next_mate(table, person)
    if partner >= c.BY_SEAT:
        partner = evaluate(program, table, partner - c.BY_SEAT, table[person + t.FIRST_HAND])
        if partner < 1 or table[t.FAULT]:
            return t.NOBODY
    if partner < 0:
        return mate_by_money(table, person, -1 if partner == c.POOREST_MATE else 1)
    if table[t.ROSTER]:
        side = side_of(table, person)
        return table[first_of(table, side) + partner - 1] if partner <= how_many(table, side) else t.NOBODY
    for at in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        if table[at] == block_of_person(partner - 1):
            return table[at]
    return t.NOBODY


@engine_function
def store_facts_about_them(program: Ints, table: Ints, hand: int) -> None:
    """Store the facts about ``hand`` that other people can use when they react to it."""
    table[t.THEIR_HAND] = hand
    table[t.THEIR_TOTAL] = table[hand + t.VALUE] >> 1
    table[t.THEIR_CARDS] = table[hand + t.CARDS]
    table[t.THEIR_LAST] = worth_of_last(program, table, hand)
    table[t.THEIR_LAST_RANK] = rank_at(program, table, hand, table[hand + t.CARDS] - 1)
    table[t.THEIR_LAST_SUIT] = suit_at(program, table, hand, table[hand + t.CARDS] - 1)
    owner = table[hand + t.OWNER]
    table[t.THEIR_SEAT] = seat_of(table, owner)
    table[t.THEIR_WAGER] = table[hand + t.WAGER]
    table[t.THEIR_BANKROLL] = table[owner + t.BANKROLL]
    table[t.THEIR_PROFIT] = table[hand + t.PAID] if table[hand + t.STATE] == t.SETTLED else 0
