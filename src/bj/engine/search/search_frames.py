"""The frames in a search, and the nodes created from their results."""

from __future__ import annotations

from ..layout import search_layout as w
from ..layout.plain_or_compiled import (
    Floats,
    Identity,
    Ints,
    Space,
    engine_function,
    erase,
    inlined_function,
    is_full,
    keep,
)


@engine_function
def add_node(work: Ints, nodes: Ints, values: Floats, kind: int) -> int:
    """Add a node that has no value yet."""
    node = work[w.NEXT_NODE]
    nodes[node + w.NODE_KIND] = kind
    nodes[node + w.NODE_OPEN] = 0
    nodes[node + w.NODE_EDGE] = 0
    nodes[node + w.NODE_PLACE] = 0
    nodes[node + w.NODE_VALUES] = work[w.NEXT_VALUE]
    for at in range(work[w.NEXT_VALUE], work[w.NEXT_VALUE] + work[w.PAYOFFS]):
        values[at] = 0.0
    work[w.NEXT_NODE] = node + w.NODE_SIZE
    work[w.NEXT_VALUE] += work[w.PAYOFFS]
    return node


@inlined_function
def add_value(work: Ints, values: Floats, value: float) -> int:
    """Store a probability, and return its index in the values."""
    at = work[w.NEXT_VALUE]
    values[at] = value
    work[w.NEXT_VALUE] = at + 1
    return at


@engine_function
def push(space: Space, kind: int, share: int, first: int, members: int) -> int:
    """Push a frame for the tables that ``work`` lists from the index ``first`` on."""
    work = space.work
    frame = work[w.TOP]
    work[frame + w.FRAME_KIND] = kind
    work[frame + w.PARENT] = work[w.FRAME]
    work[frame + w.NODE] = add_node(work, space.nodes, space.values, kind)
    work[frame + w.IDENTITY] = -1
    work[frame + w.SHARE] = share
    work[frame + w.MEMBERS] = members
    work[frame + w.FIRST_MEMBER] = first
    work[frame + w.STEP] = 0
    work[frame + w.STEPS] = 0
    work[frame + w.ENDS] = 0
    work[frame + w.PLAYED_BEFORE] = work[w.PLAYED]
    work[frame + w.KEPT_BEFORE] = work[w.KEPT]
    work[frame + w.LAST_BEFORE] = work[w.LAST_KEPT]
    work[frame + w.FREE] = frame + w.FRAME_SIZE
    work[frame + w.AGENDA] = 0
    work[frame + w.AGENDA_END] = 0
    work[w.TOP] = frame + w.FRAME_SIZE
    work[w.FRAME] = frame
    work[w.DEPTH] += 1
    return frame


@engine_function
def add_end(space: Space, frame: int, turn: int, weight: int) -> None:
    """Add to a frame the results of a hand that has ended."""
    work, situations, values = space.work, space.situations, space.values
    share = weight / work[frame + w.TOTAL]
    at = space.nodes[work[frame + w.NODE] + w.NODE_VALUES]
    for entry in range(turn + w.BEHIND + 1, turn + w.BEHIND + 1 + 2 * situations[turn + w.BEHIND], 2):
        number = float(situations[entry + 1])
        i = situations[entry]
        values[at + i] += share * (number if work[w.PAYOFF + i] > 0 else number * number)
    work[frame + w.ENDS] += 1


@engine_function
def add_found(space: Space, frame: int, found: int, share: int) -> None:
    """Add the node ``found`` to a frame. ``share`` is the index of its probability in the values."""
    work, nodes, values = space.work, space.nodes, space.values
    node = work[frame + w.NODE]
    is_first = work[frame + w.PARENT] == 0 and nodes[found + w.NODE_KIND] == w.DECISION
    if work[frame + w.FRAME_KIND] == w.DECISION or nodes[found + w.NODE_OPEN] or is_first:
        nodes[node + w.NODE_OPEN] = 1
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
def choose(space: Space, node: int) -> None:
    """Set the value of a decision to that of its best action. In a tie, take the first."""
    work, nodes, values = space.work, space.nodes, space.values
    best = 0
    edge = nodes[node + w.NODE_EDGE]
    most = 0.0
    while edge:
        value = values[nodes[nodes[edge + w.EDGE_TO] + w.NODE_VALUES] + work[w.AIM]]
        if best == 0 or value >= most:
            best = edge
            most = value
        edge = nodes[edge + w.EDGE_NEXT]
    to = nodes[node + w.NODE_VALUES]
    source = nodes[nodes[best + w.EDGE_TO] + w.NODE_VALUES]
    for i in range(work[w.PAYOFFS]):
        values[to + i] = values[source + i]
    nodes[node + w.NODE_OPEN] = 0


