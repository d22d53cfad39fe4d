"""Computes the values in a hand graph, given the probabilities of final dealer hands and the decisions.

The dealer's hidden cards are drawn last, because they can be any of the unseen cards. If it is known that
they do not make a natural, payoffs against naturals are 0. The value of a node is therefore the mean payoff,
times the probability that the hidden cards fit what is known.
"""

from __future__ import annotations

from bj.catalogue import actions as a

from ..layout import hand_graph_layout as d
from ..layout import program as p
from ..layout.plain_or_compiled import Hands, engine_function, inlined_function
from .chart_values import CODE_SIZE, NO_CODE, PLAYS
from .hand_graph_growth import block_of, combined_hand, copies_left, find_node, grow, hand_with, lacks_hands


@inlined_function
def cards_left(g: Hands, hand: int) -> int:
    """Return how many cards are left, not counting those in ``hand``."""
    head = g.head
    left = g.left[2 * head[d.CLASSES]]
    if head[d.IS_ENDLESS]:
        return left
    return left - g.hands[block_of(head, hand) + d.NUMBER]


@engine_function
def draw_finals(g: Hands, gone: int, is_brief: bool) -> None:
    """Find the probability of each final dealer hand once the cards in the hand ``gone`` are removed.

    If ``is_brief``, distinguish only final hands that consist of hidden cards. The probability of a set of
    cards is a quotient of falling factorials, times the number of orders in which the cards can be dealt.
    """
    head, shares, finals = g.head, g.shares, g.finals
    draws, cards, ends = head[d.DRAWS], head[d.NEXT_CARDS], head[d.ENDS]
    if is_brief:
        draws, cards, ends = head[d.HIDDEN_DRAWS], head[d.HIDDEN_NEXT_CARDS], head[d.HIDDEN_ENDS]
    hand = block_of(head, gone)
    takes = 0 if head[d.IS_ENDLESS] else 1
    inverses = head[d.DRAWS] + takes * g.hands[hand + d.NUMBER]
    copies = head[d.DRAWS] + d.MOST_GONE
    for card in range(cards):
        kind = g.cards[card * d.NEXT_SIZE + d.NEXT_CLASS]
        left = g.shoe[kind] - takes * (
            g.hands[hand + d.HAND_HEAD + kind] + g.cards[card * d.NEXT_SIZE + d.NEXT_COPIES]
        )
        shares[copies + card] = max(0, left)
    shares[0] = 1.0
    for node in range(1, draws):
        at = node * d.DRAW_SIZE
        before = shares[g.draws[at + d.DRAW_BEFORE]] * shares[inverses + g.draws[at + d.DRAW_NUMBER]]
        shares[node] = before * shares[copies + g.draws[at + d.DRAW_NEXT]]
    first = gone * (head[d.FINALS] + 1)
    for i in range(head[d.FINALS]):
        finals[first + i] = 0.0
    rest = 1.0
    for end in range(0, ends * d.END_SIZE, d.END_SIZE):
        chance = g.ends[end + d.END_ORDERS] * shares[g.ends[end + d.END_NODE]]
        finals[first + g.ends[end + d.END_FINAL]] += chance
        rest -= chance
    finals[first + head[d.COMMON]] += rest


@engine_function
def draw_for(g: Hands, node: int, gone: int, is_brief: bool) -> int:
    """Find the probability of each final dealer hand at a node, with the cards in ``gone`` also removed.

    Return FULL if there is no space for another hand.
    """
    head, finals = g.head, g.finals
    slot = g.vertices[node * d.NODE_SIZE + d.SLOT]
    if g.combined[slot] == 0:
        if lacks_hands(g):
            return d.FULL
        g.combined[slot] = combined_hand(g, g.vertices[node * d.NODE_SIZE + d.HAND], gone)
    hand = g.combined[slot]
    known = hand * (head[d.FINALS] + 1) + head[d.FINALS]
    wanted = d.BRIEFLY if is_brief else d.FULLY
    if finals[known] < wanted:
        draw_finals(g, hand, is_brief)
        finals[known] = wanted
    return 0


