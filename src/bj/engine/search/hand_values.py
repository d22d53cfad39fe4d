"""The values of a hand graph, with weights for the dealer's final hands and with decisions.

The dealer's hidden cards are drawn last: they are as likely as any other unseen cards. If they are known not
to make a natural, the payoffs for naturals are 0. So the value of a node is the mean payoff times the chance
of what is known.
"""

from __future__ import annotations

from bj.catalogue import actions as a

from ..layout import hand_layout as d
from ..layout import program as p
from ..layout.mode import Hands, engine_function, inlined_function
from .chart_values import CODE_SIZE, NO_CODE, PLAYS
from .hand_graph import block_of, copies_left, find_node, grow, hand_with


@inlined_function
def cards_left(g: Hands, hand: int) -> int:
    """The number of cards left, apart from a hand."""
    head = g.head
    left = g.left[2 * head[d.CLASSES]]
    if head[d.IS_ENDLESS]:
        return left
    return left - g.hands[block_of(head, hand) + d.NUMBER]


@engine_function
def count_pool(g: Hands, hand: int) -> int:
    """Count the cards left for the dealer, apart from a hand, and return their number."""
    head, pool = g.head, g.pool
    classes = head[d.CLASSES]
    for kind in range(classes):
        pool[kind] = g.left[classes + kind]
    if not head[d.IS_ENDLESS]:
        counts = block_of(head, hand) + d.HAND_HEAD
        for kind in range(classes):
            pool[g.alike[kind]] -= g.hands[counts + kind]
    return cards_left(g, hand)


@engine_function
def draw_finals(g: Hands, hand: int, first: int, draws: int) -> None:
    """Find the chances of the dealer's final hands after some ``draws``, against a hand.

    The chance of some cards is a quotient of falling factorials, times the number of their orders.
    """
    head, shares, finals, pool = g.head, g.shares, g.finals, g.pool
    total = count_pool(g, hand)
    gone = 0 if head[d.IS_ENDLESS] else 1
    inverses = head[d.DRAWS]
    for number in range(d.MOST_DRAWN):
        left = total - gone * number
        shares[inverses + number] = 1 / left if left > 0 else 0.0
    for i in range(head[d.FINALS]):
        finals[first + i] = 0.0
    shares[0] = rest = 1.0
    for node in range(draws):
        at = node * d.DRAW_SIZE
        share = shares[0]
        if node:
            copies = pool[g.draws[at + d.DRAW_CLASS]] - gone * g.draws[at + d.DRAW_COPIES]
            share = shares[g.draws[at + d.DRAW_BEFORE]] * shares[inverses + g.draws[at + d.DRAW_NUMBER]]
            share = share * copies if copies > 0 else 0.0
            shares[node] = share
        for end in range(g.draws[at + d.DRAW_ENDS], g.draws[at + d.DRAW_ENDS_END], d.END_SIZE):
            chance = g.ends[end + d.END_ORDERS] * share
            finals[first + g.ends[end + d.END_FINAL]] += chance
            rest -= chance
    finals[first + head[d.COMMON]] += rest


@engine_function
def draw(g: Hands, only: int) -> None:
    """Find the chances of the dealer's final hands for all nodes that need them, or for one ``only``."""
    head, finals = g.head, g.finals
    if only:
        slot = g.vertices[only * d.NODE_SIZE + d.SLOT] * (head[d.FINALS] + 1)
        draw_finals(g, g.vertices[only * d.NODE_SIZE + d.HAND], slot, head[d.DRAWS])
        return
    for node in range(1, head[d.NODES]):
        rule = g.vertices[node * d.NODE_SIZE + d.RULE] * head[d.RULE_SIZE]
        hand = g.vertices[node * d.NODE_SIZE + d.HAND]
        slot = g.vertices[node * d.NODE_SIZE + d.SLOT] * (head[d.FINALS] + 1)
        known = slot + head[d.FINALS]
        if g.rules[rule + d.KIND] not in (d.END, d.DECISION):
            continue
        if g.rules[rule + d.IS_FLAT] == 0:
            if finals[known] != d.FULLY:
                draw_finals(g, hand, slot, head[d.DRAWS])
                finals[known] = d.FULLY
        elif finals[known] == 0:
            draw_finals(g, hand, slot, head[d.HIDDEN_DRAWS])
            finals[known] = d.BRIEFLY


