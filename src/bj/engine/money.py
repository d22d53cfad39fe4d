"""Money: taking wagers, and paying or collecting them."""

from __future__ import annotations

from .events import (
    BETS,
    COLLECTED,
    DEALER_WINS,
    LOST_BY_BUST,
    NATURAL,
    NATURAL_BEATS,
    NATURALS_TIE,
    PAID_OUT,
    PLAYER_WINS,
    PUSH,
    WON_BY_BUST,
    record_numbers,
)
from .formulas import evaluate_in_place
from .mode import Ints, engine_function, inlined_function
from .program import (
    ASK_WAGER,
    DECISION,
    FAULTY,
    GOING_ON,
    HOUSE_NATURAL,
    HOUSE_ORIGINAL_BETS,
    HOUSE_RULES,
    LEAVING,
    ON_HAND_LOST,
    ON_HAND_WON,
    ON_PUSH,
    PAY_NATURAL,
    PAY_TIE,
    PAY_WIN,
    QUIT,
    ROUND_DOWN,
    ROUND_UP,
    ROUNDING,
    WAGER_TOO_LARGE,
    WAGER_TOO_SMALL,
    WANT_MONEY,
    WANTED,
)
from .reactions import change_bankroll, react
from .table import (
    ANSWER,
    ANSWERED,
    ASKED,
    BANKROLL,
    BUST,
    CARDS,
    COUNT,
    CREDIT,
    DEALER,
    DOUBLED,
    FAULT,
    FAULT_PERSON,
    FAULT_VALUE,
    FIRST_HAND,
    LIVE,
    MINIMUM_WAGER,
    NOTED_COUNT,
    PAID,
    PLAYERS,
    QUESTION,
    SEATS,
    SETTLED,
    STATE,
    TARGET,
    TURN,
    VALUE,
    VOICE,
    WAGER,
    WAGER_FORMULA,
)

LARGEST_WAGER = 1 << 40  # so that ten thousand times it, many times over, stays inside 64 bits


@inlined_function
def accept_wager(table: Ints, player: int, hand: int, wager: int) -> bool:
    """Stake ``wager`` on ``hand``; false, with the fault noted, when the ruleset does not allow it."""
    bankroll = table[player + BANKROLL]
    fault = 0
    if wager < table[MINIMUM_WAGER]:
        fault = WAGER_TOO_SMALL
    elif wager > LARGEST_WAGER or (wager > bankroll and not table[CREDIT]):
        fault = WAGER_TOO_LARGE
    if fault:
        table[FAULT] = fault
        table[FAULT_PERSON] = player
        table[FAULT_VALUE] = wager
        return False
    table[hand + WAGER] = wager
    table[hand + DOUBLED] = 0
    table[hand + NOTED_COUNT] = table[player + COUNT]
    return True


