"""Matches in a tournament: which teams are at the table, and how often each team has won."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue.limits import MOST_REMEMBERED

from ..cards.seats import clear_hand
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record_number, record_numbers
from ..layout.plain_or_compiled import Ints, engine_function, outlined_function


@engine_function
def is_next_match_due(program: Ints, table: Ints) -> bool:
    """Return whether the round about to start is the first in a new match."""
    if table[t.MATCH] == program[p.MATCH_COUNT]:
        return False
    return table[t.MATCH] == 0 or table[t.PLAYERS_LEFT] == 0 or table[t.DEALERS_LEFT] == 0


@engine_function
def come_back(table: Ints, roster: int, members: int) -> None:
    """Give the members of a team the money and memory they start a match with, and clear their hands."""
    for at in range(roster, roster + members):
        person = table[at]
        brought = table[t.BROUGHT] + (person - t.PERSONS) // t.PERSON_SIZE * t.BROUGHT_SIZE
        table[person + t.BANKED] += table[person + t.BANKROLL] - table[brought + t.BROUGHT_MONEY]
        table[person + t.BANKROLL] = table[brought + t.BROUGHT_MONEY]
        for cell in range(MOST_REMEMBERED):
            table[person + t.MEMORY + cell] = table[brought + t.BROUGHT_MEMORY + cell]
        table[person + t.AWAITED] = 0
        table[person + t.COUNT] = 0
        clear_hand(table, table[person + t.FIRST_HAND])


@outlined_function
def begin_match(program: Ints, table: Ints, events: Ints) -> None:
    """Seat the members of the next two teams."""
    plays = program[p.MATCHES] + table[t.MATCH] * p.MATCH_SIZE
    deals = plays + p.MATCH_SIDE
    table[t.MATCH] += 1
    table[t.TEAM] = program[plays + p.MATCH_TEAM]
    table[t.ROSTER] = program[plays + p.MATCH_ROSTER]
    table[t.PLAYERS_LEFT] = program[plays + p.MATCH_MEMBERS]
    table[t.DEALING_TEAM] = program[deals + p.MATCH_TEAM]
    table[t.DEALER_ROSTER] = program[deals + p.MATCH_ROSTER]
    table[t.DEALERS_LEFT] = program[deals + p.MATCH_MEMBERS]
    if table[t.MATCH] > 1:
        come_back(table, table[t.ROSTER], table[t.PLAYERS_LEFT])
        come_back(table, table[t.DEALER_ROSTER], table[t.DEALERS_LEFT])
    record_number(events, e.MATCH + table[t.TEAM], table[t.MATCH])
    record_number(events, e.MATCH + e.DEALER_ROLE + table[t.DEALING_TEAM], table[t.MATCH])


@engine_function
def count_round(table: Ints, team: int) -> None:
    """Count a round won by a member of ``team``."""
    table[table[t.STANDINGS] + team * t.STANDING_SIZE + t.ROUNDS_WON] += 1


@outlined_function
def win_match(table: Ints, events: Ints, team: int) -> None:
    """Count a match won by ``team``, because the other team has no members left."""
    standing = table[t.STANDINGS] + team * t.STANDING_SIZE
    table[standing + t.MATCHES_WON] += 1
    table[t.MATCHES_LEFT] -= 1
    record_numbers(events, e.MATCH_WON + team, table[t.MATCH], table[standing + t.MATCHES_WON])


@outlined_function
def find_winner(program: Ints, table: Ints) -> int:
    """Return the team that won the tournament.

    If there was only one match, this is the team with members left, or the players' team if both have members
    left. After several matches, it is the team that won the most matches and, in a tie, the most rounds. If
    that is a tie too, it is the team that comes first in the ruleset.
    """
    if program[p.MATCH_COUNT] == 1:
        return table[t.TEAM] if table[t.PLAYERS_LEFT] else table[t.DEALING_TEAM]
    best = 0
    for team in range(1, program[p.TEAM_COUNT]):
        standing = table[t.STANDINGS] + team * t.STANDING_SIZE
        highest = table[t.STANDINGS] + best * t.STANDING_SIZE
        more = table[standing + t.MATCHES_WON] - table[highest + t.MATCHES_WON]
        if more > 0 or (more == 0 and table[standing + t.ROUNDS_WON] > table[highest + t.ROUNDS_WON]):
            best = team
    return best
