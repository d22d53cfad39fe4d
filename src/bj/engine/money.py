"""Money: taking wagers, and paying or collecting them."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x
from bj.catalogue import rules as h

from . import program as p
from . import table as t
from .events import record_numbers
from .formulas import evaluate_in_place
from .mode import Ints, engine_function, inlined_function
from .reactions import change_bankroll, react

LARGEST_WAGER = 1 << 40  # so that ten thousand times it, many times over, stays inside 64 bits


@inlined_function
def accept_wager(table: Ints, hand: int, wager: int) -> bool:
    """Stake ``wager`` on ``hand``; false, with the fault noted, when the ruleset does not allow it."""
    player = table[hand + t.OWNER]
    bankroll = table[player + t.BANKROLL]
    fault = 0
    if wager < table[t.MINIMUM_WAGER]:
        fault = p.WAGER_TOO_SMALL
    elif wager > LARGEST_WAGER or (wager > bankroll and not table[t.CREDIT]):
        fault = p.WAGER_TOO_LARGE
    if fault:
        table[t.FAULT] = fault
        table[t.FAULT_PERSON] = player
        table[t.FAULT_VALUE] = wager
        return False
    table[hand + t.WAGER] = wager
    table[hand + t.INITIAL] = wager
    table[hand + t.NOTED_COUNT] = table[player + t.COUNT]
    return True


@inlined_function
def take_wagers(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``take wagers``: for every hand in turn a strategy or a person says what is staked."""
    for place in range(table[t.TURN], table[t.HANDS_IN_PLAY]):
        table[t.TURN] = place
        hand = table[t.HANDS + place]
        player = table[hand + t.OWNER]
        formula = table[player + t.WAGER_FORMULA]
        if formula:
            wager = evaluate_in_place(program, table, formula, hand)
            if table[t.FAULT]:
                return p.FAULTY
        elif table[t.ANSWERED]:
            wager = table[t.ANSWER]
            table[t.ANSWERED] = 0
            table[t.QUESTION] = 0
            if wager == p.QUIT:
                table[t.TURN] = 0
                return p.LEAVING
        else:
            table[t.QUESTION] = p.ASK_WAGER
            table[t.ASKED] = hand
            return p.DECISION
        if not accept_wager(table, hand, wager):
            return p.FAULTY
        record_numbers(events, table[player + t.VOICE] + e.BETS, wager, table[player + t.BANKROLL])
    table[t.TURN] = 0
    return p.GOING_ON


@inlined_function
def payout(program: Ints, ratio: int, wager: int) -> int:
    """What ``wager`` brings at the payout ``ratio``, in whole units, rounded as the ruleset says."""
    numerator = program[ratio] * wager
    denominator = program[ratio + 1]
    if denominator == 1:
        return numerator  # most often, and a division takes as long as all the rest
    rounding = program[p.ROUNDING]
    if rounding == p.ROUND_DOWN:
        return numerator // denominator
    if rounding == p.ROUND_UP:
        return -(-numerator // denominator)
    return (2 * numerator + denominator) // (2 * denominator)


@inlined_function
def transfer(table: Ints, hand: int, amount: int) -> None:
    """Settle ``hand``: the house pays ``amount`` to its owner, or collects it when it is negative."""
    change_bankroll(table, table[hand + t.OWNER], amount)
    table[hand + t.PAID] = amount
    table[hand + t.STATE] = t.SETTLED


@engine_function
def undo_payments(table: Ints) -> None:
    """Take back what the settled hands of the table have brought."""
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        if table[hand + t.STATE] == t.SETTLED:
            player = table[hand + t.OWNER]
            table[player + t.BANKROLL] -= table[hand + t.PAID]
            table[table[t.DEALER] + t.BANKROLL] += table[hand + t.PAID]


@inlined_function
def is_natural(table: Ints, hand: int) -> bool:
    """Whether ``hand`` is a natural: two cards that make the target with an ace counted high."""
    return table[hand + t.VALUE] == 2 * table[t.TARGET] + 1 and table[hand + t.CARDS] == 2


@inlined_function
def tell_money(program: Ints, table: Ints, events: Ints, player: int, amount: int) -> None:
    """Record what a settled hand has brought, where somebody says it."""
    if program[p.WANTED] & e.WANT_MONEY:
        voice = table[player + t.VOICE]
        if amount > 0:
            record_numbers(events, voice + e.PAID_OUT, amount, table[player + t.BANKROLL])
        elif amount < 0:
            record_numbers(events, voice + e.COLLECTED, -amount, table[player + t.BANKROLL])


@inlined_function
def pay_naturals(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``pay naturals``: a natural is settled at once.

    It wins without a look at the dealer's cards, unless the house lets a dealer's natural count.
    """
    house_ties = program[p.HOUSE_RULES] & h.DEALER_NATURAL != 0 and is_natural(table, table[t.DEALER_HAND])
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        if is_natural(table, hand) and table[hand + t.STATE] != t.SETTLED:
            amount = 0 if house_ties else payout(program, p.PAY_NATURAL, table[hand + t.WAGER])
            player = table[hand + t.OWNER]
            transfer(table, hand, amount)
            table[t.LIVE] -= 1
            kind = e.NATURALS_TIE if house_ties else e.NATURAL
            record_numbers(events, table[player + t.VOICE] + kind, amount, table[player + t.BANKROLL])
            tell_money(program, table, events, player, amount)
            react(program, table, events, hand, x.PUSH if house_ties else x.HAND_WON)
    return p.FAULTY if table[t.FAULT] else p.GOING_ON


@inlined_function
def settle_hand(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Compare one hand with the dealer's and pay or collect its wager."""
    player = table[hand + t.OWNER]
    wager = table[hand + t.WAGER]
    total = table[hand + t.VALUE] >> 1
    dealer_hand = table[t.DEALER_HAND]
    dealer_total = table[dealer_hand + t.VALUE] >> 1
    voice = table[player + t.VOICE]
    if table[hand + t.STATE] == t.BUST:
        amount = -wager
        kind = voice + e.LOST_BY_BUST
    elif dealer_total > table[t.TARGET]:
        amount = payout(program, p.PAY_WIN, wager)
        kind = voice + e.WON_BY_BUST
    elif (
        program[p.HOUSE_RULES] & h.DEALER_NATURAL
        and is_natural(table, dealer_hand)
        and not is_natural(table, hand)
    ):
        amount = -(table[hand + t.INITIAL] if program[p.HOUSE_RULES] & h.ORIGINAL_BETS_ONLY else wager)
        kind = table[table[t.DEALER] + t.VOICE] + e.NATURAL_BEATS
    elif dealer_total > total:
        amount = -wager
        kind = table[table[t.DEALER] + t.VOICE] + e.DEALER_WINS
    elif dealer_total < total:
        amount = payout(program, p.PAY_WIN, wager)
        kind = voice + e.PLAYER_WINS
    else:
        amount = payout(program, p.PAY_TIE, wager)
        kind = voice + e.PUSH
    transfer(table, hand, amount)
    record_numbers(events, kind, abs(amount), table[player + t.BANKROLL])
    tell_money(program, table, events, player, amount)
    occasion = x.HAND_WON if amount > 0 else x.HAND_LOST if amount < 0 else x.PUSH
    react(program, table, events, hand, occasion)


@inlined_function
def settle(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``settle``: every hand that is still open wins, ties or loses."""
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        if table[hand + t.STATE] != t.SETTLED:
            settle_hand(program, table, events, hand)
    return p.FAULTY if table[t.FAULT] else p.GOING_ON
