"""The steps that announce something: the hand, the standings, the winner, or a line from the ruleset."""

from __future__ import annotations

from bj.catalogue import events as e

from ..cards.formulas import evaluate
from ..cards.speech_and_shown_hands import say
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record, record_numbers
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from ..layout.work_per_hand import NUMBERS_AT_ONCE, count_work
from .matches import find_winner


@engine_function
def announce_winner(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``announce winner`` step."""
    record(events, e.TEAM_WINS + find_winner(program, table))
    return p.GOING_ON


@inlined_function
def announce_hand(table: Ints, events: Ints) -> int:
    """Carry out the ``announce hand`` step: record the hand's number and the bankroll at the first seat."""
    player = table[t.SEATS]
    record_numbers(
        events, table[player + t.EVENT_BASE] + e.HAND_BEGINS, table[t.HAND], table[player + t.BANKROLL]
    )
    return p.GOING_ON


@engine_function
def next_in_standings(table: Ints, before: int) -> int:
    """Return the player after ``before`` in the standings, or the first player if ``before`` is NOBODY.

    Return NOBODY after the last player.
    """
    found = t.NOBODY
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        player = table[seat]
        is_behind = before == t.NOBODY or table[player + t.SCORE] < table[before + t.SCORE]
        if player > before and table[player + t.SCORE] == table[before + t.SCORE]:
            is_behind = True
        if is_behind and (found == t.NOBODY or table[player + t.SCORE] > table[found + t.SCORE]):
            found = player
    return found


@engine_function
def record_standing(table: Ints, events: Ints, person: int) -> None:
    """Record the bankroll of ``person`` in the standings."""
    record_numbers(
        events, table[person + t.EVENT_BASE] + e.STANDING, table[person + t.BANKROLL], table[t.HAND]
    )


@engine_function
def record_in_order(program: Ints, table: Ints, events: Ints, score: int) -> None:
    """Record the players' bankrolls, from the highest score to the lowest."""
    players = table[t.PLAYERS]
    count_work(table, players * players // NUMBERS_AT_ONCE)
    for seat in range(t.SEATS, t.SEATS + players):
        player = table[seat]
        table[player + t.SCORE] = evaluate(program, table, score, table[player + t.FIRST_HAND])
        if table[t.FAULT]:
            table[t.FAULT_PERSON] = player
            return
    player = next_in_standings(table, t.NOBODY)
    while player != t.NOBODY:
        record_standing(table, events, player)
        player = next_in_standings(table, player)


@engine_function
def announce_standings(program: Ints, table: Ints, events: Ints, score: int) -> int:
    """Carry out the ``announce standings`` step: record the bankroll at every seat, and that of the house.

    ``score`` is the formula by which players are ordered, or 0 for the order of the seats.
    """
    if score:
        record_in_order(program, table, events, score)
        if table[t.FAULT]:
            return p.FAULTY
    else:
        for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
            record_standing(table, events, table[seat])
    record_standing(table, events, table[t.DEALER])
    return p.GOING_ON


@engine_function
def say_line(program: Ints, table: Ints, events: Ints, line: int) -> int:
    """Carry out a step that prints a line from the ruleset."""
    say(program, table, events, line, table[table[t.SEATS] + t.FIRST_HAND])
    return p.GOING_ON
