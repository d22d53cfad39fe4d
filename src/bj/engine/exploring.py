"""Exploring a hand: every card that can come instead of one, and every action of the one who decides.

The search goes on from tables that one observer cannot tell apart, and gives a node for them: what the hand
brings on average where nobody decides any more, with the chances of the decisions that are left. It can be
left and called again at any time. Nothing of the rules stands here: the engine plays.
"""

from __future__ import annotations

from bj.catalogue import actions as a

from . import program as p
from . import table as t
from . import work as w
from .deciding import legal, row_of
from .frames import add_found, add_value, finish, lacks_room, push
from .mode import Floats, Ints, Memo, engine_function, recall
from .parting import waits_for_others
from .sights import identify_sight, identify_table, load, merge_alike
from .turning import play_members

YES_OR_NO = 3  # the bits of the answers to an offer


@engine_function
def describe_decision(program: Ints, table: Ints, work: Ints, nodes: Ints, frame: int) -> None:
    """Write down in the frame's node which hand it is that somebody decides about."""
    hand = table[t.ASKED]
    node = work[frame + w.NODE]
    bits = legal(program, table, hand) if table[t.QUESTION] == p.ASK_ACTION else YES_OR_NO
    work[frame + w.LEGAL] = bits
    if work[w.APART] and waits_for_others(table, hand):
        work[frame + w.DIVIDED] = 1
        work[frame + w.LEGAL] = bits | 1 << w.REST
    nodes[node + w.NODE_QUESTION] = table[t.QUESTION]
    nodes[node + w.NODE_ROW] = row_of(program, table, hand)
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
    if question in (p.ASK_ACTION, p.ASK_INSURANCE, p.ASK_SURRENDER):
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
        hand = table[t.ASKED]
        if work[w.APART] and table[hand + t.PARTS] > 1 and table[hand + t.CARDS] == 1 and table[t.TURN] > 0:
            work[frame + w.KIND] = w.SEVERAL
            work[frame + w.LEGAL] = table[t.TURN]
            cards = 1
        elif work[w.OBSERVER] and question >= t.FACE_DOWN and owner != work[w.OBSERVER]:
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
def take_action(
    program: Ints,
    table: Ints,
    events: Ints,
    work: Ints,
    memo: Memo,
    nodes: Ints,
    values: Floats,
    frame: int,
    action: int,
    hands: int,
) -> int:
    """Let the one who decides take an ``action``, and look only at some ``hands``."""
    first = work[frame + w.FIRST_MEMBER]
    members = work[frame + w.MEMBERS]
    after = push(work, nodes, w.AFTER, action, first, members, work[frame + w.TOTAL])
    return play_members(program, table, events, work, memo, nodes, values, after, action, -1, -1, hands)


@engine_function
def next_action(
    program: Ints, table: Ints, events: Ints, work: Ints, memo: Memo, nodes: Ints, values: Floats, frame: int
) -> int:
    """Let the one who decides take the next legal action."""
    action = work[frame + w.STEP]
    work[frame + w.STEP] += 1
    if not work[frame + w.LEGAL] >> action & 1:
        return p.GOING_ON
    hands = w.ALL
    if work[frame + w.DIVIDED] and action != a.SPLIT:
        load(work, table, work[work[frame + w.FIRST_MEMBER]])
        hands = table[t.TURN]
        if action == w.REST:
            hands += w.WITHOUT
    return take_action(program, table, events, work, memo, nodes, values, frame, action, hands)


@engine_function
def next_hand(
    program: Ints,
    table: Ints,
    events: Ints,
    work: Ints,
    memo: Memo,
    nodes: Ints,
    values: Floats,
    frame: int,
) -> int:
    """Value the next of several hands that are finished, or behind them all others."""
    place = work[frame + w.STEP]
    work[frame + w.STEP] += 1
    hands = place if place < work[frame + w.LEGAL] else w.UNFINISHED
    return play_members(program, table, events, work, memo, nodes, values, frame, 0, -1, -1, hands)


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
    return play_members(program, table, events, work, memo, nodes, values, frame, 0, kind, last, w.ALL)


@engine_function
def begin(table: Ints, work: Ints, memo: Memo, nodes: Ints, first: int, members: int) -> None:
    """Begin with the tables that are saved, whose places stand from ``first`` on."""
    total = 0
    for at in range(first, first + members):
        load(work, table, work[at])
        work[work[at] + w.PRIOR] = work[work[at] + w.WEIGHT]
        work[work[at] + w.KNOWN_BY] = identify_table(work, memo, work[at], table)
        total += work[work[at] + w.WEIGHT]
    frame = push(work, nodes, w.AFTER, 0, first, members, total)
    work[frame + w.AGENDA] = first
    work[frame + w.AGENDA_END] = first + members


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
            elif kind == w.SEVERAL and work[frame + w.STEP] <= work[frame + w.LEGAL]:
                work[w.TOP] = work[frame + w.FREE]
                status = next_hand(program, table, events, work, memo, nodes, values, frame)
            elif kind == w.DECISION and work[frame + w.LEGAL] >> work[frame + w.STEP]:
                work[w.TOP] = work[frame + w.FREE]
                status = next_action(program, table, events, work, memo, nodes, values, frame)
            else:
                finish(work, memo, nodes, values, frame)
        if status != p.GOING_ON:
            return status
    return p.DONE
