"""The interpreter: a loop over the steps of a program that can be interrupted and resumed."""

from __future__ import annotations

from bj.catalogue import occasions as on
from bj.catalogue import steps as s

from ..cards.formulas import evaluate_in_place
from ..cards.shoe import bring_back_discards, shuffle
from ..cards.speech_and_shown_hands import show_hands, show_players
from ..layout import event_record as r
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, copy, engine_function, inlined_function
from ..layout.work_per_hand import HAND, NUMBERS_AT_ONCE, ROUND, UNLIMITED, count_work
from ..powers.memory import apply_delayed_powers, delay_powers, draw_memory
from ..powers.reactions import react_in_turn
from .announcements import announce_hand, announce_standings, announce_winner, say_line
from .banking import pass_bank
from .betting_round import betting_round
from .dealers_turn import dealer_acts, reveal_hole_card
from .hands_and_rounds import (
    announce_used_up,
    ask_again,
    begin_hand,
    begin_round,
    kick_out,
    void_hand,
)
from .hole_card import peek
from .matches import begin_match, is_next_match_due
from .opening_deal import deal
from .playing_hands import players_act
from .settlement import pay_naturals, settle
from .side_bets import settle_side_bets, take_side_bets
from .surrender_and_insurance import offer_insurance, offer_surrender
from .switching import offer_switch
from .tallies import begin_game, end_game, tally_table
from .wagers import take_wagers

ONE_GAME = 0
NEXT_GAME = 1  # the generators keep their state from one game to the next, and overlong games are stopped
WITHIN_A_GAME = 2


@engine_function
def play_rare_step(program: Ints, table: Ints, events: Ints, step: int, operand: int) -> int:
    """Carry out a step that rarely occurs within a hand."""
    if step == s.PEEK:
        return peek(program, table, events)
    if step == s.OFFER_INSURANCE:
        return offer_insurance(program, table, events)
    if step == s.OFFER_SURRENDER:
        return offer_surrender(program, table, events)
    if step == s.BETTING_ROUND:
        return betting_round(program, table, events)
    if step == s.OFFER_SWITCH:
        return offer_switch(program, table, events)
    if step == s.TAKE_SIDE_BETS:
        return take_side_bets(program, table, events)
    if step == s.SETTLE_SIDE_BETS:
        return settle_side_bets(program, table, events, operand != 0)
    if step == s.SHUFFLE:
        return shuffle(program, table, events)
    if step == p.BEGIN_ROUND:
        if count_work(table, ROUND + program[p.STEPS_WORK]):
            return p.FAULTY
        if is_next_match_due(program, table):
            begin_match(program, table, events)
            if table[t.MATCH] > 1 and draw_memory(program, table) == p.FAULTY:
                return p.FAULTY
        return begin_round(program, table)
    if step == p.REACT:
        return react_in_turn(program, table, events, operand)
    if step == s.END_ROUND:
        return react_in_turn(program, table, events, on.ROUND_OVER)
    if step in (s.KICK_OUT_PLAYER, s.KICK_OUT_DEALER):
        return kick_out(program, table, events, step == s.KICK_OUT_DEALER)
    if step == s.ANNOUNCE_STANDINGS:
        return announce_standings(program, table, events, operand)
    if step == s.ANNOUNCE_WINNER:
        return announce_winner(program, table, events)
    if step == p.VOID_HAND:
        void_hand(table)
        return p.GOING_ON
    if step == p.SAY_LINE:
        return say_line(program, table, events, operand)
    if step == p.DELAY_POWERS:
        if operand:
            delay_powers(table)
        else:
            apply_delayed_powers(program, table, events)
        return p.GOING_ON
    if step == p.DRAW_MEMORY:
        return draw_memory(program, table)
    if step == s.SHOW_HANDS:
        return show_hands(program, table, events)
    if step == s.SHOW_PLAYERS:
        return show_players(program, table, events)
    if step == s.ASK_AGAIN:
        return ask_again(table)
    if step == s.PASS_BANK:
        return pass_bank(table, events)
    if step == p.ANNOUNCE_USED_UP:
        return announce_used_up(program, table, events)
    return p.DONE


@engine_function
def continue_without_cards(program: Ints, table: Ints, events: Ints) -> bool:
    """After the cards have run out, try to continue with the steps for that case or with the discards.

    Return whether this is possible.
    """
    return program[p.EMPTY_STEPS] != 0 or (
        program[p.DISCARDS_RETURN] != 0 and bring_back_discards(program, table, events)
    )


