"""Hands and rounds: beginning and ending them, and who sits at the table."""

from __future__ import annotations

from .events import (
    HAND_BEGINS,
    KICKED_OUT,
    LINE,
    PERSON_STRIDE,
    STANDING,
    TEAM_WINS,
    USED_UP,
    record,
    record_number,
    record_numbers,
)
from .mode import Ints, engine_function, inlined_function
from .money import undo_payments
from .program import (
    ASK_AGAIN,
    DECISION,
    ENDLESS_HAND,
    ENDLESS_ROUNDS,
    FAULTY,
    GOING_ON,
    ON_KICKED_OUT,
    ON_ROUND_WON,
    TALLIES,
)
from .reactions import react
from .table import (
    AGAIN,
    ANSWER,
    ANSWERED,
    ASKED,
    BANKROLL,
    CARDS,
    COUNT,
    COUNTING,
    DEALER,
    DEALER_ROSTER,
    DEALERS_LEFT,
    FAULT,
    FIRINGS,
    FIRST_HAND,
    FORFEITED,
    HAND,
    HAND_END,
    HANDS_WANTED,
    IDLE_ROUNDS,
    IN_PLAY,
    LIVE,
    PLAYERS,
    PLAYERS_LEFT,
    QUESTION,
    RESTART,
    RESTARTS,
    RETAKING,
    ROSTER,
    ROUND,
    SEATS,
    SPOT,
    STATE,
    TAGS,
    TEAM,
    TURN,
    UPCARD,
    VALUE,
    VOICE,
)
from .tallies import tally_round

MOST_IDLE_ROUNDS = 10_000  # one after the other without a hand: more means that they would never end
MOST_RESTARTS = 10_000  # of one hand: more means that the shoe never has the cards for it


@inlined_function
def clear_hand(table: Ints, hand: int) -> None:
    """Take the cards out of ``hand`` and make it ready for the next deal."""
    table[hand + VALUE] = 0
    table[hand + CARDS] = 0
    table[hand + STATE] = IN_PLAY


@inlined_function
def clear_table(table: Ints) -> None:
    """Make the table ready for a deal."""
    players = table[PLAYERS]
    for seat in range(SEATS, SEATS + players):
        clear_hand(table, table[seat] + FIRST_HAND)
    clear_hand(table, table[DEALER] + FIRST_HAND)
    table[LIVE] = players
    table[UPCARD] = 0


@inlined_function
def begin_hand(table: Ints, first_step: int, end: int) -> None:
    """Count the hand, remember where it begins and ends, and clear the table for it."""
    table[HAND] += 1
    table[RESTART] = first_step
    table[HAND_END] = end
    table[FIRINGS] = 0
    table[RESTARTS] = 0
    clear_table(table)


@engine_function
def void_hand(table: Ints) -> None:
    """Play the step ``void hand``: what was paid comes back, and the table is cleared."""
    undo_payments(table)
    clear_table(table)


@engine_function
def begin_round(table: Ints) -> int:
    """Count the round, begin its hands anew and seat whose turn it is in the teams."""
    table[IDLE_ROUNDS] = 0 if table[HAND] else table[IDLE_ROUNDS] + 1
    if table[IDLE_ROUNDS] > MOST_IDLE_ROUNDS:
        table[FAULT] = ENDLESS_ROUNDS
        return FAULTY
    table[ROUND] += 1
    table[HAND] = 0
    table[FORFEITED] = 0
    table[FIRINGS] = 0
    if table[PLAYERS_LEFT]:
        player = table[table[ROSTER] + table[PLAYERS_LEFT] - 1]
        if table[SEATS] != player:
            table[SEATS] = player
            table[player + COUNT] = 0
        table[COUNTING] = 1 if table[player + TAGS] else 0
    if table[DEALERS_LEFT]:
        table[DEALER] = table[table[DEALER_ROSTER] + table[DEALERS_LEFT] - 1]
    return GOING_ON


@engine_function
def kick_out(program: Ints, table: Ints, events: Ints, the_dealer: int) -> int:
    """Play the step ``kick out``: the player or the dealer leaves the tournament, the other one has won."""
    left = DEALERS_LEFT if the_dealer else PLAYERS_LEFT
    if table[left] == 0:
        return GOING_ON  # who sits there has left the tournament already
    player = table[SEATS]
    dealer = table[DEALER]
    loser = dealer if the_dealer else player
    winner = player if the_dealer else dealer
    record(events, table[loser + VOICE] + KICKED_OUT + table[winner + VOICE] // PERSON_STRIDE)
    table[left] -= 1
    react(program, table, events, loser, loser + FIRST_HAND, ON_KICKED_OUT)
    if program[TALLIES]:
        tally_round(program, table, winner, loser)
    if not table[FAULT]:
        react(program, table, events, winner, winner + FIRST_HAND, ON_ROUND_WON)
    return FAULTY if table[FAULT] else GOING_ON


@engine_function
def announce_winner(table: Ints, events: Ints) -> int:
    """Play the step ``announce winner``: the team of which somebody is left."""
    team = table[TEAM]
    record(events, TEAM_WINS + (team if table[PLAYERS_LEFT] else 1 - team))
    return GOING_ON


@engine_function
def announce_used_up(table: Ints, events: Ints) -> int:
    """Say that the cards ran out in this hand, which is left in the middle of a step."""
    record_number(events, USED_UP, table[HAND])
    table[TURN] = 0
    table[SPOT] = 0
    table[RETAKING] = 0
    table[RESTARTS] += 1
    if table[RESTARTS] > MOST_RESTARTS:
        table[FAULT] = ENDLESS_HAND
        return FAULTY
    return GOING_ON


@inlined_function
def announce_hand(table: Ints, events: Ints) -> int:
    """Play the step ``announce hand``: its number, and the bankroll of the first seat."""
    player = table[SEATS]
    record_numbers(events, table[player + VOICE] + HAND_BEGINS, table[HAND], table[player + BANKROLL])
    return GOING_ON


@engine_function
def announce_standings(table: Ints, events: Ints) -> int:
    """Play the step ``announce standings``: what every seat has, and the house."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        record_numbers(events, table[player + VOICE] + STANDING, table[player + BANKROLL], table[HAND])
    dealer = table[DEALER]
    record_numbers(events, table[dealer + VOICE] + STANDING, table[dealer + BANKROLL], table[HAND])
    return GOING_ON


@engine_function
def ask_again(table: Ints) -> int:
    """Play the step ``ask again``: whether people want to play on."""
    if table[HANDS_WANTED]:
        table[AGAIN] = 1 if table[HAND] < table[HANDS_WANTED] else 0
    elif table[ANSWERED]:
        table[AGAIN] = table[ANSWER]
        table[ANSWERED] = 0
        table[QUESTION] = 0
    else:
        table[QUESTION] = ASK_AGAIN
        table[ASKED] = table[SEATS]
        return DECISION
    return GOING_ON


@engine_function
def say_line(table: Ints, events: Ints, line: int) -> int:
    """Play a step that says a line of the ruleset's own."""
    player = table[SEATS]
    record_numbers(events, table[player + VOICE] + LINE + line, table[HAND], table[player + BANKROLL])
    return GOING_ON
