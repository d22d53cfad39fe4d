"""Exploring a hand: every card that can come instead of one, and every action of the one who decides.

The search goes on from tables that one observer cannot tell apart, and gives a node for them: what the hand
brings on average where nobody decides any more, with the chances of the decisions that are left. It can be
left and called again at any time. Nothing of the rules stands here: the engine plays.
"""

from __future__ import annotations

from . import events as r
from . import program as p
from . import table as t
from . import work as w
from .deciding import legal
from .machine import advance
from .mode import Floats, Ints, Memo, engine_function, inlined_function, is_full, keep, recall
from .sights import (
    bring_together,
    identify_sight,
    identify_table,
    load,
    merge_alike,
    save,
    what_was_seen,
)
from .tallies import HANDS_LEFT


@engine_function
def add_node(work: Ints, nodes: Ints, kind: int) -> int:
    """A new node, which brings nothing yet."""
    node = work[w.NEXT_NODE]
    nodes[node + w.NODE_KIND] = kind
    nodes[node + w.NODE_EDGE] = 0
    nodes[node + w.NODE_VALUES] = work[w.NEXT_VALUE]
    work[w.NEXT_NODE] = node + w.NODE_SIZE
    work[w.NEXT_VALUE] += work[w.PAYOFFS]
    return node


@inlined_function
def add_value(work: Ints, values: Floats, value: float) -> int:
    """Write down a chance: its index in the values."""
    at = work[w.NEXT_VALUE]
    values[at] = value
    work[w.NEXT_VALUE] = at + 1
    return at


@engine_function
def push(work: Ints, nodes: Ints, kind: int, share: int, first: int, members: int, total: int) -> int:
    """A new frame for the tables whose places stand from ``first`` on, above the one that is worked on."""
    frame = work[w.TOP]
    work[frame + w.KIND] = kind
    work[frame + w.PARENT] = work[w.FRAME]
    work[frame + w.NODE] = add_node(work, nodes, kind)
    work[frame + w.IDENTITY] = -1
    work[frame + w.SHARE] = share
    work[frame + w.MEMBERS] = members
    work[frame + w.FIRST_MEMBER] = first
    work[frame + w.TOTAL] = total
    work[frame + w.STEP] = 0
    work[frame + w.ENDS] = 0
    work[frame + w.HIDDEN] = 0
    work[frame + w.FREE] = frame + w.FRAME_SIZE
    work[frame + w.AGENDA] = 0
    work[frame + w.AGENDA_END] = 0
    work[w.TOP] = frame + w.FRAME_SIZE
    work[w.FRAME] = frame
    work[w.DEPTH] += 1
    return frame


@engine_function
def add_end(work: Ints, table: Ints, nodes: Ints, values: Floats, frame: int, weight: int) -> None:
    """Add what the settled hands of ``table`` have brought to the frame, and forget it there."""
    share = weight / work[frame + w.TOTAL]
    at = nodes[work[frame + w.NODE] + w.NODE_VALUES]
    for i in range(work[w.PAYOFFS]):
        place = work[w.PAYOFF + i]
        if place > 0:
            values[at + i] += share * table[place]
        else:
            number = float(table[-place])
            values[at + i] += share * (number * number)
    for i in range(work[w.TALLY], work[w.TALLY_END]):
        table[i] = 0
    work[frame + w.ENDS] += 1


@engine_function
def add_found(work: Ints, nodes: Ints, values: Floats, frame: int, found: int, share: int) -> None:
    """Add a node that was ``found`` to the frame, with its chance at an index of the values."""
    node = work[frame + w.NODE]
    if work[frame + w.KIND] == w.DECISION or nodes[found + w.NODE_EDGE] != 0:
        edge = work[w.NEXT_NODE]
        nodes[edge + w.EDGE_TO] = found
        nodes[edge + w.EDGE_NEXT] = nodes[node + w.NODE_EDGE]
        nodes[edge + w.EDGE_SHARE] = share
        nodes[node + w.NODE_EDGE] = edge
        work[w.NEXT_NODE] = edge + w.EDGE_SIZE
        return
    to = nodes[node + w.NODE_VALUES]
    source = nodes[found + w.NODE_VALUES]
    chance = values[share]
    for i in range(work[w.PAYOFFS]):
        values[to + i] += chance * values[source + i]


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
) -> int:
    """Give one saved table a card of the class ``kind``, or below 0 an answer, and play on.

    Where its hand goes on, the table is saved behind the others of the frame's agenda.
    """
    weight = work[member + w.WEIGHT]
    if kind >= 0:
        if work[member + w.COUNTS + kind] == 0:
            return p.GOING_ON
        weight *= work[member + w.COUNTS + kind]
    load(work, table, member)
    table[t.ANSWER] = answer
    table[t.ANSWERED] = 1
    events[r.POSITION] = r.FIRST_EVENT if work[w.OBSERVER] else 0
    status = advance(program, table, events)
    work[w.CALLS] -= 1
    if status == p.ENOUGH:
        table[program[p.TALLIES] + HANDS_LEFT] = 1
        add_end(work, table, nodes, values, frame, weight)
        return p.GOING_ON
    if status not in (p.CHANCE, p.DECISION):
        return status
    block = work[w.TOP]
    for i in range(w.COUNTS, w.COUNTS + work[w.CLASSES]):
        work[block + i] = work[member + i]
    if kind >= 0 and not work[w.ENDLESS]:
        work[block + w.COUNTS + kind] -= 1
    save(work, table, block)
    work[block + w.WEIGHT] = weight
    work[w.TOP] = block + work[w.BLOCK]
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
                program, table, events, work, memo, nodes, values, frame, work[at], card, each
            )
            if status != p.GOING_ON:
                return status
    bring_together(work, work[frame + w.AGENDA], work[frame + w.AGENDA_END])
    return p.GOING_ON


