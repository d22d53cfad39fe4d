"""Money: taking wagers, and paying or collecting them."""

from __future__ import annotations

from bj.catalogue import events as e

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
def class_of(program: Ints, table: Ints, hand: int) -> int:
    """The class of ``hand`` by which it is settled."""
    first = p.CLASS_OF + p.VALUES if table[hand + t.CARDS] == 2 else p.CLASS_OF
    return program[first + table[hand + t.VALUE]]


@inlined_function
def outcome_of(program: Ints, own: int, dealers: int) -> int:
    """The index of the outcome of a player's hand of the class ``own`` against the dealer's."""
    return program[p.OUTCOMES + p.CLASSES * own + dealers]


@inlined_function
def balance(amount: int) -> int:
    """0 for a loss, 1 for nothing and 2 for a gain."""
    return 1 + (amount > 0) - (amount < 0)


@inlined_function
def tell_outcome(program: Ints, table: Ints, events: Ints, player: int, outcome: int, amount: int) -> None:
    """Record how a player's hand has ended, and what it has brought where somebody says that."""
    bankroll = table[player + t.BANKROLL]
    kind = program[outcome + p.OUTCOME_EVENT]
    speaker = table[t.DEALER] if kind & e.DEALER_ROLE else player
    record_numbers(events, table[speaker + t.VOICE] | kind, abs(amount), bankroll)
    if program[p.WANTED] & e.WANT_MONEY:
        voice = table[player + t.VOICE]
        if amount > 0:
            record_numbers(events, voice + e.PAID_OUT, amount, bankroll)
        elif amount < 0:
            record_numbers(events, voice + e.COLLECTED, -amount, bankroll)


@inlined_function
def settle_hand(program: Ints, table: Ints, events: Ints, hand: int, outcome: int) -> None:
    """Pay or collect what ``outcome`` says for ``hand``."""
    amount = payout(program, outcome + p.OUTCOME_PAYS, table[hand + program[outcome + p.OUTCOME_STAKE]])
    player = table[hand + t.OWNER]
    transfer(table, hand, amount)
    tell_outcome(program, table, events, player, outcome, amount)
    if table[player + t.REACTIONS]:  # else the look at the occasion would cost a hundredth of all time
        react(program, table, events, hand, program[outcome + p.OUTCOME_OCCASIONS + balance(amount)])


@inlined_function
def pay_naturals(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``pay naturals``: every natural that is still open is settled at once."""
    highest = 2 * table[t.TARGET] + 1
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        if table[hand + t.VALUE] != highest or class_of(program, table, hand) != p.NATURAL:
            continue  # a look at the class of every hand would cost a fiftieth of all time
        if table[hand + t.STATE] != t.SETTLED:
            dealers = class_of(program, table, table[t.DEALER_HAND])
            settle_hand(program, table, events, hand, outcome_of(program, p.AT_ONCE, dealers))
            table[t.LIVE] -= 1
    return p.FAULTY if table[t.FAULT] else p.GOING_ON


@inlined_function
def settle(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``settle``: every hand that is still open is compared with the dealer's."""
    dealers = class_of(program, table, table[t.DEALER_HAND])
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        if table[hand + t.STATE] != t.SETTLED:
            own = p.BUST if table[hand + t.STATE] == t.BUST else class_of(program, table, hand)
            settle_hand(program, table, events, hand, outcome_of(program, own, dealers))
    return p.FAULTY if table[t.FAULT] else p.GOING_ON
