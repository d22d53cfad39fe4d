"""Cards: dealing them, playing the hands, turning the hole card."""

from __future__ import annotations

from .events import (
    BUST_HAND,
    BUSTS,
    DOUBLES,
    HITS,
    HOLE_CARD,
    LIMIT,
    OWN_HAND,
    POSITION,
    STANDS,
    TOTAL,
    TURN_HAND,
    UPCARD_SHOWN,
    record,
    record_numbers,
)
from .formulas import evaluate
from .hands import NOBODY, deal_card, expose, show_last_card
from .mode import Ints, engine_function, inlined_function
from .powers import may_not_stand, retake, save_from_bust
from .program import (
    ASK_ACTION,
    DEAL_TO_DEALER,
    DEALING,
    DEALING_ENTRIES,
    DECISION,
    DOUBLE,
    EVENTS_FULL,
    FAULTY,
    GOING_ON,
    HIT,
    HOUSE_DOUBLES,
    HOUSE_PLAYS_ALWAYS,
    HOUSE_RULES,
    HOUSE_STANDS_ON_TARGET,
    INFINITE,
    NO_ACTION,
    ON_BUST,
    ON_STAND,
    OUT_OF_CARDS,
    SHUFFLE_METHOD,
    STAND,
    WANT_ACTION,
    WANT_BUST,
    WANT_HAND,
    WANT_TURN,
    WANT_UPCARD,
    WANTED,
)
from .reactions import react
from .shoe import NO_CARD, RANKS
from .show import show_hand, wanted
from .table import (
    ACTING,
    ANSWER,
    ANSWERED,
    ASKED,
    BANKROLL,
    BUST,
    BY_CHART,
    CARDS,
    CARDS_LEFT,
    CHART,
    COUNTING,
    CREDIT,
    DEALER,
    DOUBLED,
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
    SETTLED,
    SPOT,
    STATE,
    STOOD,
    TARGET,
    TURN,
    UPCARD,
    VALUE,
    VEILED,
    VOICE,
    WAGER,
)

UNDECIDED = -1


@engine_function
def first_card_up(table: Ints, hand: int) -> int:
    """The first face-up card of ``hand``, which has one."""
    at = hand + HELD
    while table[at] >= FACE_DOWN:
        at += 1
    return table[at]


