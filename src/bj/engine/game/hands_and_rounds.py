"""Starts and ends hands and rounds, and seats team members."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import occasions as on

from ..cards.rules_in_force import update_dealers_rule
from ..cards.seats import clear_hand, restore_hands
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record, record_number
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from ..layout.work_per_hand import MOST_WORK, count_work_again
from ..powers.reactions import react
from .matches import count_round, win_match
from .settlement import undo_payments
from .tallies import tally_round

MOST_IDLE_ROUNDS = 10_000  # in a row without a hand, which means that the game would never end
MOST_RESTARTS = 10_000  # of a single hand, which means that the shoe never has enough cards


@inlined_function
def clear_table(table: Ints) -> None:
    """Clear the table for the next deal."""
    if table[t.NEEDS_RESET]:
        restore_hands(table)
    hands = table[t.HANDS_IN_PLAY]
    for at in range(t.HANDS, t.HANDS + hands):
        clear_hand(table, table[at])
    clear_hand(table, table[t.DEALER_HAND])
    table[t.LIVE] = hands
    table[t.UPCARD] = 0
    table[t.UPCARD_SUIT] = 0
    table[t.PEEKED] = 0
    table[t.TURN_BEGAN] = 0


@inlined_function
def begin_hand(table: Ints, first_step: int, end: int) -> int:
    """Start a hand: increase the hand number, store the hand's first and last steps, and clear the table.

    Return the work done before the hand.
    """
    done = table[t.WORK]
    table[t.WORK] = done + table[t.HAND_WORK]
    table[t.WORK_END] = done + MOST_WORK
    table[t.HAND] += 1
    table[t.RESTART] = first_step
    table[t.HAND_END] = end
    table[t.FIRINGS] = 0
    table[t.RESTARTS] = 0
    clear_table(table)
    return done


@engine_function
def void_hand(table: Ints) -> None:
    """Carry out the ``void hand`` step: reverse all payments, and clear the table."""
    undo_payments(table)
    clear_table(table)


@engine_function
def begin_round(program: Ints, table: Ints) -> int:
    """Start a round: restart the numbering of hands, and seat the next member of each team."""
    table[t.IDLE_ROUNDS] = 0 if table[t.HAND] else table[t.IDLE_ROUNDS] + 1
    if table[t.IDLE_ROUNDS] > MOST_IDLE_ROUNDS:
        table[t.FAULT] = p.ENDLESS_ROUNDS
        return p.FAULTY
    table[t.ROUND] += 1
    table[t.HAND] = 0
    table[t.FORFEITED] = 0
    table[t.FIRINGS] = 0
    if table[t.PLAYERS_LEFT]:
        player = table[table[t.ROSTER] + table[t.PLAYERS_LEFT] - 1]
        if table[t.SEATS] != player:
            table[t.NEEDS_RESET] = 1  # the player's hand may still be split or doubled from an earlier match
            table[t.SEATS] = player
            table[t.HANDS] = table[t.DEALT] = table[player + t.FIRST_HAND]
            table[player + t.COUNT] = 0
        counted = t.COUNTED if table[player + t.TAGS] or table[t.OBSERVER] else 0
        table[t.COUNTING] = table[t.COUNTING] & t.OVERRIDES | counted
    if table[t.DEALERS_LEFT]:
        dealer = table[table[t.DEALER_ROSTER] + table[t.DEALERS_LEFT] - 1]
        table[t.DEALER] = dealer
        table[t.DEALER_HAND] = table[dealer + t.FIRST_HAND]
        update_dealers_rule(program, table)
    return p.GOING_ON


@engine_function
def kick_out(program: Ints, table: Ints, events: Ints, the_dealer: bool) -> int:
    """Carry out the ``kick out player`` or ``kick out dealer`` step: the loser of the round leaves."""
    left = t.DEALERS_LEFT if the_dealer else t.PLAYERS_LEFT
    if table[left] == 0:
        return p.GOING_ON  # this team already has no members left in the match
    of_winner = t.PLAYERS_LEFT if the_dealer else t.DEALERS_LEFT
    team = table[t.TEAM] if the_dealer else table[t.DEALING_TEAM]
    is_match_over = table[left] == 1 and table[of_winner] != 0
    player = table[t.SEATS]
    dealer = table[t.DEALER]
    loser = dealer if the_dealer else player
    winner = player if the_dealer else dealer
    record(
        events, table[loser + t.EVENT_BASE] + e.KICKED_OUT + table[winner + t.EVENT_BASE] // e.PERSON_STRIDE
    )
    table[left] -= 1
    count_round(table, team)
    react(program, table, events, table[loser + t.FIRST_HAND], on.KICKED_OUT)
    if table[winner + t.TALLY]:
        tally_round(table, winner, loser)
    if not table[t.FAULT]:
        react(program, table, events, table[winner + t.FIRST_HAND], on.ROUND_WON)
    if is_match_over:
        win_match(table, events, team)
    return p.FAULTY if table[t.FAULT] else p.GOING_ON


@engine_function
def announce_used_up(program: Ints, table: Ints, events: Ints) -> int:
    """Record that the cards ran out, and abandon the interrupted step."""
    record_number(events, e.USED_UP, table[t.HAND])
    table[t.CURSOR] = 0
    table[t.INNER_CURSOR] = 0
    table[t.RETAKING] = 0
    table[t.PENDING] = p.NOTHING_PENDING
    table[t.OFFERING] = 0
    table[t.RESTARTS] += 1
    if table[t.RESTARTS] > MOST_RESTARTS:
        table[t.FAULT] = p.ENDLESS_HAND
        return p.FAULTY
    return p.FAULTY if count_work_again(program, table) else p.GOING_ON


@engine_function
def ask_again(table: Ints) -> int:
    """Carry out the ``ask again`` step: ask whether the players want to continue."""
    if table[t.HANDS_WANTED]:
        table[t.AGAIN] = 1 if table[t.HAND] < table[t.HANDS_WANTED] else 0
    elif table[t.ANSWERED]:
        table[t.AGAIN] = table[t.ANSWER]
        table[t.ANSWERED] = 0
        table[t.QUESTION] = 0
    else:
        table[t.QUESTION] = p.ASK_AGAIN
        table[t.ASKED] = table[table[t.SEATS] + t.FIRST_HAND]
        return p.DECISION
    return p.GOING_ON
