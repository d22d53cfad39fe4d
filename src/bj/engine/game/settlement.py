"""Pays and collects wagers."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import house_rules as h

from ..cards.formulas import evaluate
from ..cards.payments_and_stakes import change_bankrolls, stake_of_owner
from ..cards.rules_in_force import highest_of, house_outcome, outcome_by_powers
from ..layout import event_record as r
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record_numbers, record_three_numbers
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from ..powers.reactions import react
from .decisions import is_charlie


@inlined_function
def payout(program: Ints, ratio: int, wager: int) -> int:
    """Return the amount won or lost with a ``wager`` at the payout ``ratio``, rounded as the ruleset says."""
    numerator = program[ratio] * wager
    denominator = program[ratio + 1]
    if denominator == 1:
        return numerator  # the common case, without a slow division
    rounding = program[p.ROUNDING]
    if rounding == p.ROUND_DOWN:
        return numerator // denominator
    if rounding == p.ROUND_UP:
        return -(-numerator // denominator)
    return (2 * numerator + denominator) // (2 * denominator)


@engine_function
def undo_payments(table: Ints) -> None:
    """Reverse all payments to and from settled hands."""
    dealer = table[t.DEALER]
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        player = table[hand + t.OWNER]
        if table[hand + t.STATE] == t.SETTLED:
            table[player + t.BANKROLL] -= table[hand + t.PAID]
            table[dealer + t.BANKROLL] += table[hand + t.PAID]
        if table[t.NEEDS_RESET] and table[hand + t.INSURANCE_PAID]:
            change_bankrolls(table, player, dealer, -table[hand + t.INSURANCE_PAID])
    for at in range(table[t.SIDE_BETS], table[t.SIDE_BETS_END], t.SIDE_BET_SIZE):
        if table[at + t.BET_PAID]:
            change_bankrolls(table, table[table[at + t.BET_HAND] + t.OWNER], dealer, -table[at + t.BET_PAID])
        if table[at + t.BET_ADDED]:
            table[table[at + t.BET_METER]] -= table[at + t.BET_ADDED]


@engine_function
def cannot_be_natural(program: Ints, table: Ints, hand: int) -> bool:
    """Return whether ``hand`` cannot be a natural because it comes from a split or a switch."""
    rules = program[p.HOUSE_RULES]
    if table[hand + t.PARTS] > 1:
        return rules & h.SPLIT_NATURALS == 0
    return table[hand + t.SWITCHED] != 0 and rules & h.SWITCHED_NATURALS == 0


@engine_function
def rare_class_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the class of a ``hand`` that may be a natural or charlie, or that lasting powers may affect."""
    override = table[hand + t.OVERRIDE]
    classes = override + p.OWN_CLASS_OF if override else p.CLASS_OF
    first = classes + p.VALUES if table[hand + t.CARDS] == 2 else classes
    found = program[first + table[hand + t.VALUE]]
    if found == p.NATURAL and cannot_be_natural(program, table, hand):
        return program[classes + table[hand + t.VALUE]]
    if program[p.CHARLIE_CARDS] and is_charlie(program, table, hand):
        return p.CHARLIE
    return found


@inlined_function
def class_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the class of ``hand``, which determines how it is settled."""
    first = p.CLASS_OF + p.VALUES if table[hand + t.CARDS] == 2 else p.CLASS_OF
    found = program[first + table[hand + t.VALUE]]
    if program[p.RARE_CLASSES] or found == p.NATURAL:
        return rare_class_of(program, table, hand)
    return found


@engine_function
def settle_early(program: Ints, table: Ints, hand: int, amount: int) -> None:
    """Settle ``hand`` for ``amount`` before the other hands.

    The outcome depends on the dealer's current cards.
    """
    own = class_of(program, table, hand)
    dealers = class_of(program, table, table[t.DEALER_HAND])
    change_bankrolls(table, table[hand + t.OWNER], table[t.DEALER], amount)
    table[hand + t.OUTCOME] = house_outcome(program, own, dealers)
    table[hand + t.PAID] = amount
    table[hand + t.STATE] = t.SETTLED
    table[t.NEEDS_RESET] = 1


@inlined_function
def index_of_result(amount: int) -> int:
    """Return 0 if ``amount`` is a loss, 1 if it is zero, or 2 if it is a win."""
    return 1 + (amount > 0) - (amount < 0)


@engine_function
def is_one_of_several(table: Ints, hand: int) -> bool:
    """Return whether the owner of a player's ``hand`` has other hands in play."""
    if table[hand + t.PARTS] > 1:
        return True
    if table[t.DEALT_HANDS] == table[t.PLAYERS]:
        return False
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        if table[at] != hand and table[table[at] + t.OWNER] == table[hand + t.OWNER]:
            return True
    return False


@inlined_function
def record_which_hand(table: Ints, events: Ints, hand: int) -> None:
    """If the owner of ``hand`` has several hands, record that the next events are about this one."""
    if events[r.POSITION] and hand != table[t.DEALER_HAND] and is_one_of_several(table, hand):
        record_part(table, events, hand)


@engine_function
def record_part(table: Ints, events: Ints, hand: int) -> None:
    """Record which of the player's hands the next events are about."""
    part = 1
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        if table[at] == hand:
            break
        if table[table[at] + t.OWNER] == table[hand + t.OWNER]:
            part += 1
    record_numbers(events, table[table[hand + t.OWNER] + t.EVENT_BASE] + e.PART, part, table[hand + t.WAGER])


