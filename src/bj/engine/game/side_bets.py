"""Side bets, which are made and settled separately from the wagers on hands."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue.limits import LARGEST_WAGER

from ..cards.formulas import evaluate
from ..cards.payments_and_stakes import change_bankrolls, free_money
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record_numbers, record_three_numbers
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from ..layout.work_per_hand import count_work
from .decisions import UNDECIDED, accepts, take_reply
from .settlement import find_bonus, payout, record_which_hand

LAID_CARD = 8  # units of work


@inlined_function
def stake_of(program: Ints, table: Ints, bet: int, hand: int) -> int:
    """Return the minimum stake for a ``bet`` on ``hand``, or 0 if the bet cannot be made."""
    if not evaluate(program, table, program[bet + p.BET_WHEN], hand) or table[t.FAULT]:
        return 0
    stake = evaluate(program, table, program[bet + p.BET_WAGER], hand)
    if program[bet + p.BET_MOST]:
        stake = max(stake, 1)
    if table[t.FAULT] or stake <= 0 or stake > table[t.MAXIMUM_WAGER]:
        return 0
    if not table[t.CREDIT] and free_money(table, table[hand + t.OWNER]) < stake:
        return 0
    return stake


@engine_function
def bet_in_question(program: Ints, table: Ints) -> int:
    """Return the index of the side bet that the open question is about."""
    return program[p.SIDE_BETS] + p.BET_SIZE * table[t.INNER_CURSOR]


@engine_function
def largest_stake(program: Ints, table: Ints, bet: int, hand: int, least: int) -> int:
    """Return the maximum stake for a ``bet`` on ``hand``, given that the minimum is ``least``.

    The result is below ``least`` if the bet cannot be made.
    """
    if not program[bet + p.BET_MOST]:
        return least
    most = min(evaluate(program, table, program[bet + p.BET_MOST], hand), table[t.MAXIMUM_WAGER])
    return most if table[t.CREDIT] else min(most, free_money(table, table[hand + t.OWNER]))


@engine_function
def choose_stake(program: Ints, table: Ints, bet: int, hand: int, formula: int, least: int) -> int:
    """Return the stake for a ``bet`` on ``hand``, 0 for no bet, or UNDECIDED if the player must be asked.

    ``formula`` is the amount or condition in the owner's strategy, or 0 without one. If a strategy's amount
    is outside the limits, the nearest limit is used. If a player's amount is outside the limits, a fault is
    recorded.
    """
    if not program[bet + p.BET_MOST]:
        reply = accepts(program, table, hand, formula, p.ASK_SIDE_BET)
        return least if reply == 1 else reply
    most = largest_stake(program, table, bet, hand, least)
    owner = table[hand + t.OWNER]
    if table[t.FAULT] or least > most:
        return 0
    if formula:
        wanted = evaluate(program, table, formula, hand)
        return least if wanted == p.LEAST_STAKE else min(max(wanted, least), most) if wanted > 0 else 0
    if table[owner + t.CHART] or table[owner + t.RULES]:
        return 0
    amount = table[t.ANSWER]
    if take_reply(table, hand, p.ASK_SIDE_BET) == UNDECIDED:
        return UNDECIDED
    if amount and not least <= amount <= most:
        table[t.FAULT] = p.WAGER_TOO_SMALL if amount < least else p.WAGER_TOO_LARGE
        table[t.FAULT_PERSON] = owner
        table[t.FAULT_VALUE] = amount
    return amount


@engine_function
def change_meter(table: Ints, events: Ints, at: int, number: int, added: int) -> None:
    """Add ``added``, which can be negative, to the jackpot for the side bet at the index ``at``."""
    meter = table[at + t.BET_METER]
    added = min(added, LARGEST_WAGER - table[meter])
    table[meter] += added
    table[at + t.BET_ADDED] += added
    owner = table[table[at + t.BET_HAND] + t.OWNER]
    code = table[owner + t.EVENT_BASE] + e.METER + number
    record_numbers(events, code, table[meter], table[owner + t.BANKROLL])


@engine_function
def share_of_meter(program: Ints, table: Ints, at: int, pays: int) -> int:
    """Return the amount that a winning side bet takes from its jackpot.

    ``pays`` is the index of the payout in the row of the pay table.
    """
    shown = table[table[at + t.BET_METER]]
    return min(payout(program, pays + 2, shown), shown)


@engine_function
def take_side_bets(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``take side bets`` step, for every hand and every bet in turn."""
    bets = program[p.SIDE_BETS]
    for place in range(table[t.CURSOR], table[t.DEALT_HANDS]):
        table[t.CURSOR] = place
        hand = table[t.DEALT + place]
        for number in range(table[t.INNER_CURSOR], program[p.SIDE_BET_COUNT]):
            table[t.INNER_CURSOR] = number
            if table[hand + t.STATE] > t.ACTING:
                continue
            stake = stake_of(program, table, bets + number * p.BET_SIZE, hand)
            wishes = table[table[hand + t.OWNER] + t.SIDE_WISHES]
            formula = program[wishes + number] if wishes else 0
            if stake:
                stake = choose_stake(program, table, bets + number * p.BET_SIZE, hand, formula, stake)
            if table[t.FAULT]:
                return p.FAULTY
            if stake == UNDECIDED:
                return p.DECISION
            if stake:
                at = table[t.SIDE_BETS] + t.SIDE_BET_SIZE * (place * program[p.SIDE_BET_COUNT] + number)
                table[at + t.BET_HAND] = hand
                table[at + t.BET_STAKE] = table[at + t.BET_OPEN] = stake
                table[t.NEEDS_RESET] = 1
                owner = table[hand + t.OWNER]
                record_which_hand(table, events, hand)
                code = table[owner + t.EVENT_BASE] + e.SIDE_BET + number
                record_three_numbers(events, code, stake, table[owner + t.BANKROLL], stake)
                table[at + t.BET_METER] = table[t.METERS] + number
                if program[bets + number * p.BET_SIZE + p.BET_ADDS]:
                    added = payout(program, bets + number * p.BET_SIZE + p.BET_ADDS, stake)
                    change_meter(table, events, at, number, added)
        table[t.INNER_CURSOR] = 0
    table[t.CURSOR] = 0
    return p.GOING_ON


