"""Overrides of rules by lasting powers: targets, payouts, and the dealer's drawing rule."""

from __future__ import annotations

from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET

from ..layout import program as p
from ..layout import table as t
from ..layout.mode import Ints, engine_function, inlined_function


@engine_function
def lasting(program: Ints, table: Ints, person: int, at: int) -> int:
    """Return the override of the first power that lasts for ``person``, or else the default.

    ``at`` is the index of the list of powers, which ends with the default. If there are no such powers, it is
    0, and so is the override. A computed target has an override for each possible target.
    """
    if at == 0:
        return 0
    while program[at] and not table[person + program[at]]:
        at += 3
    override = program[at + 1]
    if program[at + 2]:
        target = min(max(table[person + program[at + 2]], LEAST_TARGET), LARGEST_TARGET)
        override += p.OWN_TARGET_SIZE * (target - LEAST_TARGET)
    return override


@engine_function
def update_dealers_rule(program: Ints, table: Ints) -> None:
    """Set the drawing rule of the dealer.

    It is the rule of the first lasting power that has one, or else the rule of the house.
    """
    dealer = table[t.DEALER]
    if table[dealer + t.DRAWS]:
        table[dealer + t.CHART] = lasting(program, table, dealer, table[dealer + t.DRAWS])


@engine_function
def override_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the current override of the target for the owner of ``hand``, or 0."""
    owner = table[hand + t.OWNER]
    return lasting(program, table, owner, table[owner + t.TARGETS])


@inlined_function
def target_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the target of ``hand``: a higher total is a bust."""
    override = table[hand + t.OVERRIDE]
    return program[override + p.OWN_TARGET] if override else table[t.TARGET]


@engine_function
def highest_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the highest value of ``hand`` that is not a bust."""
    return 2 * target_of(program, table, hand) + 1


@inlined_function
def additions_of(table: Ints, hand: int) -> int:
    """Return the index of the sums for ``hand``.

    For each value of the hand and each rank, they give the value after one more card.
    """
    override = table[hand + t.OVERRIDE]
    return override + p.OWN_ADDITIONS if override else p.ADDITIONS


@engine_function
def add_card(program: Ints, table: Ints, hand: int, value: int, rank: int) -> int:
    """Return the value of ``hand``, which had ``value`` before, with the card that it has just taken.

    With its first card, a hand gets the current target of its owner.
    """
    if table[hand + t.CARDS] == 1:
        table[hand + t.OVERRIDE] = override_of(program, table, hand)
    return program[additions_of(table, hand) + value * p.RANKS + rank]


@engine_function
def payouts_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the override of payouts for a player's ``hand``, or 0 if there is no override.

    An override of the hand's owner takes precedence over one of the dealer.
    """
    owner = table[hand + t.OWNER]
    dealer = table[t.DEALER]
    own = lasting(program, table, owner, table[owner + t.PAYOUTS])
    return own or lasting(program, table, dealer, table[dealer + t.PAYOUTS])


@inlined_function
def win_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the index of the payout for a player's ``hand`` that wins."""
    own = payouts_of(program, table, hand)
    return own + p.OWN_WIN if own else p.PAY_WIN


@inlined_function
def outcome_for(program: Ints, table: Ints, hand: int, own: int, dealers: int) -> int:
    """Return the index of the outcome for a player's ``hand`` of the class ``own``.

    ``dealers`` is the class of the dealer's hand.
    """
    first = p.OUTCOMES
    if program[p.OWN_PAYOUTS]:
        changed = payouts_of(program, table, hand)
        first = changed + p.OWN_OUTCOMES if changed else first
    return program[first + p.CLASSES * own + dealers]