@inlined_function
def deal(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``deal``: the first cards, in the ruleset's order."""
    spot = table[SPOT]
    seat = table[TURN]
    while spot < program[DEALING_ENTRIES]:
        entry = program[DEALING + spot]
        to_dealer = entry & DEAL_TO_DEALER
        person = table[DEALER] if to_dealer else table[SEATS + seat]
        if deal_card(program, table, events, person, person + FIRST_HAND, entry & FACE_DOWN) == NO_CARD:
            table[SPOT] = spot
            table[TURN] = seat
            return OUT_OF_CARDS
        seat += 1
        if to_dealer or seat == table[PLAYERS]:
            seat = 0
            spot += 1
    upcard = first_card_up(table, table[DEALER] + FIRST_HAND)
    table[UPCARD] = upcard % RANKS
    if program[WANTED] & WANT_UPCARD:
        record(events, table[table[DEALER] + VOICE] + UPCARD_SHOWN + upcard)
    table[SPOT] = 0
    table[TURN] = 0
    return GOING_ON


@engine_function
def first_rule(program: Ints, table: Ints, rule: int, person: int, hand: int) -> int:
    """The action of the first rule of a list whose condition holds, or UNDECIDED when none does."""
    while program[rule]:
        if evaluate(program, table, program[rule], person, hand):
            return program[rule + 1]
        if table[FAULT]:
            return STAND
        rule += 2
    return UNDECIDED


@engine_function
def decide(program: Ints, table: Ints, person: int, hand: int) -> int:
    """What ``person`` does with ``hand``, or UNDECIDED when a person has to be asked.

    The first rule of the strategy whose condition holds decides; behind the rules stands the chart, which
    may have rules of its own for a hand.
    """
    rules = table[person + RULES]
    action = first_rule(program, table, rules, person, hand) if rules else UNDECIDED
    chart = table[person + CHART]
    if action == UNDECIDED and chart:
        action = program[chart + table[hand + VALUE] * RANKS + table[UPCARD]]
        if action > DOUBLE:
            rules = action
            action = first_rule(program, table, rules, person, hand)
    if action != UNDECIDED:
        return action
    if rules:
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
def may_double(program: Ints, table: Ints, person: int, hand: int) -> bool:
    """Whether ``person`` may double the wager on ``hand``: two cards, and enough money."""
    return (
        program[HOUSE_RULES] & HOUSE_DOUBLES != 0
        and table[hand + CARDS] == 2
        and (table[CREDIT] != 0 or table[person + BANKROLL] >= 2 * table[hand + WAGER])
    )


@engine_function
def choose(program: Ints, table: Ints, person: int, hand: int) -> int:
    """What is done with ``hand``: what the house decides for it, or else the person."""
    rules = program[HOUSE_RULES]
    if rules & HOUSE_DOUBLES and table[hand + DOUBLED]:
        return STAND
    if rules & HOUSE_STANDS_ON_TARGET and table[hand + VALUE] >> 1 == table[TARGET]:
        return STAND
    return decide(program, table, person, hand)


@engine_function
def take_card(program: Ints, table: Ints, events: Ints, person: int, hand: int, action: int) -> int:
    """Give ``person`` the card of a hit, or of a doubled wager."""
    if table[CARDS_LEFT] == 0 and program[SHUFFLE_METHOD] != INFINITE:
        return OUT_OF_CARDS
    if action == DOUBLE and may_double(program, table, person, hand):
        table[hand + WAGER] *= 2
        table[hand + DOUBLED] = 1
        record_numbers(events, table[person + VOICE] + DOUBLES, table[hand + WAGER], table[person + BANKROLL])
    elif program[WANTED] and wanted(program, table, person, WANT_ACTION):
        record(events, table[person + VOICE] + HITS)
    if table[person + VEILED]:
        deal_card(program, table, events, person, hand, FACE_DOWN)
        if table[hand + VALUE] <= 2 * table[TARGET] + 1:
            show_last_card(program, table, events, person, hand, NOBODY)
    else:
        deal_card(program, table, events, person, hand, 0)
    if program[WANTED] and table[hand + VALUE] <= 2 * table[TARGET] + 1:
        show_hand(program, table, events, person, hand, OWN_HAND, WANT_HAND)
    return GOING_ON


@engine_function
def stand(program: Ints, table: Ints, events: Ints, person: int, hand: int) -> None:
    """Let ``hand`` stand."""
    if program[WANTED] and wanted(program, table, person, WANT_ACTION):
        record(events, table[person + VOICE] + STANDS)
    record(events, table[person + VOICE] + TOTAL + (table[hand + VALUE] >> 1))
    table[hand + STATE] = STOOD


@engine_function
def go_bust(program: Ints, table: Ints, events: Ints, person: int, hand: int) -> None:
    """Let ``hand`` bust."""
    if program[WANTED]:
        show_hand(program, table, events, person, hand, BUST_HAND, WANT_BUST)
    total = table[hand + VALUE] >> 1
    record(events, table[person + VOICE] + TOTAL + total)
    record(events, table[person + VOICE] + BUSTS + total)
    table[hand + STATE] = BUST


@inlined_function
def play_by_chart(program: Ints, table: Ints, events: Ints, person: int, hand: int) -> int:
    """Let ``person`` draw as the chart says, where nothing else changes the hand."""
    chart = table[person + CHART] + table[UPCARD]
    highest = 2 * table[TARGET] + 1
    value = table[hand + VALUE]
    while value <= highest:
        action = program[chart + value * RANKS]
        if action > DOUBLE:
            action = decide(program, table, person, hand)
            if table[FAULT]:
                return FAULTY
        if action == STAND:
            break
        value = deal_card(program, table, events, person, hand, 0)
        if value == NO_CARD:
            return OUT_OF_CARDS
    react(program, table, events, person, hand, ON_BUST if value > highest else ON_STAND)
    if table[FAULT]:
        return FAULTY
    record(events, table[person + VOICE] + TOTAL + (value >> 1))
    if value > highest:
        record(events, table[person + VOICE] + BUSTS + (value >> 1))
        table[hand + STATE] = BUST
    else:
        table[hand + STATE] = STOOD
    return GOING_ON


@engine_function
def play_hand(program: Ints, table: Ints, events: Ints, person: int, hand: int) -> int:
    """Let ``person`` draw until the hand stands, busts, or a power has settled it."""
    if table[person + BY_CHART]:
        return play_by_chart(program, table, events, person, hand)
    highest = 2 * table[TARGET] + 1
    if program[WANTED] and table[hand + STATE] == IN_PLAY:
        table[hand + STATE] = ACTING
        show_hand(program, table, events, person, hand, TURN_HAND, WANT_TURN)
    while table[hand + STATE] <= ACTING:
        if table[RETAKING]:
            status = retake(program, table, events, person, hand)
        elif table[hand + VALUE] > highest:
            status = GOING_ON
            if not table[person + REACTIONS] or not save_from_bust(program, table, events, person, hand):
                go_bust(program, table, events, person, hand)
        else:
            action = choose(program, table, person, hand)
            if table[FAULT]:
                return FAULTY
            status = DECISION if action == UNDECIDED else GOING_ON
            if action == STAND:
                if not table[person + REACTIONS] or not may_not_stand(program, table, events, person, hand):
                    stand(program, table, events, person, hand)
                elif table[hand + STATE] <= ACTING and not table[FAULT]:
                    status = take_card(program, table, events, person, hand, HIT)
            elif action != UNDECIDED:
                status = take_card(program, table, events, person, hand, action)
        if table[FAULT]:
            return FAULTY
        if status != GOING_ON:
            return status
    return GOING_ON


@engine_function
def players_act(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``players act``: every hand in turn is played to its end."""
    for seat in range(table[TURN], table[PLAYERS]):
        table[TURN] = seat
        if events[POSITION] > events[LIMIT]:
            return EVENTS_FULL
        player = table[SEATS + seat]
        hand = player + FIRST_HAND
        if table[hand + STATE] <= ACTING:
            status = play_hand(program, table, events, player, hand)
            if status != GOING_ON:
                return status
            if table[hand + STATE] != STOOD:
                table[LIVE] -= 1
    table[TURN] = 0
    return GOING_ON


@engine_function
def dealer_is_needed(program: Ints, table: Ints) -> bool:
    """Whether the dealer plays: a hand is left to be compared, or any is open and the house always plays."""
    if table[LIVE]:
        return True
    if program[HOUSE_RULES] & HOUSE_PLAYS_ALWAYS:
        for seat in range(SEATS, SEATS + table[PLAYERS]):
            if table[table[seat] + FIRST_HAND + STATE] != SETTLED:
                return True
    return False


@engine_function
def reveal_hole_card(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``reveal hole card``, unless the dealer is not needed."""
    dealer = table[DEALER]
    hand = dealer + FIRST_HAND
    if dealer_is_needed(program, table):
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
    """Play the step ``dealer acts``, unless the dealer is not needed."""
    if not dealer_is_needed(program, table):
        return GOING_ON
    dealer = table[DEALER]
    return play_hand(program, table, events, dealer, dealer + FIRST_HAND)
