"""Evaluates charts, and every possible change to a chart, using the nodes found by a search.

A chart has a cell for each row and upcard, which contains the number of a code. No hand is played here: one
pass over the nodes finds their values, and another finds the probability of reaching them.
"""

from __future__ import annotations

from bj.catalogue import actions as a

from ..layout import program as p
from ..layout import search_layout as w
from ..layout.plain_or_compiled import Ints, Weights, engine_function, inlined_function

INSURANCE_ROW = p.VALUES + p.RANKS
CELLS = (INSURANCE_ROW + 1) * p.RANKS
NO_CODE = -1  # in a cell: take the best answer

CODE_SIZE = 2 + max(len(play.actions) for play in a.PLAYS.values())  # its actions, then hit and stand
ACTIONS_END = -1

PLAYS = 2  # the code for the first play; codes 0 and 1 answer an offer of insurance

# requests from a driver
ORDER = 0  # given a root and the number of nodes in the order, returns the new number
VALUE = 1  # given the number of nodes and a payoff
SPREAD = 2  # given the number of nodes
WEIGH = 3  # given the number of nodes and the number of codes


@inlined_function
def cell_of(nodes: Ints, node: int) -> int:
    """Return the cell that contains the play for a decision."""
    decision = node + w.DECISION_OF_NODE
    row = nodes[decision + w.CHART_ROW]
    if nodes[decision + w.QUESTION] == p.ASK_INSURANCE:
        row = INSURANCE_ROW
    return row * p.RANKS + nodes[decision + w.UPCARD]


@engine_function
def order_nodes(weights: Weights, root: int, count: int) -> int:
    """Append the node ``root`` and all its successors to the order. Return how many nodes the order now has.

    Every node comes after its own successors.
    """
    nodes, order, stack = weights.nodes, weights.order, weights.stack
    if nodes[root + w.NODE_PLACE]:
        return count
    depth = 0
    stack[0], stack[1] = root, nodes[root + w.NODE_EDGE]
    while depth >= 0:
        edge = stack[2 * depth + 1]
        if edge:
            stack[2 * depth + 1] = nodes[edge + w.EDGE_NEXT]
            to = nodes[edge + w.EDGE_TO]
            if nodes[to + w.NODE_PLACE] == 0:
                depth += 1
                stack[2 * depth], stack[2 * depth + 1] = to, nodes[to + w.NODE_EDGE]
        else:
            node = stack[2 * depth]
            order[count] = node
            count += 1
            nodes[node + w.NODE_PLACE] = count
            depth -= 1
    return count


@engine_function
def answer_of(weights: Weights, node: int, code: int) -> int:
    """Return the edge that a code chooses.

    This is the edge for its first legal action. If none of its actions is legal, it is the edge for hit,
    stand, or any other action.
    """
    nodes = weights.nodes
    question = nodes[node + w.DECISION_OF_NODE + w.QUESTION]
    wanted = 1 - code
    if question == p.ASK_SURRENDER:
        wanted = 1 if weights.codes[code * CODE_SIZE] == a.SURRENDER else 0
    found = 0
    best = CODE_SIZE
    edge = nodes[node + w.NODE_EDGE]
    while edge:
        answer = nodes[edge + w.EDGE_SHARE]
        if question == p.ASK_ACTION:
            place = 0
            while place < best and weights.codes[code * CODE_SIZE + place] != answer:
                place += 1
            if place < best:
                best = place
                found = edge
        elif answer == wanted:
            found = edge
        if found == 0:
            found = edge
        edge = nodes[edge + w.EDGE_NEXT]
    return found


@inlined_function
def value_of(weights: Weights, edge: int) -> float:
    """Return the value of the answer that ``edge`` represents."""
    nodes = weights.nodes
    return weights.values[nodes[nodes[edge + w.EDGE_TO] + w.NODE_PLACE]]


@engine_function
def best_answer(weights: Weights, node: int) -> float:
    """Return the value of the best answer."""
    nodes = weights.nodes
    most = 0.0
    is_first = True
    edge = nodes[node + w.NODE_EDGE]
    while edge:
        value = value_of(weights, edge)
        if is_first or value > most:
            most = value
            is_first = False
        edge = nodes[edge + w.EDGE_NEXT]
    return most


@engine_function
def value_nodes(weights: Weights, count: int, payoff: int) -> None:
    """Find the value of each of the first ``count`` nodes for a ``payoff``, if the chart is followed."""
    nodes, values, found = weights.nodes, weights.values, weights.found
    for place in range(1, count + 1):
        node = weights.order[place - 1]
        if nodes[node + w.NODE_KIND] == w.DECISION:
            code = weights.chart[cell_of(nodes, node)]
            if code == NO_CODE:
                values[place] = best_answer(weights, node)
            else:
                values[place] = value_of(weights, answer_of(weights, node, code))
        else:
            value = found[nodes[node + w.NODE_VALUES] + payoff]
            edge = nodes[node + w.NODE_EDGE]
            while edge:
                to = nodes[nodes[edge + w.EDGE_TO] + w.NODE_PLACE]
                value += found[nodes[edge + w.EDGE_SHARE]] * values[to]
                edge = nodes[edge + w.EDGE_NEXT]
            values[place] = value


@engine_function
def spread_chances(weights: Weights, count: int) -> None:
    """Find the probability of reaching each node if the chart is followed, given those of the first nodes.

    In cells without a code, all answers are followed.
    """
    nodes, chances = weights.nodes, weights.chances
    for place in range(count, 0, -1):
        node = weights.order[place - 1]
        edge = nodes[node + w.NODE_EDGE]
        chance = chances[place]
        if nodes[node + w.NODE_KIND] != w.DECISION:
            while edge:
                to = nodes[nodes[edge + w.EDGE_TO] + w.NODE_PLACE]
                chances[to] += chance * weights.found[nodes[edge + w.EDGE_SHARE]]
                edge = nodes[edge + w.EDGE_NEXT]
        else:
            code = weights.chart[cell_of(nodes, node)]
            chosen = 0 if code == NO_CODE else answer_of(weights, node, code)
            while edge:
                if chosen in (0, edge):
                    chances[nodes[nodes[edge + w.EDGE_TO] + w.NODE_PLACE]] += chance
                edge = nodes[edge + w.EDGE_NEXT]


@engine_function
def weigh_codes(weights: Weights, count: int, codes: int) -> None:
    """Add the probability of each decision to its cell, along with the value of each code.

    The row for a cell has the probability, and then a number for every code.
    """
    nodes = weights.nodes
    for place in range(1, count + 1):
        node = weights.order[place - 1]
        if nodes[node + w.NODE_KIND] == w.DECISION:
            cell = cell_of(nodes, node)
            chance = weights.chances[place]
            row = cell * (1 + codes)
            weights.sample[cell] = node
            weights.worths[row] += chance
            if chance > 0:
                is_offer = nodes[node + w.DECISION_OF_NODE + w.QUESTION] == p.ASK_INSURANCE
                for code in range(0 if is_offer else PLAYS, PLAYS if is_offer else codes):
                    worth = chance * value_of(weights, answer_of(weights, node, code))
                    weights.worths[row + 1 + code] += worth


@engine_function
def weigh(weights: Weights, wanted: int, first: int, second: int) -> int:
    """Handle the request ``wanted`` from a driver, with the numbers ``first`` and ``second``."""
    if wanted == ORDER:
        return order_nodes(weights, first, second)
    if wanted == VALUE:
        value_nodes(weights, first, second)
    elif wanted == SPREAD:
        spread_chances(weights, first)
    else:
        weigh_codes(weights, first, second)
    return first
