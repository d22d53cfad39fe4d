"""The interpreter: one resumable loop over the steps of a program."""

from __future__ import annotations

from .events import HAND_BEGINS, LIMIT, POSITION, STANDING, record_numbers
from .formulas import evaluate
from .mode import Ints, engine_function
from .money import pay_naturals, settle, take_wagers
from .play import deal, dealer_acts, players_act, reveal_hole_card
from .program import (
    ANNOUNCE_STANDINGS,
    BEGIN_HAND,
    DEAL,
    DEALER_ACTS,
    DONE,
    EVENTS_FULL,
    FAULTY,
    GO_TO,
    GOING_ON,
    PAY_NATURALS,
    PLAYERS_ACT,
    REVEAL_HOLE_CARD,
    SETTLE,
    SHUFFLE_CARDS,
    STEP_SIZE,
    TAKE_WAGERS,
    UNLESS,
)
from .shoe import shuffle
from .table import (
    BANKROLL,
    CARDS,
    DEALER,
    FAULT,
    FIRST_HAND,
    HAND,
    IN_PLAY,
    LIVE,
    PC,
    PLAYERS,
    SEATS,
    STATE,
    UPCARD,
    VALUE,
    VOICE,
)


@engine_function
def clear_hand(table: Ints, hand: int) -> None:
    """Take the cards out of ``hand`` and make it ready for the next deal."""
    table[hand + VALUE] = 0
    table[hand + CARDS] = 0
    table[hand + STATE] = IN_PLAY


@engine_function
def begin_hand(table: Ints) -> None:
    """Count the hand and clear the table for it."""
    table[HAND] += 1
    players = table[PLAYERS]
    for seat in range(SEATS, SEATS + players):
        clear_hand(table, table[seat] + FIRST_HAND)
    clear_hand(table, table[DEALER] + FIRST_HAND)
    table[LIVE] = players
    table[UPCARD] = -1


@engine_function
def announce_hand(table: Ints, events: Ints) -> int:
    """Play the step ``announce hand``: its number, and the bankroll of the first seat."""
    player = table[SEATS]
    record_numbers(events, table[player + VOICE] + HAND_BEGINS, table[HAND], table[player + BANKROLL])
    return GOING_ON


@engine_function
def announce_standings(table: Ints, events: Ints) -> int:
    """Play the step ``announce standings``: what every seat has."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        record_numbers(events, table[player + VOICE] + STANDING, table[player + BANKROLL], table[HAND])
    return GOING_ON


@engine_function
def advance(program: Ints, table: Ints, events: Ints) -> int:
    """Play on from where the table stands until something outside is needed: see program.py for what.

    The table may be copied, saved and restored between calls; the next call goes on as if nothing had been.
    """
    at = table[PC]
    status = GOING_ON
    while status == GOING_ON:
        step = program[at]
        at += STEP_SIZE
        if step <= BEGIN_HAND:
            if step == UNLESS:
                player = table[SEATS]
                if not evaluate(program, table, program[at - 2], player, player + FIRST_HAND):
                    at = program[at - 1]
                if table[FAULT]:
                    status = FAULTY
            elif step == GO_TO:
                at = program[at - 2]
            else:
                begin_hand(table)
        elif events[POSITION] > events[LIMIT]:
            status = EVENTS_FULL
        elif step <= PAY_NATURALS:
            if step == DEAL:
                status = deal(program, table, events)
            elif step == TAKE_WAGERS:
                status = take_wagers(program, table, events)
            elif step == PAY_NATURALS:
                status = pay_naturals(program, table, events)
            else:
                status = announce_hand(table, events)
        elif step <= SETTLE:
            if step == PLAYERS_ACT:
                status = players_act(program, table, events)
            elif step == REVEAL_HOLE_CARD:
                status = reveal_hole_card(program, table, events)
            elif step == DEALER_ACTS:
                status = dealer_acts(program, table, events)
            else:
                status = settle(program, table, events)
        elif step == SHUFFLE_CARDS:
            status = shuffle(program, table, events)
        elif step == ANNOUNCE_STANDINGS:
            status = announce_standings(table, events)
        else:
            status = DONE
    table[PC] = at - STEP_SIZE
    return status