@engine_function
def record_result(table: Ints, events: Ints, hand: int, kind: int, amount: int) -> None:
    """Record the amount that a player's ``hand`` wins or loses, along with a total.

    The total is that of ``hand``, or the dealer's if the event names the dealer.
    """
    named = table[t.DEALER_HAND] if kind & e.DEALER_ROLE else hand
    code = (table[table[named + t.OWNER] + t.EVENT_BASE] | kind) + (table[named + t.VALUE] >> 1)
    bankroll = table[table[hand + t.OWNER] + t.BANKROLL]
    record_three_numbers(events, code, abs(amount), bankroll, table[hand + t.WAGER])


@inlined_function
def record_money_if_wanted(program: Ints, table: Ints, events: Ints, hand: int, amount: int) -> None:
    """Record the money that a player's ``hand`` has won or lost, if a template prints it."""
    if program[p.WANTED] & e.WANT_MONEY and amount:
        record_result(table, events, hand, e.PAID_OUT if amount > 0 else e.COLLECTED, amount)


@engine_function
def find_bonus(program: Ints, table: Ints, at: int, hand: int) -> int:
    """Return the index of the payout for the first bonus whose condition ``hand`` meets, or 0 without one."""
    while at and program[at]:
        if evaluate(program, table, program[at], hand):
            return at + 1
        at += p.BONUS_SIZE
    return 0


@inlined_function
def settle_hand(program: Ints, table: Ints, events: Ints, hand: int, outcome: int, is_plain: bool) -> bool:
    """Pay or collect the wager on ``hand`` according to ``outcome``, record this, and fire reactions.

    If ``is_plain``, the house has put up no part of the wager. Return whether reactions may have fired.
    """
    pays = outcome + p.OUTCOME_PAYS
    if program[p.BONUSES] and program[pays] > 0:
        pays = find_bonus(program, table, program[p.BONUSES], hand) or pays
    stake = table[hand + program[outcome + p.OUTCOME_STAKE]]
    if not is_plain and program[pays] < 0:
        stake = min(stake, stake_of_owner(table, hand))
    amount = payout(program, pays, stake)
    player = table[hand + t.OWNER]
    change_bankrolls(table, player, table[t.DEALER], amount)
    table[hand + t.OUTCOME] = outcome
    table[hand + t.PAID] = amount
    table[hand + t.STATE] = t.SETTLED
    if events[r.POSITION]:
        record_which_hand(table, events, hand)
        record_result(table, events, hand, program[outcome + p.OUTCOME_EVENT], amount)
        record_money_if_wanted(program, table, events, hand, amount)
    if table[player + t.REACTIONS]:  # looking up the occasion for every hand would take 1% more time
        react(program, table, events, hand, program[outcome + p.OUTCOME_OCCASIONS + index_of_result(amount)])
        return True
    return False


@inlined_function
def pay_naturals(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``pay naturals`` step: settle every open natural immediately."""
    is_plain = table[t.NEEDS_RESET] == 0
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        highest = highest_of(program, table, hand)
        if table[hand + t.VALUE] | 1 != highest or class_of(program, table, hand) != p.NATURAL:
            continue  # finding the class of every hand would take 2% more time
        if table[hand + t.STATE] <= t.STOOD:
            dealers = class_of(program, table, table[t.DEALER_HAND])
            outcome = outcome_by_powers(program, table, hand, p.PAID_AT_ONCE, dealers)
            table[t.LIVE] -= 1
            if settle_hand(program, table, events, hand, outcome, is_plain) and table[t.FAULT]:
                break
    return p.FAULTY if table[t.FAULT] else p.GOING_ON


@engine_function
def settle_insurance(program: Ints, table: Ints, events: Ints) -> None:
    """Pay or collect all open insurance stakes."""
    has_natural = class_of(program, table, table[t.DEALER_HAND]) == p.NATURAL
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        stake = table[hand + t.INSURED]
        if stake:
            owner = table[hand + t.OWNER]
            amount = payout(program, p.INSURANCE_PAYS, stake) if has_natural else -stake
            change_bankrolls(table, owner, table[t.DEALER], amount)
            table[hand + t.INSURED] = 0
            table[hand + t.INSURANCE_PAID] = amount
            record_which_hand(table, events, hand)
            kind = e.INSURANCE_WON if has_natural else e.INSURANCE_LOST
            code = table[owner + t.EVENT_BASE] + kind
            record_three_numbers(events, code, abs(amount), table[owner + t.BANKROLL], stake)


@inlined_function
def settle(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``settle`` step: compare every open hand with the dealer's."""
    is_plain = table[t.NEEDS_RESET] == 0
    if not is_plain:
        settle_insurance(program, table, events)
    dealers = class_of(program, table, table[t.DEALER_HAND])
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        state = table[hand + t.STATE]
        if state != t.SETTLED:
            if state == t.BUST:
                own = p.BUST
            elif state == t.GIVEN_UP:
                own = p.SURRENDERED
            else:
                own = class_of(program, table, hand)
                if own == p.NATURAL and table[hand + t.PARTS] > 1 and program[p.PAYS_NATURALS]:
                    own = p.PAID_AT_ONCE  # created by a split, after naturals were paid
            outcome = house_outcome(program, own, dealers)
            if program[p.OWN_PAYOUTS]:
                outcome = outcome_by_powers(program, table, hand, own, dealers)
            if settle_hand(program, table, events, hand, outcome, is_plain) and table[t.FAULT]:
                break  # a power asks a question, so the other hands are settled later
    return p.FAULTY if table[t.FAULT] else p.GOING_ON
