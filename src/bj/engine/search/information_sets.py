"""Information sets: groups of tables, including the cards left, that the observer cannot distinguish."""

from __future__ import annotations

from ..layout import program as p
from ..layout import search_layout as w
from ..layout.plain_or_compiled import (
    Identity,
    Ints,
    Memo,
    Space,
    carry,
    engine_function,
    identify,
    inlined_function,
)
from .search_frames import add_end
from .transitions import turn_of


@inlined_function
def common_divisor(first: int, second: int) -> int:
    """Return the greatest common divisor of two numbers."""
    while second:
        first, second = second, first % second
    return first


@inlined_function
def is_same(work: Ints, one: int, other: int) -> bool:
    """Return whether the identities at the indices ``one`` and ``other`` are equal."""
    return work[one] == work[other] and work[one + 1] == work[other + 1]


@engine_function
def merge_alike(work: Ints, first: int, end: int) -> int:
    """Merge equal tables, and return the index after the last remaining one.

    The indices of the tables are listed in ``work`` from ``first`` up to ``end``.
    """
    last = first
    for at in range(first, end):
        member = work[at]
        other = first
        while other < last and not is_same(work, work[other] + w.KNOWN_BY, member + w.KNOWN_BY):
            other += 1
        if other < last:
            work[work[other] + w.WEIGHT] += work[member + w.WEIGHT]
        else:
            work[last] = member
            last += 1
    return last


@engine_function
def identify_sight(work: Ints, memo: Memo, first: int, end: int) -> Identity:
    """Return an identity for tables that the observer cannot distinguish.

    The tables' weights are first divided by their greatest common divisor.
    """
    if end - first == 1:
        work[work[first] + w.WEIGHT] = 1
        return work[work[first] + w.KNOWN_BY], work[work[first] + w.KNOWN_BY + 1]
    divisor = 0
    for at in range(first, end):
        divisor = common_divisor(work[work[at] + w.WEIGHT], divisor)
    top = work[w.TOP]
    for at in range(first, end):
        member = work[at]
        work[member + w.WEIGHT] //= divisor
        place = top + 3 * (at - first)
        while place > top and work[place - 3] > work[member + w.KNOWN_BY]:
            for word in range(3):
                work[place + word] = work[place + word - 3]
            place -= 3
        work[place] = work[member + w.KNOWN_BY]
        work[place + 1] = work[member + w.KNOWN_BY + 1]
        work[place + 2] = work[member + w.WEIGHT]
    work[top + 3 * (end - first)] = -1  # marks the end, unlike the identity of a single table
    return identify(memo, work, top, 3 * (end - first) + 1)


@engine_function
def bring_together(work: Ints, first: int, end: int) -> None:
    """Group the tables in a range by what the observer has seen.

    Groups are in the order of their first tables.
    """
    done = first
    while done < end:
        part = work[done] + w.PART
        done += 1
        for at in range(done, end):
            member = work[at]
            if is_same(work, member + w.PART, part):
                for other in range(at, done, -1):
                    work[other] = work[other - 1]
                work[done] = member
                done += 1


@inlined_function
def know(work: Ints, memo: Memo, member: int) -> None:
    """Store the identity of a table, which is computed from its situation and the cards left."""
    identity = identify(memo, work, member + w.IS_IN, 1 + work[w.CLASSES])
    work[member + w.KNOWN_BY] = identity[0]
    work[member + w.KNOWN_BY + 1] = identity[1]


@inlined_function
def join(work: Ints, member: int) -> None:
    """Add up the numbers of cards left in classes of equal value."""
    for i in range(work[w.CLASSES]):
        alike = work[w.ALIKE + i]
        if alike != i:
            work[member + w.COUNTS + alike] += work[member + w.COUNTS + i]
            work[member + w.COUNTS + i] = 0


@engine_function
def play_member(space: Space, frame: int, member: int, index: int) -> int:
    """Continue a table with a card of the class ``index`` or, for a decision, with the answer ``index``.

    If the hand is not over, append the result to the frame's agenda.
    """
    work, situations = space.work, space.situations
    needs_card = work[frame + w.FRAME_KIND] == w.CARD
    weight = work[member + w.WEIGHT]
    if needs_card:
        if work[member + w.COUNTS + index] == 0:
            return p.GOING_ON
        weight *= work[member + w.COUNTS + index]
    work[w.CALLS] -= 1
    turn = turn_of(space, work[member + w.IS_IN], index)
    if turn < 0:
        return -turn
    if situations[turn + w.STATUS] == p.ENOUGH:
        add_end(space, frame, turn, weight)
        return p.GOING_ON
    after = work[w.TOP]
    work[w.TOP] = after + work[w.MEMBER]
    carry(work, after + w.COUNTS, work, member + w.COUNTS, work[w.CLASSES])
    if needs_card and not work[w.ENDLESS]:
        work[after + w.COUNTS + index] -= 1
    work[after + w.WEIGHT] = weight
    work[after + w.PART] = situations[turn + w.SEEN] if work[w.OBSERVER] else after
    work[after + w.PART + 1] = situations[turn + w.SEEN + 1]
    work[after + w.IS_IN] = situations[turn + w.NEXT]
    if situations[situations[turn + w.NEXT] + w.JOINED]:
        join(work, after)
    know(work, space.memo, after)
    work[work[frame + w.AGENDA_END]] = after
    work[frame + w.AGENDA_END] += 1
    return p.GOING_ON


@engine_function
def play_members(space: Space, frame: int, index: int, last: int) -> int:
    """Play all tables in a frame with every card or answer from ``index`` to ``last``."""
    work = space.work
    first = work[frame + w.FIRST_MEMBER]
    members = work[frame + w.MEMBERS]
    work[frame + w.AGENDA] = work[w.TOP]
    work[frame + w.AGENDA_END] = work[w.TOP]
    work[w.TOP] += members * (last - index + 1)
    for each in range(index, last + 1):
        for at in range(first, first + members):
            status = play_member(space, frame, work[at], each)
            if status != p.GOING_ON:
                return status
    if members > 1 or index < last:
        bring_together(work, work[frame + w.AGENDA], work[frame + w.AGENDA_END])
    return p.GOING_ON