@inlined_function
def mean_of_row(g: Hands, slot: int, row: int) -> float:
    """The mean of a row of payoffs over the dealer's final hands."""
    finals = g.head[d.FINALS]
    first = slot * (finals + 1)
    value = 0.0
    for i in range(finals):
        value += g.finals[first + i] * g.paid[row * finals + i]
    return value


@inlined_function
def share_of(g: Hands, at: int, hand: int, kind: int) -> float:
    """The chance that a hand with the rule at a place gets a card of a class."""
    copies = copies_left(g, hand, kind, g.rules[at + d.IS_JOINED])
    total = cards_left(g, hand)
    return copies / total if copies > 0 and total > 0 else 0.0


@engine_function
def best_edge(g: Hands, edge: int) -> int:
    """The place of the edge with the highest value; among equals, the first."""
    best = -1
    for at in range(edge, edge + d.FEW):
        if g.edges[at] and (best < 0 or g.values[g.edges[at]] > g.values[g.edges[best]]):
            best = at
    return best


@engine_function
def edge_of_code(g: Hands, question: int, edge: int, code: int) -> int:
    """The place of the edge that a code takes: its first legal action, a hit, a stand, or any other."""
    edges, codes = g.edges, g.codes
    if question != p.ASK_ACTION:
        answer = 1 - code
        if question == p.ASK_SURRENDER:
            answer = 1 if codes[code * CODE_SIZE] == a.SURRENDER else 0
        return edge + answer
    for place in range(code * CODE_SIZE, (code + 1) * CODE_SIZE):
        if codes[place] >= 0 and edges[edge + codes[place]]:
            return edge + codes[place]
    for at in range(edge, edge + d.FEW):
        if edges[at]:
            return at
    return edge


@engine_function
def decide(g: Hands, node: int, way: int) -> None:
    """Make the decision of a node."""
    vertices, rules = g.vertices, g.rules
    block = node * d.NODE_SIZE
    at = vertices[block + d.RULE] * g.head[d.RULE_SIZE]
    edge = vertices[block + d.EDGE]
    code = g.chart[rules[at + d.CELL]] if way == d.BY_CHART else NO_CODE
    if code != NO_CODE:
        vertices[block + d.CHOICE] = edge_of_code(g, rules[at + d.QUESTION], edge, code)
    elif way != d.KEEP or vertices[block + d.CHOICE] < 0:
        vertices[block + d.CHOICE] = best_edge(g, edge)


@engine_function
def value_nodes(g: Hands, way: int) -> None:
    """Find the value of every node, with one ``way`` of making decisions."""
    head, rules, vertices, edges, values = g.head, g.rules, g.vertices, g.edges, g.values
    for node in range(1, head[d.NODES]):
        block = node * d.NODE_SIZE
        at, hand, edge = (
            vertices[block + d.RULE] * head[d.RULE_SIZE],
            vertices[block + d.HAND],
            vertices[block + d.EDGE],
        )
        kind = rules[at + d.KIND]
        value = 0.0
        if kind == d.END:
            value = mean_of_row(g, vertices[block + d.SLOT], rules[at + d.ROW])
        elif kind == d.CARD:
            for i in range(head[d.CLASSES]):
                if edges[edge + i]:
                    value += share_of(g, at, hand, i) * values[edges[edge + i]]
        elif kind == d.FORK:
            for i in range(d.FEW):
                if edges[edge + i]:
                    value += values[edges[edge + i]]
        elif kind == d.SPLIT:
            value = g.splits[rules[at + d.ROW]]
        else:
            decide(g, node, way)
            value = values[edges[vertices[block + d.CHOICE]]]
        values[node] = value


