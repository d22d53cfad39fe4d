"""Grows a hand graph: finds all possible hands under given rules."""

from __future__ import annotations

from ..layout import hand_graph_layout as d
from ..layout.plain_or_compiled import Hands, Ints, engine_function, inlined_function


@inlined_function
def block_of(head: Ints, hand: int) -> int:
    """Return the index at which the data for ``hand`` begins."""
    return hand * (d.HAND_HEAD + 2 * head[d.CLASSES])


@engine_function
def canonical_hand(g: Hands, hand: int, extra: int) -> int:
    """Return the hand with the cards in ``hand`` and one more card of the class ``extra``.

    Cards are added in ascending order, so that the order in which they are dealt makes no difference.
    """
    head, hands = g.head, g.hands
    classes = head[d.CLASSES]
    counts = block_of(head, hand) + d.HAND_HEAD
    found = d.NO_CARDS
    for kind in range(classes):
        copies = hands[counts + kind] + (1 if kind == extra else 0)
        for _ in range(copies):
            at = block_of(head, found)
            after = hands[at + d.HAND_HEAD + classes + kind]
            if after == 0:
                after = hands[d.HANDS]
                hands[d.HANDS] = after + 1
                hands[at + d.HAND_HEAD + classes + kind] = after
                new = block_of(head, after)
                hands[new + d.NUMBER] = hands[at + d.NUMBER] + 1
                for i in range(classes):
                    hands[new + d.HAND_HEAD + i] = hands[at + d.HAND_HEAD + i]
                    hands[new + d.HAND_HEAD + classes + i] = 0
                hands[new + d.HAND_HEAD + kind] += 1
            found = after
    return found


@engine_function
def hand_with(g: Hands, hand: int, kind: int) -> int:
    """Return the hand with the cards in ``hand`` and one more card of the class ``kind``."""
    head, hands = g.head, g.hands
    if head[d.IS_ENDLESS]:
        return hand
    at = block_of(head, hand) + d.HAND_HEAD + head[d.CLASSES] + kind
    if hands[at] == 0:
        hands[at] = canonical_hand(g, hand, kind)
    return hands[at]


@engine_function
def joined_hand(g: Hands, hand: int) -> int:
    """Return the hand with the same cards, after moving cards of equal value to the same class."""
    head, hands = g.head, g.hands
    if head[d.IS_ENDLESS]:
        return hand
    counts = block_of(head, hand) + d.HAND_HEAD
    found = d.NO_CARDS
    for kind in range(head[d.CLASSES]):
        for _ in range(hands[counts + kind]):
            found = hand_with(g, found, g.alike[kind])
    return found


@engine_function
def combined_hand(g: Hands, hand: int, gone: int) -> int:
    """Return the hand that combines the cards in ``hand`` and ``gone``.

    In the result, cards of equal value are in the same class.
    """
    head = g.head
    found = joined_hand(g, hand) if head[d.JOINS] else hand
    if gone != d.NO_CARDS:
        counts = block_of(head, gone) + d.HAND_HEAD
        for kind in range(head[d.CLASSES]):
            for _ in range(g.hands[counts + kind]):
                found = hand_with(g, found, g.alike[kind])
    return found


@inlined_function
def copies_left(g: Hands, hand: int, kind: int, is_joined: int) -> int:
    """Return how many cards of the class ``kind`` are left, not counting those in ``hand``."""
    head = g.head
    left = g.left[head[d.CLASSES] * is_joined + kind]
    if head[d.IS_ENDLESS]:
        return left
    return left - g.hands[block_of(head, hand) + d.HAND_HEAD + kind]


@inlined_function
def find_node(places: Ints, vertices: Ints, hand: int, rule: int) -> int:
    """Return the node for a hand and a rule, or 0 if it does not exist."""
    node = places[hand]
    while node and vertices[node * d.NODE_SIZE + d.RULE] != rule:
        node = vertices[node * d.NODE_SIZE + d.ALIKE]
    return node


@inlined_function
def steps_of(head: Ints, kind: int) -> int:
    """Return the maximum number of edges for a node of this ``kind``."""
    if kind == d.CARD:
        return head[d.CLASSES]
    return d.FEW if kind in (d.DECISION, d.FORK) else 0