@engine_function
def describe_decision(program: Ints, table: Ints, work: Ints, nodes: Ints, frame: int) -> None:
    """Write down in the frame's node which hand it is that somebody decides about."""
    hand = table[t.ASKED]
    node = work[frame + w.NODE]
    bits = legal(program, table, hand)
    work[frame + w.LEGAL] = bits
    nodes[node + w.NODE_VALUE] = table[hand + t.VALUE]
    nodes[node + w.NODE_UPCARD] = table[t.UPCARD]
    nodes[node + w.NODE_LEGAL] = bits
    cards = table[hand + t.CARDS]
    nodes[node + w.NODE_CARDS] = cards
    for i in range(cards):
        nodes[node + w.DECISION_SIZE + i] = table[hand + t.HELD + i] & (t.FACE_DOWN - 1)
    work[w.NEXT_NODE] = node + w.DECISION_SIZE + cards


@engine_function
def look_into(
    program: Ints, table: Ints, work: Ints, nodes: Ints, share: int, first: int, end: int, identity: int
) -> int:
    """Begin with the tables whose places stand between two places, of which nothing is known yet."""
    load(work, table, work[first])
    question = table[t.QUESTION]
    owner = table[table[t.ASKED] + t.OWNER]
    frame = push(work, nodes, w.CARD, share, first, end - first, 0)
    work[frame + w.IDENTITY] = identity
    cards = 1
    if question == p.ASK_ACTION:
        if owner != work[w.OBSERVER]:
            return w.STRANGER
        work[frame + w.KIND] = w.DECISION
        nodes[work[frame + w.NODE] + w.NODE_KIND] = w.DECISION
        describe_decision(program, table, work, nodes, frame)
    else:
        cards = 0
        for i in range(work[w.CLASSES]):
            cards += work[work[first] + w.COUNTS + i]
        if not work[w.ENDLESS] and table[t.CARDS_LEFT] != cards:
            return w.MIXED
        if work[w.OBSERVER] and question >= t.FACE_DOWN and owner != work[w.OBSERVER]:
            work[frame + w.HIDDEN] = 1
    weights = 0
    for at in range(first, end):
        weights += work[work[at] + w.WEIGHT]
    work[frame + w.TOTAL] = cards * weights
    return p.GOING_ON


@engine_function
def go_on(program: Ints, table: Ints, work: Ints, memo: Memo, nodes: Ints, values: Floats, frame: int) -> int:
    """Go on from the next tables of the frame's agenda that look alike."""
    first = work[frame + w.AGENDA]
    end = first + 1
    part = work[work[first] + w.PART]
    while end < work[frame + w.AGENDA_END] and work[work[end] + w.PART] == part:
        end += 1
    work[frame + w.AGENDA] = end
    end = merge_alike(work, first, end)
    weights = 0
    for at in range(first, end):
        weights += work[work[at] + w.WEIGHT]
    identity = identify_sight(work, memo, first, end)
    share = add_value(work, values, weights / work[frame + w.TOTAL])
    found = recall(memo, identity)
    if found:
        add_found(work, nodes, values, frame, found, share)
        return p.GOING_ON
    return look_into(program, table, work, nodes, share, first, end, identity)


