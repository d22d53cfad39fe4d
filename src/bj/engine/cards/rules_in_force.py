"""Rules that a power overrides while it is in force: targets, payouts and the dealer's drawing rule."""

from __future__ import annotations

from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET

from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function


@engine_function
def lasting(program: Ints, table: Ints, person: int, at: int) -> int:
    """Return the override from the first power in force for ``person``, or else the default.

    ``at`` is the index of a list of powers that ends with the default. If ``at`` is 0, there are no such
    powers, and the result is 0. A power that computes its target has an override for each possible target.
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
    """Set the dealer's drawing rule.

    The first power in force that has a drawing rule overrides the rule of the house.
    """
    dealer = table[t.DEALER]
    if table[dealer + t.DRAWS]:
        table[dealer + t.CHART] = lasting(program, table, dealer, table[dealer + t.DRAWS])


@engine_function
def override_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the target override now in force for the owner of ``hand``, or 0 without one."""
    owner = table[hand + t.OWNER]
    return lasting(program, table, owner, table[owner + t.TARGETS])


@inlined_function
def target_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the target for ``hand``, the highest total that is not a bust."""
    override = table[hand + t.OVERRIDE]
    return program[override + p.OWN_TARGET] if override else table[t.TARGET]


@engine_function
def highest_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the highest value of ``hand`` that is not a bust."""
    return 2 * target_of(program, table, hand) + 1


@inlined_function
def additions_of(table: Ints, hand: int) -> int:
    """Return the index of the table of sums for ``hand``.

    For each value of the hand and each rank, this table gives the value after one more card of that rank.
    """
    override = table[hand + t.OVERRIDE]
    return override + p.OWN_ADDITIONS if override else p.ADDITIONS


@engine_function
def add_card(program: Ints, table: Ints, hand: int, value: int, rank: int) -> int:
    """Return the value of ``hand`` after it has been dealt a card of this ``rank``.

    ``value`` is the value before the card. When a hand is dealt its first card, it adopts its owner's current
    target.
    """
    if table[hand + t.CARDS] == 1:
        table[hand + t.OVERRIDE] = override_of(program, table, hand)
    return program[additions_of(table, hand) + value * p.RANKS + rank]


@engine_function
def payouts_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the payout override now in force for a player's ``hand``, or 0 without one.

    The player's override takes precedence over the dealer's.
    """
    owner = table[hand + t.OWNER]
    dealer = table[t.DEALER]
    own = lasting(program, table, owner, table[owner + t.PAYOUTS])
    return own or lasting(program, table, dealer, table[dealer + t.PAYOUTS])


@inlined_function
def win_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the index of the payout for a player's winning ``hand``."""
    own = payouts_of(program, table, hand)
    return own + p.OWN_WIN if own else p.PAY_WIN


@inlined_function
def house_outcome(program: Ints, own: int, dealers: int) -> int:
    """Return the index of the outcome under the house rules.

    ``own`` and ``dealers`` are the classes of the player's and the dealer's hands.
    """
    return program[p.OUTCOMES + p.CLASSES * own + dealers]


@engine_function
def outcome_by_powers(program: Ints, table: Ints, hand: int, own: int, dealers: int) -> int:
    """Return the index of the outcome for a player's ``hand`` when powers in force may override payouts.

    ``own`` is the class of this hand, and ``dealers`` is the class of the dealer's hand.
    """
    changed = payouts_of(program, table, hand)
    if changed:
        return program[changed + p.OWN_OUTCOMES + p.CLASSES * own + dealers]
    return house_outcome(program, own, dealers)