@engine_function
def push(g: Hands, depth: int, rule: int, hand: int) -> None:
    """Start the node for ``hand`` and ``rule``, in the frame at ``depth``."""
    head, stack = g.head, g.stack
    frame = depth * d.FRAME_SIZE
    stack[frame + d.FRAME_RULE] = rule
    stack[frame + d.FRAME_HAND] = hand
    stack[frame + d.FRAME_EDGE] = head[d.EDGES]
    stack[frame + d.FRAME_STEP] = 0
    head[d.EDGES] += steps_of(head, g.rules[rule * head[d.RULE_SIZE] + d.KIND])


@engine_function
def finish(g: Hands, frame: int) -> None:
    """Add the node for a frame to the graph."""
    head, stack, vertices = g.head, g.stack, g.vertices
    node = head[d.NODES]
    head[d.NODES] = node + 1
    rule, hand = stack[frame + d.FRAME_RULE], stack[frame + d.FRAME_HAND]
    vertices[node * d.NODE_SIZE + d.RULE] = rule
    vertices[node * d.NODE_SIZE + d.HAND] = hand
    vertices[node * d.NODE_SIZE + d.EDGE] = stack[frame + d.FRAME_EDGE]
    vertices[node * d.NODE_SIZE + d.CHOICE] = -1
    before = g.places[hand]
    vertices[node * d.NODE_SIZE + d.ALIKE] = before
    if before:
        vertices[node * d.NODE_SIZE + d.SLOT] = vertices[before * d.NODE_SIZE + d.SLOT]
    else:
        vertices[node * d.NODE_SIZE + d.SLOT] = head[d.SLOTS]
        head[d.SLOTS] += 1
    g.places[hand] = node


@inlined_function
def lacks_hands(g: Hands) -> bool:
    """Return whether the next step could find more hands than there is space for."""
    return g.hands[d.HANDS] + d.NEW_HANDS > g.hands[d.MOST_HANDS]


@inlined_function
def lacks_room(g: Hands) -> bool:
    """Return whether the next step could need more space than there is."""
    head = g.head
    return (
        lacks_hands(g)
        or head[d.NODES] == head[d.MOST_NODES]
        or head[d.EDGES] + head[d.CLASSES] + d.FEW > head[d.MOST_EDGES]
    )


@engine_function
def next_hand(g: Hands, rule: int, hand: int, step: int, after: int) -> int:
    """Return the hand after a ``step`` from ``rule`` to the rule ``after``, or 0 if no such card is left."""
    head, rules = g.head, g.rules
    at = rule * head[d.RULE_SIZE]
    if rules[at + d.KIND] == d.CARD:
        if copies_left(g, hand, step, rules[at + d.IS_JOINED]) <= 0:
            return 0
        hand = hand_with(g, hand, step)
    if rules[after * head[d.RULE_SIZE] + d.IS_JOINED] and not rules[at + d.IS_JOINED]:
        hand = joined_hand(g, hand)
    return hand


@engine_function
def grow(g: Hands, rule: int, hand: int) -> int:
    """Add the node for a hand and a rule, and all nodes below it. Return the node, FULL or TOO_DEEP."""
    head, rules, stack = g.head, g.rules, g.stack
    if find_node(g.places, g.vertices, hand, rule):
        return find_node(g.places, g.vertices, hand, rule)
    depth = 0
    push(g, depth, rule, hand)
    while depth >= 0:
        if lacks_room(g):
            return d.FULL
        frame = depth * d.FRAME_SIZE
        own, cards, step = (
            stack[frame + d.FRAME_RULE],
            stack[frame + d.FRAME_HAND],
            stack[frame + d.FRAME_STEP],
        )
        at = own * head[d.RULE_SIZE]
        if step == steps_of(head, rules[at + d.KIND]):
            finish(g, frame)
            depth -= 1
            continue
        after = rules[at + d.NEXT + step]
        found = next_hand(g, own, cards, step, after) if after else 0
        node = find_node(g.places, g.vertices, found, after) if found else 0
        if found == 0 or node:
            g.edges[stack[frame + d.FRAME_EDGE] + step] = node
            stack[frame + d.FRAME_STEP] = step + 1
            continue
        depth += 1
        if depth == d.MOST_FRAMES:
            return d.TOO_DEEP
        push(g, depth, after, found)
    return find_node(g.places, g.vertices, hand, rule)
