"""Effects: what a reaction changes at once, of money, of a hand's cards, or of what somebody knows."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x
from bj.catalogue.limits import HIGHEST_TOTAL, LARGEST_WAGER, MOST_HELD

from . import program as p
from . import table as t
from .deciding import free_money
from .events import record, record_numbers
from .formulas import evaluate
from .hands import turn_up
from .mode import Ints, engine_function, inlined_function
from .others import NOBODY, partner_of, remember

NOTHING = 1 << 61  # more than any number of an effect
LARGEST_BANKROLL = (1 << 60) - 1  # all bits: two numbers are in range if their bits together are


@inlined_function
def move_money(table: Ints, person: int, partner: int, amount: int) -> None:
    """Pay ``amount`` from ``partner`` to ``person``, or the other way if it is negative."""
    bankroll = table[person + t.BANKROLL] + amount
    table[person + t.BANKROLL] = bankroll
    rest = table[partner + t.BANKROLL] - amount
    table[partner + t.BANKROLL] = rest
    if (abs(bankroll) | abs(rest)) > LARGEST_BANKROLL:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        table[t.FAULT_PERSON] = person


@inlined_function
def change_bankroll(table: Ints, person: int, amount: int) -> None:
    """Pay ``amount`` from the house to ``person``, or collect it if it is negative."""
    move_money(table, person, table[t.DEALER], amount)


@engine_function
def tell_money(table: Ints, events: Ints, person: int, amount: int) -> None:
    """Record that a power has paid ``amount`` to ``person``, or collected it if it is negative."""
    kind = e.RECEIVES if amount > 0 else e.GIVES
    record_numbers(events, table[person + t.VOICE] + kind, abs(amount), table[person + t.BANKROLL])


@engine_function
def chips_to_move(program: Ints, table: Ints, person: int, reaction: int, amount: int) -> int:
    """How much of ``amount`` the house, or the partner whom the reaction names, pays to ``person``.

    A partner, or who gives to one, gives no more than there is.
    """
    partner = partner_of(program, table, person, reaction)
    if partner in (person, NOBODY):
        return 0
    if program[reaction + p.REACTION_PARTNER] == 0:
        return amount
    most = max(0, table[(partner if amount > 0 else person) + t.BANKROLL])
    return min(most, amount) if amount > 0 else max(-most, amount)


@engine_function
def move_chips(program: Ints, table: Ints, events: Ints, person: int, reaction: int, amount: int) -> None:
    """Move money between ``person`` and the house or, as the reaction says, a partner."""
    partner = partner_of(program, table, person, reaction)
    move_money(table, person, partner, amount)
    tell_money(table, events, person, amount)
    if program[reaction + p.REACTION_PARTNER]:
        tell_money(table, events, partner, -amount)


@engine_function
def count_again(program: Ints, table: Ints, hand: int) -> None:
    """Find the value of ``hand`` from its cards."""
    value = 0
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        rank = program[p.RANK_OF + (table[at] & e.CARD_MASK)]
        value = program[p.ADDITIONS + value * p.RANKS + rank]
    table[hand + t.VALUE] = value


@engine_function
def discard_card(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Take the last card out of ``hand``, which keeps one at least."""
    held = table[hand + t.CARDS] - 1
    card = turn_up(program, table, hand + t.HELD + held)
    table[hand + t.CARDS] = held
    count_again(program, table, hand)
    record(events, table[table[hand + t.OWNER] + t.VOICE] + e.DISCARDS + card)


