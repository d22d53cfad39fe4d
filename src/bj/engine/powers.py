"""Powers: what a reaction does to the hand that is being played."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x

from . import events as r
from . import program as p
from . import table as t
from .events import record, record_numbers
from .hands import NOBODY, deal_card, see, show_last_card
from .lasting import highest_of, win_of
from .mode import Ints, engine_function
from .money import payout, settle_early
from .reactions import effect_of, players_hold_dealer, react
from .shoe import NO_CARD, why_no_card
from .show import wanted

STANDS = 0  # a hand stands as it wanted to
DRAWS = 1  # it has to take a card
GOES_ON = 2  # it is settled, or has changed and is decided about again


@engine_function
def begin_retake(program: Ints, table: Ints, hand: int, flags: int) -> None:
    """Lay the cards of ``hand`` aside and begin to take others."""
    held = table[hand + t.CARDS]
    busting = table[hand + t.HELD + held - 1]
    if busting >= t.FACE_DOWN and flags & p.RETAKE_HIDES_BUST and flags & p.RETAKE_SEES_ALL:
        see(
            program, table, table[hand + t.OWNER], busting - t.FACE_DOWN
        )  # a retaken card lies open: it was seen when taken
    table[t.RETAKING] = max(1, held + flags // p.RETAKE_MORE)
    table[t.RETAKE_FLAGS] = flags
    table[hand + t.CARDS] = 0
    table[hand + t.STAYS_DOWN] = 0
    table[hand + t.VALUE] = 0


@engine_function
def settle_one(program: Ints, table: Ints, events: Ints, hand: int, amount: int) -> None:
    """Settle a player's hand at ``amount`` by a power, and record it."""
    player = table[hand + t.OWNER]
    settle_early(program, table, hand, amount)
    if amount > 0:
        record_numbers(events, table[player + t.VOICE] + e.PLAYER_WINS, amount, table[player + t.BANKROLL])
    elif amount < 0:
        dealer_voice = table[table[t.DEALER] + t.VOICE]
        record_numbers(events, dealer_voice + e.DEALER_WINS, -amount, table[player + t.BANKROLL])
    else:
        record(events, table[player + t.VOICE] + e.HAND_VOID)


@engine_function
def settle_by_power(program: Ints, table: Ints, events: Ints, hand: int, effect: int) -> bool:
    """Win or void a hand at once, or all open hands if the power is the dealer's; whether it did."""
    if effect not in (x.WIN, x.VOID):
        return False
    if hand != table[t.DEALER_HAND]:
        amount = (
            payout(program, win_of(program, table, hand), table[hand + t.WAGER]) if effect == x.WIN else 0
        )
        settle_one(program, table, events, hand, amount)
        return True
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        open_hand = table[at]
        if table[open_hand + t.STATE] != t.SETTLED:
            own = table[open_hand + t.WAGER] - table[open_hand + t.FREE]
            amount = -own if effect == x.WIN else 0
            settle_one(program, table, events, open_hand, amount)
    table[hand + t.STATE] = t.SETTLED
    table[t.LIVE] = 0
    return True


@engine_function
def hides_last_card(table: Ints, hand: int) -> bool:
    """Whether the last card of ``hand`` was drawn face down because a power might have hidden it for good."""
    last = hand + t.HELD + table[hand + t.CARDS] - 1
    return table[last] >= t.FACE_DOWN and table[t.COVERED] == last


@engine_function
def stand(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Mark ``hand`` as standing, and record it."""
    voice = table[table[hand + t.OWNER] + t.VOICE]
    if program[p.WANTED] and wanted(program, table, hand, e.WANT_ACTION):
        record(events, voice + e.STANDS)
    record(events, voice + e.TOTAL + (table[hand + t.VALUE] >> 1))
    table[hand + t.STATE] = t.STOOD


@engine_function
def save_from_bust(program: Ints, table: Ints, events: Ints, hand: int) -> bool:
    """Let the owner of ``hand`` react to its bust: whether a power has saved it, or a fault was noted."""
    hidden = 0
    if hides_last_card(table, hand):
        hidden = table[hand + t.HELD + table[hand + t.CARDS] - 1]
    reaction = react(program, table, events, hand, x.BUST)
    if table[t.FAULT]:
        return True
    if effect_of(program, reaction) == x.RETAKE:
        begin_retake(program, table, hand, program[reaction + p.REACTION_OPERAND])
        return True
    if hidden and table[hand + t.HELD + table[hand + t.CARDS] - 1] == hidden:
        show_last_card(program, table, events, hand, NOBODY)
    if effect_of(program, reaction) == x.STAND_ANYWAY and hand != table[t.DEALER_HAND]:
        stand(program, table, events, hand)
    return (
        table[hand + t.STATE] == t.STOOD
        or settle_by_power(program, table, events, hand, effect_of(program, reaction))
        or table[hand + t.VALUE] <= highest_of(program, table, hand)
    )


@engine_function
def may_not_stand(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Let everybody react to the standing of ``hand``: what it does. Faults are noted."""
    before = table[hand + t.VALUE]
    reaction = react(program, table, events, hand, x.STAND)
    if table[t.FAULT]:
        return GOES_ON
    effect = effect_of(program, reaction)
    if effect == x.EXTRA_CARD:
        return DRAWS
    if settle_by_power(program, table, events, hand, effect) or table[hand + t.VALUE] != before:
        return GOES_ON
    if hand == table[t.DEALER_HAND] and players_hold_dealer(program, table, events):
        return DRAWS
    return STANDS


@engine_function
def retake(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Take the cards that a power still has to take: unannounced, and seen by nobody else."""
    person = table[hand + t.OWNER]
    flags = table[t.RETAKE_FLAGS]
    sees_all = flags & p.RETAKE_SEES_ALL
    while table[t.RETAKING]:
        if events[r.POSITION] > events[r.LIMIT]:
            return p.EVENTS_FULL
        if deal_card(program, table, events, hand, t.FACE_DOWN) == NO_CARD:
            return why_no_card(table)
        at = hand + t.HELD + table[hand + t.CARDS] - 1
        card = table[at] - t.FACE_DOWN
        table[at] = card
        if sees_all:
            see(program, table, person, card)
        table[t.RETAKING] -= 1
    if flags & p.RETAKE_SHOWS_LAST and table[hand + t.VALUE] <= highest_of(program, table, hand):
        show_last_card(program, table, events, hand, person if sees_all else NOBODY)
    return p.GOING_ON
