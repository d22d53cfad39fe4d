"""Money: payments, and how much of a bankroll is at stake or still available."""

from __future__ import annotations

from bj.catalogue.limits import LARGEST_WAGER

from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function

LARGEST_BANKROLL = (1 << 60) - 1  # all bits are set, so two numbers can be checked at once


@inlined_function
def change_bankrolls(table: Ints, person: int, payer: int, amount: int) -> None:
    """Transfer ``amount`` from ``payer`` (often the dealer) to ``person``.

    A negative amount goes the other way.
    """
    bankroll = table[person + t.BANKROLL] + amount
    table[person + t.BANKROLL] = bankroll
    rest = table[payer + t.BANKROLL] - amount
    table[payer + t.BANKROLL] = rest
    if (abs(bankroll) | abs(rest)) > LARGEST_BANKROLL:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        table[t.FAULT_PERSON] = person


@inlined_function
def stake_of_owner(table: Ints, hand: int) -> int:
    """Return how much of the wager on ``hand`` its owner can lose. The house put up the rest."""
    return table[hand + t.WAGER] - table[hand + t.FREE]


@inlined_function
def earnings(table: Ints, person: int) -> int:
    """Return the bankroll of ``person``, not counting money moved by role changes and new matches."""
    return table[person + t.BANKROLL] + table[person + t.BANKED]


@inlined_function
def insurance_stake(table: Ints, hand: int) -> int:
    """Return the insurance stake for ``hand``: half the wager, rounded down."""
    return table[hand + t.WAGER] // 2


@engine_function
def free_money(table: Ints, owner: int) -> int:
    """Return the money of ``owner`` that is not at stake on an open hand or side bet."""
    free = table[owner + t.BANKROLL]
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        if table[hand + t.OWNER] == owner:
            free -= table[hand + t.INSURED]  # stays open after the hand is settled
            if table[hand + t.STATE] != t.SETTLED:
                free -= stake_of_owner(table, hand)
    for at in range(table[t.SIDE_BETS], table[t.SIDE_BETS_END], t.SIDE_BET_SIZE):
        if table[at + t.BET_OPEN] and table[table[at + t.BET_HAND] + t.OWNER] == owner:
            free -= table[at + t.BET_OPEN]
    return free


@engine_function
def most_raised(table: Ints, hand: int, amount: int) -> int:
    """Return how much of ``amount`` can be added to the wager on a player's ``hand``.

    This is 0 once the hand has been settled.
    """
    owner = table[hand + t.OWNER]
    has_wager = table[hand + t.CARDS] > 0 and table[hand + t.STATE] < t.GIVEN_UP
    if owner == table[t.DEALER] or not has_wager:
        return 0
    if not table[t.CREDIT]:
        amount = min(amount, free_money(table, owner))
    return max(0, min(amount, LARGEST_WAGER - table[hand + t.WAGER]))