@engine_function
def exchange_card(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Exchange the last card of a player's ``hand`` with the dealer's upcard."""
    dealers = table[t.DEALER_HAND]
    at = dealers + t.HELD
    while table[at] >= t.FACE_DOWN:
        at += 1
    own = hand + t.HELD + table[hand + t.CARDS] - 1
    given = turn_up(program, table, own)
    taken = table[at]
    table[own] = taken
    table[at] = given
    table[t.UPCARD] = program[p.RANK_OF + given]
    count_again(program, table, hand)
    count_again(program, table, dealers)
    record(events, table[table[hand + t.OWNER] + t.VOICE] + e.EXCHANGES + taken)
    record(events, table[table[t.DEALER] + t.VOICE] + e.EXCHANGES + given)


@engine_function
def look_at_hole_card(table: Ints, events: Ints, hand: int) -> None:
    """Show the dealer's cards that lie face down to the owner of ``hand`` alone."""
    dealers = table[t.DEALER_HAND]
    table[hand + t.LOOKS] = 1
    table[t.DISTURBED] = 1
    for at in range(dealers + t.HELD, dealers + t.HELD + table[dealers + t.CARDS]):
        if table[at] >= t.FACE_DOWN:
            voice = table[table[hand + t.OWNER] + t.VOICE]
            record(events, voice + e.LOOKS + table[at] - t.FACE_DOWN)


@engine_function
def most_raised(table: Ints, hand: int, amount: int) -> int:
    """By how much of ``amount`` the wager on a player's ``hand`` that is not settled can grow."""
    owner = table[hand + t.OWNER]
    is_open = table[hand + t.CARDS] > 0 and table[hand + t.STATE] < t.GIVEN_UP
    if owner == table[t.DEALER] or not is_open:
        return 0
    if not table[t.CREDIT]:
        amount = min(amount, free_money(table, owner))
    return max(0, min(amount, LARGEST_WAGER - table[hand + t.WAGER]))


@engine_function
def raise_wager(table: Ints, events: Ints, hand: int, amount: int) -> None:
    """Add ``amount`` to the wager on a player's ``hand``."""
    owner = table[hand + t.OWNER]
    table[hand + t.WAGER] += amount
    record_numbers(
        events, table[owner + t.VOICE] + e.RAISES, table[hand + t.WAGER], table[owner + t.BANKROLL]
    )


@engine_function
def count_down_cards(table: Ints, hand: int) -> int:
    """How many cards of ``hand`` lie face down."""
    found = 0
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        found += table[at] >= t.FACE_DOWN
    return found


@engine_function
def can_change(table: Ints, hand: int, does: int) -> bool:
    """Whether an effect on cards finds the cards that it is about."""
    held = table[hand + t.CARDS]
    dealers = table[t.DEALER_HAND]
    if does == x.DISCARD:
        return held > 1
    if does == x.EXCHANGE:
        return held > 0 and hand != dealers and table[dealers + t.CARDS] > count_down_cards(table, dealers)
    if does == x.LOOK:
        return hand != dealers and count_down_cards(table, dealers) > 0
    return held > 0


@engine_function
def weigh(program: Ints, table: Ints, hand: int, reaction: int) -> int:
    """The number that goes with an effect that does not decide about ``hand``; NOTHING if it changes nothing.

    Who would change nothing does not react: nothing is said, and a limit is not used up.
    """
    does = program[reaction + p.REACTION_DOES]
    operand = program[reaction + p.REACTION_OPERAND]
    number = evaluate(program, table, operand, hand) if operand else 0
    if does >= x.REMEMBER or table[t.FAULT]:
        return number
    if does == x.CHANGE_BANKROLL:
        number = chips_to_move(program, table, table[hand + t.OWNER], reaction, number)
        return number if number else NOTHING
    if does == x.RAISE:
        number = most_raised(table, hand, number)
        return number if number else NOTHING
    if 1 << does & x.ON_CARDS and not can_change(table, hand, does):
        return NOTHING
    return number


@engine_function
def change_hand(program: Ints, table: Ints, events: Ints, hand: int, does: int, number: int) -> None:
    """Carry out an effect on the cards or the wager of ``hand``."""
    if does == x.COUNT_AS:
        total = min(max(number, 0), HIGHEST_TOTAL)
        table[hand + t.VALUE] = 2 * total
        record(events, table[table[hand + t.OWNER] + t.VOICE] + e.COUNTS_AS + total)
    elif does == x.DISCARD:
        discard_card(program, table, events, hand)
    elif does == x.EXCHANGE:
        exchange_card(program, table, events, hand)
    elif does == x.LOOK:
        look_at_hole_card(table, events, hand)
    elif does == x.RAISE:
        raise_wager(table, events, hand, number)


@engine_function
def take_effect(program: Ints, table: Ints, events: Ints, hand: int, reaction: int, number: int) -> None:
    """Carry out the effect of a reaction that does not decide how ``hand`` goes on, as it was weighed."""
    person = table[hand + t.OWNER]
    does = program[reaction + p.REACTION_DOES]
    if does == x.FORFEIT:
        table[t.FORFEITED] = 1
    elif does == x.RESET_COUNT:
        table[person + t.COUNT] = 0
    elif does >= x.REMEMBER:
        remember(program, table, person, reaction, number)
    elif does == x.CHANGE_BANKROLL:
        move_chips(program, table, events, person, reaction, number)
    elif does == x.COUNT_AS and table[hand + t.CARDS] + table[t.TARGET] - number >= MOST_HELD:
        table[t.FAULT] = p.ENDLESS_REACTION  # the hand might take more cards than there is room for
        table[t.FAULT_VALUE] = reaction
    elif does != x.SPEAK:
        change_hand(program, table, events, hand, does, number)
