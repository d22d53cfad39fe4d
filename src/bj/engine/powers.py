"""Powers: what a reaction does to the hand that is being played."""

from __future__ import annotations

from .events import DEALER_WINS, HAND_VOID, LIMIT, PLAYER_WINS, POSITION, record, record_numbers
from .hands import NOBODY, deal_card, see, show_last_card
from .mode import Ints, engine_function
from .money import payout, transfer
from .program import (
    DEAL_TO_DEALER,
    DEAL_TO_PLAYERS,
    DEALING,
    DEALING_ENTRIES,
    EVENTS_FULL,
    EXTRA_CARD,
    GOING_ON,
    ON_BUST,
    ON_STAND,
    OUT_OF_CARDS,
    PAY_WIN,
    REACTION_OPERAND,
    RETAKE,
    RETAKE_HIDES_BUST,
    RETAKE_SEES_ALL,
    RETAKE_SHOWS_LAST,
    VOID,
    WIN,
)
from .reactions import effect_of, react
from .shoe import NO_CARD
from .table import (
    BANKROLL,
    CARDS,
    DEALER,
    FACE_DOWN,
    FAULT,
    FIRST_HAND,
    HELD,
    LIVE,
    PLAYERS,
    RETAKE_FLAGS,
    RETAKING,
    SEATS,
    SETTLED,
    STATE,
    TARGET,
    VALUE,
    VEILED,
    VOICE,
    WAGER,
)


@engine_function
def begin_retake(program: Ints, table: Ints, person: int, hand: int, flags: int) -> None:
    """Lay the cards of ``hand`` aside, to take as many again."""
    held = table[hand + CARDS]
    busting = table[hand + HELD + held - 1]
    if busting >= FACE_DOWN and flags & RETAKE_HIDES_BUST and flags & RETAKE_SEES_ALL:
        see(program, table, person, busting - FACE_DOWN)  # a retaken card lies open: it was seen when taken
    table[RETAKING] = held
    table[RETAKE_FLAGS] = flags
    table[hand + CARDS] = 0
    table[hand + VALUE] = 0


@engine_function
def settle_one(table: Ints, events: Ints, player: int, hand: int, amount: int) -> None:
    """Settle a player's hand at ``amount`` by a power, and say so."""
    transfer(table, player, hand, amount)
    if amount > 0:
        record_numbers(events, table[player + VOICE] + PLAYER_WINS, amount, table[player + BANKROLL])
    elif amount < 0:
        dealer_voice = table[table[DEALER] + VOICE]
        record_numbers(events, dealer_voice + DEALER_WINS, -amount, table[player + BANKROLL])
    else:
        record(events, table[player + VOICE] + HAND_VOID)


@engine_function
def settle_by_power(program: Ints, table: Ints, events: Ints, person: int, hand: int, effect: int) -> bool:
    """Win or void a hand at once, all open hands when the dealer has the power; whether it did."""
    if effect not in (WIN, VOID):
        return False
    if person != table[DEALER]:
        amount = payout(program, PAY_WIN, table[hand + WAGER]) if effect == WIN else 0
        settle_one(table, events, person, hand, amount)
        return True
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        open_hand = player + FIRST_HAND
        if table[open_hand + STATE] != SETTLED:
            amount = -table[open_hand + WAGER] if effect == WIN else 0
            settle_one(table, events, player, open_hand, amount)
    table[hand + STATE] = SETTLED
    table[LIVE] = 0
    return True


@engine_function
def hides_last_card(program: Ints, table: Ints, person: int, hand: int) -> bool:
    """Whether the last card of ``hand`` was drawn face down because a power might have hidden it for good."""
    held = table[hand + CARDS]
    if not table[person + VEILED] or table[hand + HELD + held - 1] < FACE_DOWN:
        return False
    to_dealer = DEAL_TO_DEALER if person == table[DEALER] else DEAL_TO_PLAYERS
    for entry in range(program[DEALING_ENTRIES]):
        if program[DEALING + entry] & DEAL_TO_DEALER == to_dealer:
            held -= 1
    return held > 0


@engine_function
def save_from_bust(program: Ints, table: Ints, events: Ints, person: int, hand: int) -> bool:
    """Let ``person`` react to a bust: whether a power has kept the hand from it, or a fault was noted."""
    reaction = react(program, table, events, person, hand, ON_BUST)
    if table[FAULT]:
        return True
    if effect_of(program, reaction) == RETAKE:
        begin_retake(program, table, person, hand, program[reaction + REACTION_OPERAND])
        return True
    if hides_last_card(program, table, person, hand):
        show_last_card(program, table, events, person, hand, NOBODY)
    return settle_by_power(program, table, events, person, hand, effect_of(program, reaction))


@engine_function
def may_not_stand(program: Ints, table: Ints, events: Ints, person: int, hand: int) -> bool:
    """Let ``person`` react to standing: whether the hand goes on, is settled, or a fault was noted."""
    reaction = react(program, table, events, person, hand, ON_STAND)
    if table[FAULT]:
        return True
    effect = effect_of(program, reaction)
    return effect == EXTRA_CARD or settle_by_power(program, table, events, person, hand, effect)


@engine_function
def retake(program: Ints, table: Ints, events: Ints, person: int, hand: int) -> int:
    """Take the cards that a power still has to take: unannounced, and seen by nobody else."""
    flags = table[RETAKE_FLAGS]
    sees_all = flags & RETAKE_SEES_ALL
    while table[RETAKING]:
        if events[POSITION] > events[LIMIT]:
            return EVENTS_FULL
        if deal_card(program, table, events, person, hand, FACE_DOWN) == NO_CARD:
            return OUT_OF_CARDS
        at = hand + HELD + table[hand + CARDS] - 1
        card = table[at] - FACE_DOWN
        table[at] = card
        if sees_all:
            see(program, table, person, card)
        table[RETAKING] -= 1
    if flags & RETAKE_SHOWS_LAST and table[hand + VALUE] <= 2 * table[TARGET] + 1:
        show_last_card(program, table, events, person, hand, person if sees_all else NOBODY)
    return GOING_ON