@engine_function
def drop_below(space: Space, frame: int) -> None:
    """For a frame in which only the dealer still plays, discard all nodes created since the frame began.

    Such a frame has many tables, which are unlikely to be found again elsewhere.
    """
    work, nodes = space.work, space.nodes
    while work[w.KEPT] > work[frame + w.KEPT_BEFORE]:
        last = work[w.LAST_KEPT]
        erase(space.memo, (nodes[last + w.NODE_IDENTITY], nodes[last + w.NODE_IDENTITY + 1]))
        work[w.LAST_KEPT] = nodes[last + w.NODE_BEFORE]
        work[w.KEPT] -= 1
    node = work[frame + w.NODE]
    work[w.NEXT_NODE] = node + w.NODE_SIZE
    work[w.NEXT_VALUE] = nodes[node + w.NODE_VALUES] + work[w.PAYOFFS]


@engine_function
def keep_node(space: Space, node: int, identity: Identity) -> None:
    """Store a node in the memo."""
    work, nodes = space.work, space.nodes
    keep(space.memo, identity, node)
    nodes[node + w.NODE_IDENTITY] = identity[0]
    nodes[node + w.NODE_IDENTITY + 1] = identity[1]
    nodes[node + w.NODE_BEFORE] = work[w.LAST_KEPT]
    work[w.LAST_KEPT] = node
    work[w.KEPT] += 1


@engine_function
def finish(space: Space, frame: int) -> None:
    """Complete the node for a frame, and add it to the parent frame."""
    work, nodes, values = space.work, space.nodes, space.values
    node = work[frame + w.NODE]
    below = work[frame + w.PARENT]
    edge = nodes[node + w.NODE_EDGE]
    is_alone = edge != 0 and nodes[edge + w.EDGE_NEXT] == 0 and work[frame + w.ENDS] == 0
    if work[frame + w.FRAME_KIND] == w.AFTER and is_alone and values[nodes[edge + w.EDGE_SHARE]] == 1:
        node = nodes[edge + w.EDGE_TO]
    else:
        work[w.FINISHED] += 1
    if work[frame + w.FRAME_KIND] == w.DECISION:
        if work[w.CHOOSES]:
            choose(space, node)
    elif edge == 0 and not work[w.ENDLESS] and work[w.PLAYED] == work[frame + w.PLAYED_BEFORE]:
        is_last = work[frame + w.FRAME_KIND] == w.AFTER or work[w.PLAYED] != work[below + w.PLAYED_BEFORE]
        if work[w.KEPT] - work[frame + w.KEPT_BEFORE] > (0 if is_last else w.MOST_CLOSED):
            drop_below(space, frame)
    if work[frame + w.IDENTITY] >= 0:
        keep_node(space, node, (work[frame + w.IDENTITY], work[frame + w.IDENTITY + 1]))
    work[w.TOP] = frame
    work[w.FRAME] = below
    work[w.DEPTH] -= 1
    if below:
        add_found(space, below, node, work[frame + w.SHARE])
    else:
        work[w.FOUND] = node


@engine_function
def lacks_room(space: Space) -> bool:
    """Return whether a sequence may need more space for the next step."""
    work = space.work
    tables = work[work[w.FRAME] + w.MEMBERS] * work[w.CLASSES]
    return (
        work[w.TOP] + work[w.ROOM] + tables * (work[w.MEMBER] + 1) > work[w.SIZES]
        or work[w.NEXT_SITUATION] + work[w.ROOM] + tables * work[w.SITUATION] > work[w.SIZES + 1]
        or work[w.NEXT_NODE] + work[w.ROOM] > work[w.SIZES + 2]
        or work[w.NEXT_VALUE] + work[w.ROOM] > work[w.SIZES + 3]
        or is_full(space.memo, 1)
        or is_full(space.known, tables + 1)
    )