@inlined_function
def take_wagers(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``take wagers``: every seat in turn stakes what its strategy or its person says."""
    for seat in range(table[TURN], table[PLAYERS]):
        table[TURN] = seat
        player = table[SEATS + seat]
        formula = table[player + WAGER_FORMULA]
        if formula:
            wager = evaluate_in_place(program, table, formula, player, player + FIRST_HAND)
            if table[FAULT]:
                return FAULTY
        elif table[ANSWERED]:
            wager = table[ANSWER]
            table[ANSWERED] = 0
            table[QUESTION] = 0
            if wager == QUIT:
                table[TURN] = 0
                return LEAVING
        else:
            table[QUESTION] = ASK_WAGER
            table[ASKED] = player
            return DECISION
        if not accept_wager(table, player, player + FIRST_HAND, wager):
            return FAULTY
        record_numbers(events, table[player + VOICE] + BETS, wager, table[player + BANKROLL])
    table[TURN] = 0
    return GOING_ON


@inlined_function
def payout(program: Ints, ratio: int, wager: int) -> int:
    """What ``wager`` brings at the payout ``ratio``, in whole units, rounded as the ruleset says."""
    numerator = program[ratio] * wager
    denominator = program[ratio + 1]
    rounding = program[ROUNDING]
    if rounding == ROUND_DOWN:
        return numerator // denominator
    if rounding == ROUND_UP:
        return -(-numerator // denominator)
    return (2 * numerator + denominator) // (2 * denominator)


@inlined_function
def transfer(table: Ints, player: int, hand: int, amount: int) -> None:
    """Settle ``hand``: the house pays ``amount`` to the player, or collects it when it is negative."""
    change_bankroll(table, player, amount)
    table[hand + PAID] = amount
    table[hand + STATE] = SETTLED


@engine_function
def undo_payments(table: Ints) -> None:
    """Take back what the settled hands of the table have brought."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        hand = player + FIRST_HAND
        if table[hand + STATE] == SETTLED:
            table[player + BANKROLL] -= table[hand + PAID]
            table[table[DEALER] + BANKROLL] += table[hand + PAID]


@inlined_function
def is_natural(table: Ints, hand: int) -> bool:
    """Whether ``hand`` is a natural: two cards that make the target with an ace counted high."""
    return table[hand + VALUE] == 2 * table[TARGET] + 1 and table[hand + CARDS] == 2


@inlined_function
def tell_money(program: Ints, table: Ints, events: Ints, player: int, amount: int) -> None:
    """Record what a settled hand has brought, where somebody says it."""
    if program[WANTED] & WANT_MONEY:
        voice = table[player + VOICE]
        if amount > 0:
            record_numbers(events, voice + PAID_OUT, amount, table[player + BANKROLL])
        elif amount < 0:
            record_numbers(events, voice + COLLECTED, -amount, table[player + BANKROLL])


@inlined_function
def pay_naturals(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``pay naturals``: a natural is settled at once.

    It wins without a look at the dealer's cards, unless the house lets a dealer's natural count.
    """
    house_ties = program[HOUSE_RULES] & HOUSE_NATURAL != 0 and is_natural(table, table[DEALER] + FIRST_HAND)
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        hand = player + FIRST_HAND
        if is_natural(table, hand) and table[hand + STATE] != SETTLED:
            amount = 0 if house_ties else payout(program, PAY_NATURAL, table[hand + WAGER])
            transfer(table, player, hand, amount)
            table[LIVE] -= 1
            kind = NATURALS_TIE if house_ties else NATURAL
            record_numbers(events, table[player + VOICE] + kind, amount, table[player + BANKROLL])
            tell_money(program, table, events, player, amount)
            react(program, table, events, player, hand, ON_PUSH if house_ties else ON_HAND_WON)
    return FAULTY if table[FAULT] else GOING_ON


@inlined_function
def settle_hand(program: Ints, table: Ints, events: Ints, player: int, hand: int) -> None:
    """Compare one hand with the dealer's and pay or collect its wager."""
    wager = table[hand + WAGER]
    total = table[hand + VALUE] >> 1
    dealer_hand = table[DEALER] + FIRST_HAND
    dealer_total = table[dealer_hand + VALUE] >> 1
    voice = table[player + VOICE]
    if table[hand + STATE] == BUST:
        amount = -wager
        kind = voice + LOST_BY_BUST
    elif dealer_total > table[TARGET]:
        amount = payout(program, PAY_WIN, wager)
        kind = voice + WON_BY_BUST
    elif (
        program[HOUSE_RULES] & HOUSE_NATURAL
        and is_natural(table, dealer_hand)
        and not is_natural(table, hand)
    ):
        spared = table[hand + DOUBLED] if program[HOUSE_RULES] & HOUSE_ORIGINAL_BETS else 0
        amount = -(wager >> spared)
        kind = table[table[DEALER] + VOICE] + NATURAL_BEATS
    elif dealer_total > total:
        amount = -wager
        kind = table[table[DEALER] + VOICE] + DEALER_WINS
    elif dealer_total < total:
        amount = payout(program, PAY_WIN, wager)
        kind = voice + PLAYER_WINS
    else:
        amount = payout(program, PAY_TIE, wager)
        kind = voice + PUSH
    transfer(table, player, hand, amount)
    record_numbers(events, kind, abs(amount), table[player + BANKROLL])
    tell_money(program, table, events, player, amount)
    occasion = ON_HAND_WON if amount > 0 else ON_HAND_LOST if amount < 0 else ON_PUSH
    react(program, table, events, player, hand, occasion)


@inlined_function
def settle(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``settle``: every hand that is still open wins, ties or loses."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        if table[player + FIRST_HAND + STATE] != SETTLED:
            settle_hand(program, table, events, player, player + FIRST_HAND)
    return FAULTY if table[FAULT] else GOING_ON