@engine_function
def draw(g: Hands, only: int, gone: int) -> int:
    """Find the probability of each final dealer hand, at all nodes that need it or only at the node ``only``.

    The cards in the hand ``gone`` are also removed from the shoe. If there is no space for another hand,
    return FULL. The caller then makes space and calls again.
    """
    head = g.head
    total = g.shoe[head[d.CLASSES]]
    for number in range(d.MOST_GONE):
        left = total if head[d.IS_ENDLESS] else total - number
        g.shares[head[d.DRAWS] + number] = 1 / left if left > 0 else 0.0
    if only:
        return draw_for(g, only, gone, is_brief=False)
    for node in range(1, head[d.NODES]):
        rule = g.vertices[node * d.NODE_SIZE + d.RULE] * head[d.RULE_SIZE]
        if g.rules[rule + d.KIND] in (d.END, d.DECISION):
            status = draw_for(g, node, gone, g.rules[rule + d.IS_FLAT] != 0)
            if status != 0:
                return status
    return 0


@inlined_function
def mean_of_row(g: Hands, slot: int, row: int) -> float:
    """Return the mean of a row of payoffs over the dealer's final hands."""
    finals = g.head[d.FINALS]
    first = g.combined[slot] * (finals + 1)
    value = 0.0
    for i in range(finals):
        value += g.finals[first + i] * g.paid[row * finals + i]
    return value


@inlined_function
def share_of(g: Hands, at: int, hand: int, kind: int) -> float:
    """Return the probability that ``hand`` is dealt a card of the class ``kind``.

    ``at`` is the index of the rule under which it is dealt.
    """
    copies = copies_left(g, hand, kind, g.rules[at + d.IS_JOINED])
    total = cards_left(g, hand)
    return copies / total if copies > 0 and total > 0 else 0.0


@engine_function
def best_edge(g: Hands, edge: int) -> int:
    """Return the index of the edge with the highest value. In a tie, return the first."""
    best = -1
    for at in range(edge, edge + d.FEW):
        if g.edges[at] and (best < 0 or g.values[g.edges[at]] > g.values[g.edges[best]]):
            best = at
    return best


@engine_function
def edge_of_code(g: Hands, question: int, edge: int, code: int) -> int:
    """Return the index of the edge that ``code`` chooses.

    This is the edge for its first legal action. If none of its actions is legal, it is the edge for hit,
    stand, or any other action.
    """
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
    """Make the decision at a node in the given ``way``."""
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
    """Find the value of every node. ``way`` says how decisions are made."""
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
    """Play each hand from a split like the same hand before the split, as far as this is legal."""
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
    """Find the probability of reaching each node, given the probabilities of the first nodes.

    If ``is_open``, all answers are followed.
    """
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
    """Add up how often each end of a player's hand meets each final dealer hand."""
    head, vertices = g.head, g.vertices
    finals = head[d.FINALS]
    for node in range(1, head[d.NODES]):
        at = vertices[node * d.NODE_SIZE + d.RULE] * head[d.RULE_SIZE]
        if g.rules[at + d.KIND] == d.END and g.chances[node] != 0:
            hand = g.combined[vertices[node * d.NODE_SIZE + d.SLOT]]
            first, row = hand * (finals + 1), g.rules[at + d.ROW]
            for i in range(finals):
                g.met[row * finals + i] += g.chances[node] * g.finals[first + i]


@engine_function
def weigh_codes(g: Hands, codes: int) -> None:
    """Add the probability of each decision to its cell, along with the value of each code."""
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
    """Handle the request ``wanted`` from a driver, with the numbers ``first`` and ``second``."""
    if wanted == d.GROW:
        return grow(g, first, second)
    if wanted == d.HOLD:
        return d.FULL if lacks_hands(g) else hand_with(g, first, second)
    if wanted == d.DRAW:
        return draw(g, first, second)
    if wanted == d.VALUE:
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
