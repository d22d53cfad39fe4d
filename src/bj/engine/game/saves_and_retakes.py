"""Powers that decide how a hand continues: save it, settle it, retake its cards, or draw another card."""

from __future__ import annotations

from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import occasions as on

from ..cards.dealing import deal_card, see, show_last_card
from ..cards.payments_and_stakes import stake_of_owner
from ..cards.rules_in_force import highest_of, win_of
from ..cards.shoe import NO_CARD, why_no_card
from ..cards.speech_and_shown_hands import wanted
from ..layout import event_record as r
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record
from ..layout.plain_or_compiled import Ints, engine_function
from ..layout.work_per_hand import count_work
from ..powers.memory import apply_delayed_powers, delay_powers
from ..powers.reactions import effect_of, players_hold_dealer, react
from .settlement import payout, record_money_if_wanted, record_result, record_which_hand, settle_early

STANDS = 0  # the hand stands
DRAWS = 1  # the hand must draw a card
GOES_ON = 2  # the hand was settled, or changed so that it needs a new decision

RETAKEN_CARD = 4  # units of work


@engine_function
def begin_retake(program: Ints, table: Ints, hand: int, flags: int) -> None:
    """Set aside the cards in ``hand``, and start drawing new ones."""
    held = table[hand + t.CARDS]
    busting = table[hand + t.HELD + held - 1]
    if busting >= t.FACE_DOWN and flags & p.RETAKE_HIDES_BUST and flags & p.RETAKE_SEES_ALL:
        # the card is not face down because it was retaken, so the person has not seen it yet
        see(program, table, table[hand + t.OWNER], busting - t.FACE_DOWN)
    table[t.RETAKING] = max(0, held + flags // p.RETAKE_MORE)
    table[t.RETAKE_FLAGS] = flags
    count_work(table, RETAKEN_CARD * table[t.RETAKING])
    table[hand + t.CARDS] = 0
    table[hand + t.STAYS_DOWN] = 0
    table[hand + t.VALUE] = 0


@engine_function
def settle_by_power(program: Ints, table: Ints, events: Ints, hand: int, effect: int) -> bool:
    """Settle a hand, or all open hands if the power is the dealer's.

    Return whether ``effect`` settles hands at all. Busted and surrendered hands are not open. Every settled
    hand is recorded, and people can react to it.
    """
    if effect not in (x.WIN, x.LOSE, x.VOID):
        return False
    is_dealers = hand == table[t.DEALER_HAND]
    gains = 0 if effect == x.VOID else 1 if (effect == x.WIN) != is_dealers else -1
    if is_dealers:
        delay_powers(table)
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        settled = table[at]
        is_meant = is_dealers or settled == hand
        if not is_meant or table[settled + t.STATE] > t.STOOD or table[t.FAULT]:
            continue
        amount = -stake_of_owner(table, settled) if gains < 0 else 0
        if gains > 0:
            amount = payout(program, win_of(program, table, settled), table[settled + t.WAGER])
        settle_early(program, table, settled, amount)
        if is_dealers:
            record_which_hand(table, events, settled)
        if amount == 0:
            record_result(table, events, settled, e.HAND_VOID, 0)
            continue
        kind = e.PLAYER_WINS if amount > 0 else e.DEALER_WINS | e.DEALER_ROLE
        record_result(table, events, settled, kind, amount)
        record_money_if_wanted(program, table, events, settled, amount)
        react(program, table, events, settled, on.HAND_WON if amount > 0 else on.HAND_LOST)
    if is_dealers:
        table[hand + t.STATE] = t.SETTLED
        table[t.LIVE] = 0
        apply_delayed_powers(program, table, events)
    return True


@engine_function
def hides_last_card(table: Ints, hand: int) -> bool:
    """Return whether the last card in ``hand`` was dealt face down because a power may hide it."""
    last = hand + t.HELD + table[hand + t.CARDS] - 1
    return table[last] >= t.FACE_DOWN and table[t.COVERED] == last


@engine_function
def stand(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Mark ``hand`` as standing, and record this."""
    base = table[table[hand + t.OWNER] + t.EVENT_BASE]
    total = table[hand + t.VALUE] >> 1
    if program[p.WANTED] and wanted(program, table, hand, e.WANT_ACTION):
        record(events, base + e.STANDS + total)
    record(events, base + e.TOTAL + total)
    table[hand + t.STATE] = t.STOOD


@engine_function
def save_from_bust(program: Ints, table: Ints, events: Ints, hand: int) -> bool:
    """Fire the reactions to the bust of ``hand``.

    Return True if a power saved the hand or a fault occurred.
    """
    hidden = 0
    if hides_last_card(table, hand):
        hidden = table[hand + t.HELD + table[hand + t.CARDS] - 1]
    reaction = react(program, table, events, hand, on.BUST)
    if table[t.FAULT]:
        return True
    if effect_of(program, reaction) == x.RETAKE:
        begin_retake(program, table, hand, program[reaction + p.REACTION_OPERAND])
        return True
    if hidden and table[hand + t.HELD + table[hand + t.CARDS] - 1] == hidden:
        show_last_card(program, table, events, hand, t.NOBODY)
    if effect_of(program, reaction) == x.STAND_ANYWAY and hand != table[t.DEALER_HAND]:
        stand(program, table, events, hand)
    return (
        table[hand + t.STATE] == t.STOOD
        or settle_by_power(program, table, events, hand, effect_of(program, reaction))
        or table[hand + t.VALUE] <= highest_of(program, table, hand)
    )


@engine_function
def react_to_standing(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Fire the reactions when ``hand`` would stand. Return STANDS, DRAWS or GOES_ON.

    This can also record a fault.
    """
    before = table[hand + t.VALUE]
    reaction = react(program, table, events, hand, on.STAND)
    if table[t.FAULT]:
        return GOES_ON
    effect = effect_of(program, reaction)
    becomes = STANDS
    if effect == x.EXTRA_CARD:
        becomes = DRAWS
    elif settle_by_power(program, table, events, hand, effect):
        return GOES_ON
    elif (
        hand == table[t.DEALER_HAND]
        and table[hand + t.VALUE] == before
        and players_hold_dealer(program, table, events)
    ):
        becomes = DRAWS
    is_changed = becomes == STANDS and table[hand + t.VALUE] != before
    if is_changed or table[hand + t.VALUE] > highest_of(program, table, hand):
        return GOES_ON  # with different cards or a different target
    return becomes


@engine_function
def retake(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Draw the remaining cards of a retaken hand.

    Other people do not see these cards, except the last one if the power shows it.
    """
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
        show_last_card(program, table, events, hand, person if sees_all else t.NOBODY)
    return p.GOING_ON
