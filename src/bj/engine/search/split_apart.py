"""Hands from splits, apart: a table on which some of them are no longer looked at.

Where no rule looks at two hands at once, what hands bring adds up, and each can be valued for itself. Those
that are left out are taken from the list of hands; a hand that sits out stands in their places, as far as
their number is still read.
"""

from __future__ import annotations

from ..game.play import surrender_waits
from ..layout import search_layout as w
from ..layout import table as t
from ..layout.mode import Ints, engine_function


@engine_function
def is_live(program: Ints, table: Ints, hand: int) -> bool:
    """Whether ``hand`` is still to be compared with the dealer's."""
    state = table[hand + t.STATE]
    return state <= t.STOOD or (state == t.GIVEN_UP and surrender_waits(program, table))


@engine_function
def end_list(work: Ints, table: Ints, hands: int) -> None:
    """End the list of hands after so many."""
    table[t.HANDS_IN_PLAY] = hands
    for place in range(t.HANDS + hands, t.HANDS + work[w.LISTED]):
        table[place] = work[w.DEAD_HAND]


@engine_function
def leave_alone(program: Ints, table: Ints, work: Ints, place: int) -> None:
    """Leave only the hand at a ``place`` on the table."""
    hand = table[t.HANDS + place]
    table[t.CURSOR] = 1 if table[hand + t.STATE] > t.ACTING else 0
    table[t.HANDS] = hand
    table[hand + t.PARTS] = 2
    table[t.LIVE] = 1 if is_live(program, table, hand) else 0
    end_list(work, table, 1)


@engine_function
def forget(table: Ints, work: Ints) -> None:
    """Undo what cards that are left out have shown about the dealer's hidden cards.

    They are any of those that nobody has seen: as likely as there are ways to choose them.
    """
    hidden = digits = 0
    dealers = table[t.DEALER_HAND]
    for at in range(dealers + t.HELD, dealers + t.HELD + table[dealers + t.CARDS]):
        if table[at] >= t.FACE_DOWN:
            hidden += 1
            if hidden <= w.MOST_FORGOTTEN:
                digits = digits << w.FORGOTTEN_BITS | work[w.CLASS_OF + table[at] - t.FACE_DOWN] + 1
    work[w.FORGOTTEN] = digits if hidden <= w.MOST_FORGOTTEN else -1


@engine_function
def leave_out(program: Ints, table: Ints, work: Ints, place: int) -> None:
    """Leave out the hand at a ``place``, and return its cards but the first to the shoe."""
    hand = table[t.HANDS + place]
    if is_live(program, table, hand):
        table[t.LIVE] -= 1
    for at in range(t.HANDS + place, t.HANDS + table[t.HANDS_IN_PLAY] - 1):
        table[at] = table[at + 1]
    end_list(work, table, table[t.HANDS_IN_PLAY] - 1)
    if place < table[t.CURSOR]:
        table[t.CURSOR] -= 1
    if not work[w.ENDLESS]:
        for at in range(hand + t.HELD + 1, hand + t.HELD + table[hand + t.CARDS]):
            work[w.RETURNED + work[w.CLASS_OF + (table[at] & (t.FACE_DOWN - 1))]] += 1
            table[t.CARDS_LEFT] += 1
        if work[w.FORGETS]:
            forget(table, work)


@engine_function
def leave_out_finished(program: Ints, table: Ints, work: Ints) -> None:
    """Leave all hands out whose turn is over."""
    while table[t.CURSOR] > 0:
        leave_out(program, table, work, 0)


@engine_function
def waits_for_others(table: Ints, hand: int) -> bool:
    """Whether ``hand``, whose turn it is, comes from a split, and others of them have no turn yet."""
    return table[hand + t.PARTS] > 1 and table[t.HANDS_IN_PLAY] > 1
