"""Frames of a search, and the nodes that are made of what they find."""

from __future__ import annotations

from . import work as w
from .mode import Floats, Ints, Memo, engine_function, inlined_function, is_full, keep


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
    work[frame + w.DIVIDED] = 0
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
def lacks_room(work: Ints, memo: Memo, sizes: Ints) -> bool:
    """Whether one of the sequences may not have enough room for the next step; ``sizes`` are theirs."""
    tables = work[work[w.FRAME] + w.MEMBERS] * work[w.CLASSES]
    return (
        work[w.TOP] + w.ROOM + tables * (work[w.BLOCK] + 1) > sizes[0]
        or work[w.NEXT_NODE] + w.ROOM > sizes[1]
        or work[w.NEXT_VALUE] + w.ROOM > sizes[2]
        or is_full(memo)
    )
