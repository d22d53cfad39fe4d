"""Playing saved tables on: one card or one answer for each of them."""

from __future__ import annotations

from . import events as r
from . import program as p
from . import table as t
from . import work as w
from .frames import add_end
from .machine import advance
from .mode import Floats, Ints, Memo, engine_function
from .parting import leave_alone, leave_out, leave_out_finished
from .sights import bring_together, identify_table, load, save, what_was_seen
from .tallies import HANDS_LEFT


@engine_function
def choose_hands(program: Ints, table: Ints, work: Ints, block: int, hands: int) -> None:
    """Look only at some of the hands; where another one is asked about then, its question is taken back."""
    if hands == w.UNFINISHED:
        leave_out_finished(program, table, work, block)
        table[t.ANSWERED] = 0
        return
    if hands >= w.WITHOUT or hands != table[t.TURN]:
        table[t.QUESTION] = 0
        table[t.ANSWERED] = 0
    if hands >= w.WITHOUT:
        leave_out(program, table, work, block, hands - w.WITHOUT)
    else:
        leave_alone(program, table, work, hands)


@engine_function
def play_member(
    program: Ints,
    table: Ints,
    events: Ints,
    work: Ints,
    memo: Memo,
    nodes: Ints,
    values: Floats,
    frame: int,
    member: int,
    answer: int,
    kind: int,
    hands: int,
) -> int:
    """Give one saved table a card of the class ``kind``, or below 0 an answer, and play on.

    Where its hand goes on, the table is saved behind the others of the frame's agenda. ``hands`` says which
    are looked at: all, one alone, or all but some.
    """
    weight = work[member + w.WEIGHT]
    if kind >= 0:
        if work[member + w.COUNTS + kind] == 0:
            return p.GOING_ON
        weight *= work[member + w.COUNTS + kind]
    load(work, table, member)
    block = work[w.TOP]
    for i in range(w.COUNTS, w.COUNTS + work[w.CLASSES]):
        work[block + i] = work[member + i]
    work[block + w.PRIOR] = weight
    table[t.ANSWER] = answer
    table[t.ANSWERED] = 1
    events[r.POSITION] = r.FIRST_EVENT if work[w.OBSERVER] else 0
    status = p.CHANCE
    if hands != w.ALL:
        choose_hands(program, table, work, block, hands)
    if hands != w.UNFINISHED:
        status = advance(program, table, events)
        work[w.CALLS] -= 1
    if status == p.ENOUGH:
        table[program[p.TALLIES] + HANDS_LEFT] = 1
        add_end(work, table, nodes, values, frame, weight)
        return p.GOING_ON
    if status not in (p.CHANCE, p.DECISION):
        return status
    if kind >= 0 and not work[w.ENDLESS]:
        work[block + w.COUNTS + kind] -= 1
    work[w.TOP] = save(work, table, block)
    work[block + w.WEIGHT] = weight
    if work[w.OBSERVER] == 0:
        work[block + w.PART] = block
    elif work[frame + w.MEMBERS] == 1 and not work[frame + w.HIDDEN]:
        work[block + w.PART] = 0
    else:
        work[block + w.PART] = what_was_seen(memo, events, work[frame + w.HIDDEN], status)
    work[block + w.KNOWN_BY] = identify_table(work, memo, block, table)
    work[work[frame + w.AGENDA_END]] = block
    work[frame + w.AGENDA_END] += 1
    return p.GOING_ON


@engine_function
def play_members(
    program: Ints,
    table: Ints,
    events: Ints,
    work: Ints,
    memo: Memo,
    nodes: Ints,
    values: Floats,
    frame: int,
    answer: int,
    kind: int,
    last_kind: int,
    hands: int,
) -> int:
    """Play all tables of the frame on, with an answer, or with cards of the classes up to ``last_kind``."""
    first = work[frame + w.FIRST_MEMBER]
    members = work[frame + w.MEMBERS]
    work[frame + w.AGENDA] = work[w.TOP]
    work[frame + w.AGENDA_END] = work[w.TOP]
    work[w.TOP] += members * (last_kind - kind + 1)
    for each in range(kind, last_kind + 1):
        card = work[w.CARD_OF + each] if each >= 0 else answer
        for at in range(first, first + members):
            status = play_member(
                program, table, events, work, memo, nodes, values, frame, work[at], card, each, hands
            )
            if status != p.GOING_ON:
                return status
    bring_together(work, work[frame + w.AGENDA], work[frame + w.AGENDA_END])
    return p.GOING_ON