@engine_function
def follow(g: Hands) -> None:
    """Play every hand from a split like the same hand before the split, as far as that is legal."""
    head, rules, vertices = g.head, g.rules, g.vertices
    for node in range(1, head[d.NODES]):
        block = node * d.NODE_SIZE
        at = vertices[block + d.RULE] * head[d.RULE_SIZE]
        vertices[block + d.CHOICE] = -1
        twin_rule = rules[at + d.TWIN] if rules[at + d.KIND] == d.DECISION else 0
        if twin_rule:
            twin = find_node(g.before_places, g.before_vertices, vertices[block + d.HAND], twin_rule)
            edge = vertices[block + d.EDGE]
            twin_edge = g.before_vertices[twin * d.NODE_SIZE + d.EDGE]
            best = 0
            for i in range(d.FEW if twin else 0):
                other = g.before_edges[twin_edge + i]
                is_legal = other != 0 and g.edges[edge + i] != 0
                if is_legal and (best == 0 or g.before_values[other] > g.before_values[best]):
                    best = other
                    vertices[block + d.CHOICE] = edge + i


@engine_function
def spread_chances(g: Hands, is_open: int) -> None:
    """Find the chance of every node from those of the first nodes; if ``is_open``, follow every answer."""
    head, rules, vertices, edges, chances = g.head, g.rules, g.vertices, g.edges, g.chances
    for node in range(head[d.NODES] - 1, 0, -1):
        block = node * d.NODE_SIZE
        at, hand, edge = (
            vertices[block + d.RULE] * head[d.RULE_SIZE],
            vertices[block + d.HAND],
            vertices[block + d.EDGE],
        )
        kind, chance = rules[at + d.KIND], chances[node]
        if chance == 0:
            continue
        if kind == d.CARD:
            for i in range(head[d.CLASSES]):
                if edges[edge + i]:
                    chances[edges[edge + i]] += chance * share_of(g, at, hand, i)
        elif kind in (d.DECISION, d.FORK):
            choice = vertices[block + d.CHOICE] if kind == d.DECISION and not is_open else -1
            for i in range(edge, edge + d.FEW):
                if edges[i] and choice in (-1, i):
                    chances[edges[i]] += chance


@engine_function
def meet(g: Hands) -> None:
    """Add up the frequency of each end with each of the dealer's final hands."""
    head, vertices = g.head, g.vertices
    finals = head[d.FINALS]
    for node in range(1, head[d.NODES]):
        at = vertices[node * d.NODE_SIZE + d.RULE] * head[d.RULE_SIZE]
        if g.rules[at + d.KIND] == d.END and g.chances[node] != 0:
            first, row = vertices[node * d.NODE_SIZE + d.SLOT] * (finals + 1), g.rules[at + d.ROW]
            for i in range(finals):
                g.met[row * finals + i] += g.chances[node] * g.finals[first + i]


@engine_function
def weigh_codes(g: Hands, codes: int) -> None:
    """Add the probability of its decisions, and the value of each code, to every cell."""
    head, rules, vertices = g.head, g.rules, g.vertices
    for node in range(1, head[d.NODES]):
        block = node * d.NODE_SIZE
        at = vertices[block + d.RULE] * head[d.RULE_SIZE]
        if rules[at + d.KIND] == d.DECISION:
            cell, chance = rules[at + d.CELL], g.chances[node]
            if chance == 0:
                continue
            row = cell * (1 + codes)
            g.worths[row] += chance * mean_of_row(g, vertices[block + d.SLOT], rules[at + d.ROW])
            is_offer = rules[at + d.QUESTION] == p.ASK_INSURANCE
            for code in range(0 if is_offer else PLAYS, PLAYS if is_offer else codes):
                edge = edge_of_code(g, rules[at + d.QUESTION], vertices[block + d.EDGE], code)
                g.worths[row + 1 + code] += chance * g.values[g.edges[edge]]


@engine_function
def serve_hands(g: Hands, wanted: int, first: int, second: int) -> int:
    """Serve a request of a driver with its arguments."""
    if wanted == d.GROW:
        return grow(g, first, second)
    if wanted == d.HOLD:
        return hand_with(g, first, second)
    if wanted == d.DRAW:
        draw(g, first)
    elif wanted == d.VALUE:
        value_nodes(g, first)
    elif wanted == d.FOLLOW:
        follow(g)
    elif wanted == d.SPREAD:
        spread_chances(g, first)
    elif wanted == d.MEET:
        meet(g)
    else:
        weigh_codes(g, first)
    return 0
