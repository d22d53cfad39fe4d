"""Cards: dealing them, playing the hands, turning the hole card."""

from __future__ import annotations

from .events import (
    BUSTS,
    HOLE_CARD,
    LIMIT,
    POSITION,
    TOTAL,
    record,
)
from .formulas import evaluate
from .hands import NOBODY, deal_card, expose, show_last_card
from .mode import Ints, engine_function
from .powers import may_not_stand, retake, save_from_bust
from .program import (
    ASK_ACTION,
    DEAL_TO_DEALER,
    DEALING,
    DEALING_ENTRIES,
    DECISION,
    EVENTS_FULL,
    FAULTY,
    GOING_ON,
    NO_ACTION,
    OUT_OF_CARDS,
    STAND,
)
from .shoe import NO_CARD, RANKS
from .table import (
    ANSWER,
    ANSWERED,
    ASKED,
    BUST,
    CARDS,
    CHART,
    COUNTING,
    DEALER,
    FACE_DOWN,
    FAULT,
    FAULT_PERSON,
    FIRST_HAND,
    HELD,
    IN_PLAY,
    LIVE,
    PLAYERS,
    QUESTION,
    REACTIONS,
    RETAKING,
    RULES,
    SEATS,
    SPOT,
    STATE,
    STOOD,
    TARGET,
    TURN,
    UPCARD,
    VALUE,
    VEILED,
    VOICE,
)

UNDECIDED = -1


@engine_function
def first_card_up(table: Ints, hand: int) -> int:
    """The first face-up card of ``hand``, which has one."""
    at = hand + HELD
    while table[at] >= FACE_DOWN:
        at += 1
    return table[at]


@engine_function
def deal(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``deal``: the first cards, in the ruleset's order."""
    spot = table[SPOT]
    seat = table[TURN]
    entries = program[DEALING_ENTRIES]
    while spot < entries:
        entry = program[DEALING + spot]
        if entry & DEAL_TO_DEALER:
            person = table[DEALER]
            spot += 1
        else:
            person = table[SEATS + seat]
            seat += 1
            if seat == table[PLAYERS]:
                seat = 0
                spot += 1
        if deal_card(program, table, events, person, person + FIRST_HAND, entry & FACE_DOWN) == NO_CARD:
            return OUT_OF_CARDS
    table[UPCARD] = first_card_up(table, table[DEALER] + FIRST_HAND) % RANKS
    table[SPOT] = 0
    table[TURN] = 0
    return GOING_ON


@engine_function
def decide(program: Ints, table: Ints, person: int, hand: int) -> int:
    """What ``person`` does with ``hand``, or UNDECIDED when a person has to be asked.

    The first rule of the strategy whose condition holds decides; behind the rules stands the chart.
    """
    rule = table[person + RULES]
    if rule:
        while program[rule]:
            if evaluate(program, table, program[rule], person, hand):
                return program[rule + 1]
            rule += 2
    chart = table[person + CHART]
    if chart:
        return program[chart + table[hand + VALUE] * RANKS + table[UPCARD]]
    if rule:
        table[FAULT] = NO_ACTION
        table[FAULT_PERSON] = person
        return STAND
    if table[ANSWERED]:
        table[ANSWERED] = 0
        table[QUESTION] = 0
        return table[ANSWER]
    table[QUESTION] = ASK_ACTION
    table[ASKED] = person
    return UNDECIDED


@engine_function
def play_hand(program: Ints, table: Ints, events: Ints, person: int, hand: int) -> int:
    """Let ``person`` draw until the hand stands, busts, or a power has settled it."""
    highest = 2 * table[TARGET] + 1
    while True:
        value = table[hand + VALUE]
        if table[RETAKING]:
            status = retake(program, table, events, person, hand)
            if status != GOING_ON:
                return status
            continue
        if value > highest:
            if table[person + REACTIONS] and save_from_bust(program, table, events, person, hand):
                if table[FAULT]:
                    return FAULTY
                if table[hand + STATE] == IN_PLAY:
                    continue
                return GOING_ON
            record(events, table[person + VOICE] + TOTAL + (value >> 1))
            record(events, table[person + VOICE] + BUSTS + (value >> 1))
            table[hand + STATE] = BUST
            return GOING_ON
        action = decide(program, table, person, hand)
        if action == UNDECIDED:
            return DECISION
        if table[FAULT]:
            return FAULTY
        if action == STAND:
            if table[person + REACTIONS] and may_not_stand(program, table, events, person, hand):
                if table[FAULT]:
                    return FAULTY
                if table[hand + STATE] != IN_PLAY:
                    return GOING_ON
            else:
                record(events, table[person + VOICE] + TOTAL + (value >> 1))
                table[hand + STATE] = STOOD
                return GOING_ON
        if table[person + VEILED]:
            if deal_card(program, table, events, person, hand, FACE_DOWN) == NO_CARD:
                return OUT_OF_CARDS
            if table[hand + VALUE] <= highest:
                show_last_card(program, table, events, person, hand, NOBODY)
        elif deal_card(program, table, events, person, hand, 0) == NO_CARD:
            return OUT_OF_CARDS


@engine_function
def players_act(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``players act``: every hand in turn is played to its end."""
    for seat in range(table[TURN], table[PLAYERS]):
        table[TURN] = seat
        if events[POSITION] > events[LIMIT]:
            return EVENTS_FULL
        player = table[SEATS + seat]
        hand = player + FIRST_HAND
        if table[hand + STATE] == IN_PLAY:
            status = play_hand(program, table, events, player, hand)
            if status != GOING_ON:
                return status
            if table[hand + STATE] != STOOD:
                table[LIVE] -= 1
    table[TURN] = 0
    return GOING_ON


@engine_function
def reveal_hole_card(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``reveal hole card``, unless no hand is left to be compared."""
    dealer = table[DEALER]
    hand = dealer + FIRST_HAND
    if table[LIVE]:
        for i in range(hand + HELD, hand + HELD + table[hand + CARDS]):
            card = table[i]
            if card >= FACE_DOWN:
                card -= FACE_DOWN
                table[i] = card
                record(events, table[dealer + VOICE] + HOLE_CARD + card)
                if table[COUNTING]:
                    expose(program, table, card, NOBODY)
    return GOING_ON


@engine_function
def dealer_acts(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``dealer acts``, unless no hand is left to be compared."""
    if table[LIVE] == 0:
        return GOING_ON
    dealer = table[DEALER]
    return play_hand(program, table, events, dealer, dealer + FIRST_HAND)