@engine_function
def next_action(
    program: Ints, table: Ints, events: Ints, work: Ints, memo: Memo, nodes: Ints, values: Floats, frame: int
) -> int:
    """Let the one who decides take the next legal action."""
    action = work[frame + w.STEP]
    work[frame + w.STEP] += 1
    if not work[frame + w.LEGAL] >> action & 1:
        return p.GOING_ON
    first = work[frame + w.FIRST_MEMBER]
    members = work[frame + w.MEMBERS]
    total = work[frame + w.TOTAL]
    after = push(work, nodes, w.AFTER, action, first, members, total)
    return play_members(program, table, events, work, memo, nodes, values, after, action, -1, -1)


@engine_function
def next_card(
    program: Ints, table: Ints, events: Ints, work: Ints, memo: Memo, nodes: Ints, values: Floats, frame: int
) -> int:
    """Let the next class of cards come, or all of them where nobody sees the card."""
    kind = work[frame + w.STEP]
    last = kind
    if work[frame + w.HIDDEN]:
        last = work[w.CLASSES] - 1
    work[frame + w.STEP] = last + 1
    return play_members(program, table, events, work, memo, nodes, values, frame, 0, kind, last)


@engine_function
def finish(work: Ints, memo: Memo, nodes: Ints, values: Floats, frame: int) -> None:
    """Finish the frame's node, and add it to the frame below."""
    node = work[frame + w.NODE]
    edge = nodes[node + w.NODE_EDGE]
    is_alone = edge != 0 and nodes[edge + w.EDGE_NEXT] == 0 and work[frame + w.ENDS] == 0
    if work[frame + w.KIND] == w.AFTER and is_alone and values[nodes[edge + w.EDGE_SHARE]] == 1:
        node = nodes[edge + w.EDGE_TO]
    else:
        nodes[node + w.NODE_ORDER] = work[w.FINISHED]
        work[w.FINISHED] += 1
    if work[frame + w.IDENTITY] >= 0:
        keep(memo, work[frame + w.IDENTITY], node)
    below = work[frame + w.PARENT]
    work[w.TOP] = frame
    work[w.FRAME] = below
    work[w.DEPTH] -= 1
    if below:
        add_found(work, nodes, values, below, node, work[frame + w.SHARE])
    else:
        work[w.FOUND] = node


@engine_function
def begin(table: Ints, work: Ints, memo: Memo, nodes: Ints, first: int, members: int) -> None:
    """Begin with the tables that are saved, whose places stand from ``first`` on."""
    total = 0
    for at in range(first, first + members):
        load(work, table, work[at])
        work[work[at] + w.KNOWN_BY] = identify_table(work, memo, work[at], table)
        total += work[work[at] + w.WEIGHT]
    frame = push(work, nodes, w.AFTER, 0, first, members, total)
    work[frame + w.AGENDA] = first
    work[frame + w.AGENDA_END] = first + members


@engine_function
def lacks_room(work: Ints, memo: Memo, sizes: Ints) -> bool:
    """Whether one of the sequences may not have enough room for the next step; ``sizes`` are theirs."""
    tables = work[work[w.FRAME] + w.MEMBERS] * work[w.CLASSES]
    return (
        work[w.TOP] + w.ROOM + tables * (work[w.BLOCK] + 1) > sizes[0]
        or work[w.NEXT_NODE] + w.ROOM > sizes[1]
        or work[w.NEXT_VALUE] + w.ROOM > sizes[2]
        or is_full(memo)
    )


@engine_function
def explore(
    program: Ints,
    table: Ints,
    events: Ints,
    work: Ints,
    memo: Memo,
    nodes: Ints,
    values: Floats,
    sizes: Ints,
) -> int:
    """Search until all is known that ``begin`` began with: DONE, or why it stopped before.

    PAUSED means that it has made as many calls of the engine as were wanted.
    """
    while work[w.FRAME]:
        frame = work[w.FRAME]
        if lacks_room(work, memo, sizes):
            return w.FULL
        if work[w.CALLS] <= 0:
            return p.PAUSED
        if work[w.DEPTH] > w.MOST_FRAMES:
            return w.TOO_DEEP
        status = p.GOING_ON
        if work[frame + w.AGENDA] < work[frame + w.AGENDA_END]:
            status = go_on(program, table, work, memo, nodes, values, frame)
        else:
            kind = work[frame + w.KIND]
            if kind == w.CARD and work[frame + w.STEP] < work[w.CLASSES]:
                work[w.TOP] = work[frame + w.FREE]
                status = next_card(program, table, events, work, memo, nodes, values, frame)
            elif kind == w.DECISION and work[frame + w.LEGAL] >> work[frame + w.STEP]:
                work[w.TOP] = work[frame + w.FREE]
                status = next_action(program, table, events, work, memo, nodes, values, frame)
            else:
                finish(work, memo, nodes, values, frame)
        if status != p.GOING_ON:
            return status
    return p.DONE
