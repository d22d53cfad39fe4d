"""Recomputes totals, busts and the upcard after cards or targets have changed."""

from __future__ import annotations

from bj.catalogue import events as e

from ..cards.card_selectors import NO_PLACE, find_given_back
from ..cards.dealing import note_upcard, update_value
from ..cards.rules_in_force import override_of, target_of, update_dealers_rule
from ..layout import table as t
from ..layout.event_record import record
from ..layout.plain_or_compiled import Ints, engine_function
from ..layout.work_per_hand import count_work


@engine_function
def is_open(table: Ints, hand: int) -> bool:
    """Return whether ``hand`` has been dealt, and is not bust, surrendered or settled."""
    return table[hand + t.CARDS] > 0 and table[hand + t.STATE] <= t.STOOD


@engine_function
def bust_if_stood(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Mark ``hand`` as bust if it stood but now exceeds its target."""
    total = table[hand + t.VALUE] >> 1
    if table[hand + t.STATE] == t.STOOD and total > target_of(program, table, hand):
        base = table[table[hand + t.OWNER] + t.EVENT_BASE]
        record(events, base + e.TOTAL + total)
        record(events, base + e.BUSTS + total)
        table[hand + t.STATE] = t.BUST
        if hand != table[t.DEALER_HAND]:
            table[t.LIVE] -= 1


@engine_function
def update_upcard(program: Ints, table: Ints) -> None:
    """Update the upcard after the dealer's cards have changed. If no card is face up, keep the old upcard."""
    at = find_given_back(program, table, table[t.DEALER_HAND])
    if at != NO_PLACE:
        note_upcard(program, table, table[at])


@engine_function
def update_target(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Recompute the value of ``hand`` if its owner's target has changed."""
    override = override_of(program, table, hand)
    if override != table[hand + t.OVERRIDE] and is_open(table, hand):
        table[hand + t.OVERRIDE] = override
        update_value(program, table, hand)
        bust_if_stood(program, table, events, hand)


@engine_function
def update_targets(program: Ints, table: Ints, events: Ints) -> None:
    """After a power starts or ends, recompute the hands whose target has changed.

    Also update the dealer's drawing rule.
    """
    count_work(table, 4 * table[t.HANDS_IN_PLAY])
    update_dealers_rule(program, table)
    is_over = True
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        is_over = is_over and table[table[at] + t.STATE] == t.SETTLED
        update_target(program, table, events, table[at])
    if not is_over:  # otherwise, no more hands are compared with the dealer's
        update_target(program, table, events, table[t.DEALER_HAND])
