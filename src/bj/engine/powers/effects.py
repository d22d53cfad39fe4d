"""Effects: what a reaction changes at once, of money, of a wager, or of what somebody knows."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x
from bj.catalogue.limits import LARGEST_WAGER, MOST_HELD

from ..cards.formulas import evaluate
from ..cards.overrides import target_of
from ..cards.shoe_order import can_look_ahead, look_ahead, put_back
from ..cards.stakes import free_money
from ..layout import program as p
from ..layout import table as t
from ..layout.events import record_numbers
from ..layout.mode import Ints, engine_function, inlined_function
from .card_effects import change_cards
from .sides import NOBODY, partner_of
from .targets import can_change, counted_value

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

    Nobody gives more than there is besides what is wagered; whoever deals is the house and gives all, and on
    credit the house gets all.
    """
    partner = partner_of(program, table, person, reaction)
    if partner in (person, NOBODY):
        return 0
    giver = partner if amount > 0 else person
    is_for_house = program[reaction + p.REACTION_PARTNER] == 0
    if giver == table[t.DEALER] or (is_for_house and table[t.CREDIT]):
        return amount
    most = max(0, table[giver + t.BANKROLL] if table[t.CREDIT] else free_money(table, giver))
    return min(most, amount) if amount > 0 else max(-most, amount)


@engine_function
def move_chips(program: Ints, table: Ints, events: Ints, person: int, reaction: int, amount: int) -> None:
    """Move money between ``person`` and the house or, as the reaction says, a partner."""
    partner = partner_of(program, table, person, reaction)
    move_money(table, person, partner, amount)
    table[person + t.BY_POWERS] += amount
    table[partner + t.BY_POWERS] -= amount
    tell_money(table, events, person, amount)
    if program[reaction + p.REACTION_PARTNER]:
        tell_money(table, events, partner, -amount)


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
def weigh(program: Ints, table: Ints, hand: int, reaction: int) -> int:
    """The number that goes with an effect that is carried out at once; NOTHING if it changes nothing.

    Who would change nothing does not react: nothing is said, and a limit is not used up.
    """
    does = program[reaction + p.REACTION_DOES]
    operand = program[reaction + p.REACTION_OPERAND]
    number = evaluate(program, table, operand, hand) if operand else 0
    if table[t.FAULT]:
        return number
    if does == x.CHANGE_BANKROLL:
        number = chips_to_move(program, table, table[hand + t.OWNER], reaction, number)
        return number if number else NOTHING
    if does == x.RAISE:
        number = most_raised(table, hand, number)
        return number if number else NOTHING
    if program[reaction + p.REACTION_CARD] & x.BY_WORTH and does == x.CHANGE_CARD:
        number = program[p.RANK_COUNTING + number] if 0 <= number < p.VALUES // 2 else p.NO_RANK
    if does in (x.LOOK_AHEAD, x.PUT_BACK) and not can_look_ahead(table, does):
        return NOTHING
    if does == x.COUNT_AS:
        number = counted_value(program, table, hand, reaction, number)
    if 1 << does & x.ON_CARDS and not can_change(program, table, hand, reaction, number):
        return NOTHING
    return number


@engine_function
def take_effect(program: Ints, table: Ints, events: Ints, hand: int, reaction: int, number: int) -> None:
    """Carry out at once the effect of a reaction, as it was weighed."""
    person = table[hand + t.OWNER]
    does = program[reaction + p.REACTION_DOES]
    if does == x.FORFEIT:
        table[t.FORFEITED] = 1
    elif does == x.RESET_COUNT:
        table[person + t.COUNT] = 0
    elif does == x.CHANGE_BANKROLL:
        move_chips(program, table, events, person, reaction, number)
    elif (
        does == x.COUNT_AS
        and table[hand + t.CARDS] + target_of(program, table, hand) - (number >> 1) >= MOST_HELD
    ):
        table[t.FAULT] = p.ENDLESS_REACTION  # the hand might take more cards than there is room for
        table[t.FAULT_VALUE] = reaction
    elif does == x.LOOK_AHEAD:
        look_ahead(program, table, events, person)
    elif does == x.PUT_BACK:
        below = number if program[reaction + p.REACTION_OPERAND] else table[t.CARDS_LEFT]
        put_back(table, events, person, below)
    elif does == x.RAISE:
        raise_wager(table, events, hand, number)
    else:
        change_cards(program, table, events, hand, reaction, number)