@inlined_function
def second_card(table: Ints, hand: int) -> int:
    """Return the index of the second card dealt to ``hand``, which is in a different hand after a split."""
    if table[hand + t.PARTS] > 1:
        for split_off in range(table[t.FIRST_SPARE], table[t.SPARE_HAND], t.HAND_SIZE):
            if table[split_off + t.WHOLE] == hand:
                return split_off + t.HELD
    return hand + t.HELD + 1


@engine_function
def lay_card(program: Ints, table: Ints, at: int) -> None:
    """Put a copy of the card at the index ``at`` in the hand that is used to judge side bets.

    If that hand is full, record a fault.
    """
    judged = table[t.SIDE_HAND]
    held = table[judged + t.CARDS]
    if held >= t.MOST_LAID:
        table[t.FAULT] = p.HAND_FULL
        table[t.FAULT_PERSON] = table[judged + t.OWNER]
        return
    card = table[at] & e.CARD_MASK
    table[judged + t.HELD + held] = card
    table[judged + t.CARDS] = held + 1
    table[judged + t.VALUE] = program[
        p.ADDITIONS + table[judged + t.VALUE] * p.RANKS + program[p.RANK_OF + card]
    ]


@inlined_function
def lay_cards(program: Ints, table: Ints, bet: int, hand: int) -> int:
    """Copy the cards that decide a ``bet`` on ``hand`` to a separate hand, and return that hand."""
    judged = table[t.SIDE_HAND]
    dealers = table[t.DEALER_HAND]
    for field in range(t.HELD):
        table[judged + field] = table[hand + field]
    table[judged + t.CARDS] = 0
    table[judged + t.VALUE] = 0
    count_work(table, LAID_CARD * (program[bet + p.BET_LOOKS_END] - program[bet + p.BET_LOOKS]))
    for look in range(program[bet + p.BET_LOOKS], program[bet + p.BET_LOOKS_END]):
        seen = program[look]
        from_hand = dealers if seen >= p.LOOK_AT_DEALER else hand
        which = seen % p.LOOK_AT_DEALER
        if which == p.LOOK_AT_ALL:
            for at in range(from_hand + t.HELD, from_hand + t.HELD + table[from_hand + t.CARDS]):
                lay_card(program, table, at)
        elif which == 1 and from_hand == hand and table[hand + t.PARTS] > 1:
            lay_card(program, table, second_card(table, hand))
        elif which < table[from_hand + t.CARDS]:
            lay_card(program, table, from_hand + t.HELD + which)
    return judged


@engine_function
def need_dealer(program: Ints, table: Ints) -> bool:
    """Return whether an open side bet depends on cards that the dealer has yet to draw or show."""
    number = 0
    for at in range(table[t.SIDE_BETS], table[t.SIDE_BETS_END], t.SIDE_BET_SIZE):
        waits = program[program[p.SIDE_BETS] + number * p.BET_SIZE + p.BET_WAITS]
        if table[at + t.BET_OPEN] and waits == p.WAITS_FOR_DEALER:
            return True
        number = 0 if number + 1 == program[p.SIDE_BET_COUNT] else number + 1
    return False


@engine_function
def settle_side_bets(program: Ints, table: Ints, events: Ints, are_last: bool) -> int:
    """Pay or collect the open side bets. Unless ``are_last``, skip those that must still wait for cards."""
    count = program[p.SIDE_BET_COUNT]
    number = 0
    for at in range(table[t.SIDE_BETS], table[t.SIDE_BETS_END], t.SIDE_BET_SIZE):
        bet = program[p.SIDE_BETS] + number * p.BET_SIZE
        stake = table[at + t.BET_OPEN]
        if stake and (are_last or not program[bet + p.BET_WAITS]):
            hand = table[at + t.BET_HAND]
            owner = table[hand + t.OWNER]
            pays = find_bonus(program, table, program[bet + p.BET_PAYS], lay_cards(program, table, bet, hand))
            amount = payout(program, pays, stake) if pays else -stake
            paid = share_of_meter(program, table, at, pays) if pays and program[pays + 2] else 0
            amount += paid
            if table[t.FAULT]:
                return p.FAULTY
            change_bankrolls(table, owner, table[t.DEALER], amount)
            table[at + t.BET_OPEN] = 0
            table[at + t.BET_PAID] = amount
            record_which_hand(table, events, hand)
            kind = e.SIDE_BET_PUSHED
            if amount:
                kind = e.SIDE_BET_WON if amount > 0 else e.SIDE_BET_LOST
            code = table[owner + t.EVENT_BASE] + kind + number
            record_three_numbers(events, code, abs(amount), table[owner + t.BANKROLL], stake)
            if paid:
                shown = table[table[at + t.BET_METER]]
                left = max(program[bet + p.BET_METER_RESET], shown - paid)
                change_meter(table, events, at, number, left - shown)
        number = 0 if number + 1 == count else number + 1
    return p.FAULTY if table[t.FAULT] else p.GOING_ON
