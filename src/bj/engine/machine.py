"""The interpreter: one resumable loop over the steps of a program."""

from __future__ import annotations

from .events import END, LIMIT, POSITION
from .formulas import evaluate_in_place
from .mode import Ints, engine_function
from .money import pay_naturals, settle, take_wagers
from .play import deal, dealer_acts, players_act, reveal_hole_card
from .program import (
    ANNOUNCE_HAND,
    ANNOUNCE_STANDINGS,
    ANNOUNCE_USED_UP,
    ANNOUNCE_WINNER,
    ASK_AGAIN_STEP,
    BEGIN_ROUND,
    BETWEEN_HANDS,
    DEAL,
    DEALER_ACTS,
    DISCARDS_RETURN,
    DONE,
    EMPTY_STEPS,
    ENOUGH,
    EVENTS_FULL,
    FAULTY,
    GO_TO,
    GOING_ON,
    KICK_OUT,
    LEAVING,
    OUT_OF_CARDS,
    PAUSE_MADE,
    PAUSE_NEXT,
    PAY_NATURALS,
    PLAYERS_ACT,
    REACT,
    RECORD_FULL,
    REVEAL_HOLE_CARD,
    SAY_LINE,
    SETTLE,
    SHOW_HANDS,
    SHOW_PLAYERS,
    SHUFFLE_CARDS,
    STEP_SIZE,
    TAKE_WAGERS,
    TALLIES,
    TALLY,
    UNLESS,
    VOID_HAND,
)
from .reactions import everybody_reacts
from .rounds import (
    announce_hand,
    announce_standings,
    announce_used_up,
    announce_winner,
    ask_again,
    begin_hand,
    begin_round,
    kick_out,
    say_line,
    void_hand,
)
from .shoe import bring_back_discards, shuffle
from .show import show_hands, show_players
from .table import FAULT, FIRST_HAND, HAND, HAND_END, PAUSES, PC, RESTART, SEATS
from .tallies import (
    GAMES_LEFT,
    HANDS_WANTED,
    NEXT_RESULT,
    PIECE_END,
    begin_game,
    end_game,
    tally_table,
)


@engine_function
def play_rare_step(program: Ints, table: Ints, events: Ints, step: int, operand: int) -> int:
    """Play a step that does not come in every hand."""
    if step == SHUFFLE_CARDS:
        return shuffle(program, table, events)
    if step == BEGIN_ROUND:
        return begin_round(table)
    if step == REACT:
        everybody_reacts(program, table, events, operand)
        return FAULTY if table[FAULT] else GOING_ON
    if step == KICK_OUT:
        return kick_out(program, table, events, operand)
    if step == ANNOUNCE_STANDINGS:
        return announce_standings(table, events)
    if step == ANNOUNCE_WINNER:
        return announce_winner(table, events)
    if step == VOID_HAND:
        void_hand(table)
        return GOING_ON
    if step == SAY_LINE:
        return say_line(table, events, operand)
    if step == SHOW_HANDS:
        return show_hands(program, table, events)
    if step == SHOW_PLAYERS:
        return show_players(program, table, events)
    if step == ASK_AGAIN_STEP:
        return ask_again(table)
    if step == ANNOUNCE_USED_UP:
        return announce_used_up(table, events)
    return DONE


@engine_function
def recover(program: Ints, table: Ints, events: Ints) -> bool:
    """Whether the game can go on when the cards have run out: with other steps, or with the discards."""
    return program[EMPTY_STEPS] != 0 or (
        program[DISCARDS_RETURN] != 0 and bring_back_discards(program, table, events)
    )


@engine_function
def advance(program: Ints, table: Ints, events: Ints) -> int:  # noqa: PLR0915  # the one dispatch there is
    """Play on from where the table stands until something outside is needed: see program.py for what.

    The table may be copied, saved and restored between calls; the next call goes on as if nothing had been.
    """
    at = table[PC]
    while True:
        step = program[at]
        status = GOING_ON
        if step <= TAKE_WAGERS:
            if step == UNLESS:
                player = table[SEATS]
                if evaluate_in_place(program, table, program[at + 1], player, player + FIRST_HAND):
                    at += STEP_SIZE
                else:
                    at = program[at + 2]
                if table[FAULT]:
                    status = FAULTY
                else:
                    continue
            elif step == TAKE_WAGERS:
                status = take_wagers(program, table, events)
            elif step == ANNOUNCE_HAND:
                status = announce_hand(table, events)
            elif step == GO_TO:
                at = program[at + 1] or table[RESTART]
                continue
            elif events[POSITION] > events[LIMIT]:
                status = EVENTS_FULL
            elif table[PAUSES] == PAUSE_NEXT:
                table[PAUSES] = PAUSE_MADE
                status = BETWEEN_HANDS
            else:
                if table[PAUSES]:
                    table[PAUSES] = PAUSE_NEXT
                begin_hand(table, at + STEP_SIZE, program[at + 1])
        elif step <= PLAYERS_ACT:
            if step == DEAL:
                status = deal(program, table, events)
            elif step == PAY_NATURALS:
                status = pay_naturals(program, table, events)
            else:
                status = players_act(program, table, events)
        elif step == DEALER_ACTS:
            status = dealer_acts(program, table, events)
        elif step == SETTLE:
            status = settle(program, table, events)
        elif step == REVEAL_HOLE_CARD:
            status = reveal_hole_card(program, table, events)
        elif step == TALLY:
            status = tally_table(program, table)
            if status == ENOUGH:
                at += STEP_SIZE  # the hand is tallied: whoever goes on begins behind it
        elif events[POSITION] > events[LIMIT]:
            status = EVENTS_FULL
        else:
            status = play_rare_step(program, table, events, step, program[at + 1])
        if status == GOING_ON:
            at += STEP_SIZE
        elif status == OUT_OF_CARDS and not table[FAULT] and recover(program, table, events):
            at = program[EMPTY_STEPS] or at
        elif status == LEAVING:
            void_hand(table)
            table[HAND] -= 1
            at = table[HAND_END]
        else:
            table[PC] = at
            if events[POSITION] > events[END]:
                table[FAULT] = RECORD_FULL
                return FAULTY
            return status


@engine_function
def play_games(program: Ints, table: Ints, events: Ints) -> int:
    """Play a piece of tallied games, one after the other: DONE at its end, else as ``advance``.

    Only the generators go on from one game to the next. A game that has had its most hands is cut; where
    results of games are wanted, that is ENOUGH.
    """
    at = program[TALLIES]
    while table[at + HANDS_WANTED] > table[at + PIECE_END] and table[at + GAMES_LEFT] > 0:
        begin_game(program, table)
        status = advance(program, table, events)
        if status != DONE and (status != ENOUGH or table[at + NEXT_RESULT] > 0):
            return status
        end_game(program, table)
    return DONE