@inlined_function
def play_steps(  # noqa: PLR0915  # the one dispatch
    program: Ints, table: Ints, events: Ints, games: int, most_work: int
) -> int:
    """Play until the engine stops, either between two steps or within one."""
    if games == NEXT_GAME and not begin_game(program, table):
        return p.DONE
    work_end = table[t.WORK] + most_work
    at = table[t.PC]
    pause = table[t.PAUSE_AFTER]
    while True:
        step = program[at]
        status = p.GOING_ON
        if step == p.UNLESS:
            holds = evaluate_in_place(program, table, program[at + 1], table[table[t.SEATS] + t.FIRST_HAND])
            if table[t.FAULT]:
                status = p.FAULTY
            elif not holds:
                at = program[at + 2] - p.STEP_SIZE
        elif step == p.GO_TO:
            at = (program[at + 1] or table[t.RESTART]) - p.STEP_SIZE
        elif step == s.TAKE_WAGERS:
            status = take_wagers(program, table, events)
        elif step == s.DEAL:
            status = deal(program, table, events)
        elif step == s.PAY_NATURALS:
            status = pay_naturals(program, table, events)
        elif step == s.PLAYERS_ACT:
            status = players_act(program, table, events)
        elif step == s.DEALER_ACTS:
            status = dealer_acts(program, table, events)
        elif step == s.SETTLE:
            status = settle(program, table, events)
        elif step == s.REVEAL_HOLE_CARD:
            status = reveal_hole_card(program, table, events)
        elif step == p.TALLY:
            status = tally_table(program, table)
            if status == p.ENOUGH:
                at += p.STEP_SIZE  # continue after this step, because the hand has been tallied
        elif step == s.ANNOUNCE_HAND:
            status = announce_hand(table, events)
        elif events[r.POSITION] > events[r.LIMIT]:
            status = p.EVENTS_FULL
        elif step == p.BEGIN_HAND:
            done = begin_hand(table, at + p.STEP_SIZE, program[at + 1])
            if done > work_end and not pause:
                at += p.STEP_SIZE
                status = p.YIELDED
        else:
            status = play_rare_step(program, table, events, step, program[at + 1])
        if status == p.GOING_ON:
            at += p.STEP_SIZE
        elif status == p.OUT_OF_CARDS and continue_without_cards(program, table, events):
            at = program[p.EMPTY_STEPS] or at
        elif status == p.LEAVING:
            void_hand(table)
            table[t.HAND] -= 1
            at = table[t.HAND_END]
        elif status == p.REPLAYING:
            void_hand(table)
            at = table[t.RESTART]
        elif games and end_game(program, table, status):
            work_end -= table[t.WORK] + HAND + program[p.TALLIES] // NUMBERS_AT_ONCE
            if table[t.FAULT]:
                status = p.FAULTY
                break
            if not begin_game(program, table):
                status = p.DONE
                break
            at = table[t.PC]
            if table[t.WORK] > work_end:
                status = p.YIELDED
                break
        else:
            break
        if pause and (pause == p.PAUSE_STEPS or step == p.BEGIN_HAND):
            status = p.PAUSED
            break
    table[t.PC] = at
    if events[r.POSITION] > events[r.END]:
        table[t.FAULT] = p.RECORD_FULL
        return p.FAULTY
    return status


@inlined_function
def play(program: Ints, table: Ints, events: Ints, games: int, most_work: int) -> int:
    """Play until the engine must return to its caller (see the statuses in ``program.py``).

    With ONE_GAME for ``games``, play a single game. With NEXT_GAME, play tallied games until all are DONE.
    With WITHIN_A_GAME, do the same, but resume a game that has already started.

    Once the work exceeds ``most_work`` (see ``work_per_hand.py``), return YIELDED at the start of the next
    hand. Call again with WITHIN_A_GAME to continue. This limit does not apply to games with powers that ask
    questions, because such games count the answers between two stops. Between two calls, the table can be
    copied, saved and restored.

    A step cannot be resumed at the point where a power asks a question. The table is therefore copied before
    each call. Once the answer is given, the step is repeated from this copy, and events recorded twice are
    removed.
    """
    size = table[t.COPY_AT]
    begin = events[r.POSITION]
    if size:
        recorded = given = 0
        if table[t.QUESTION] == p.ASK_POWER:
            recorded, given = table[t.RECORDED], table[t.REPLIES_GIVEN]
            if table[t.ANSWERED]:
                table[size + size + given] = table[t.ANSWER]
                given += 1
            copy(table, 0, size, size)
        else:
            copy(table, size, 0, size)
        table[t.RECORDED], table[t.REPLIES_GIVEN], table[t.REPLIES_READ] = recorded, given, 0
    status = play_steps(program, table, events, games, UNLIMITED if size else most_work)
    if size:
        recorded = table[t.RECORDED]
        if status == p.FAULTY and table[t.FAULT] == p.ASKING:
            status = p.DECISION
            if begin:
                events[r.POSITION] = table[t.RECORDED_END]
            table[t.RECORDED] = events[r.POSITION] - begin
            table[t.QUESTION] = p.ASK_POWER
            table[t.ANSWERED] = table[t.FAULT] = table[t.FAULT_PERSON] = 0
        if recorded:
            for at in range(begin + recorded, events[r.POSITION]):
                events[at - recorded] = events[at]
            events[r.POSITION] -= recorded
    return status
