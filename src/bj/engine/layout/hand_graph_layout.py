"""The layout of a hand graph: all hands of one player against one dealer, by their cards.

A *rule* lists the possible events of hands that the engine does not distinguish. A *node* is a rule with the
cards of a hand. The rules and the dealer's draws are found once, by driving the engine. After that, the
search only counts cards.
"""

from __future__ import annotations

from bj.catalogue.actions import MOST as MOST_ACTIONS
from bj.catalogue.layout import Layout
from bj.catalogue.limits import MOST_HELD, MOST_SPLIT

# --- the head ----------------------------------------------------------------------------------------------

_head = Layout()
CLASSES = _head.field()  # the number of classes of cards
RULES = _head.field()  # the number of rules, including the unused rule 0
RULE_SIZE = _head.field()  # the size of a rule
FINALS = _head.field()  # the number of kinds of the dealer's final hands
DRAWS = _head.field()  # the number of nodes of the dealer's draws
NEXT_CARDS = _head.field()  # the number of next cards of these nodes
ENDS = _head.field()  # the number of ends of these nodes
HIDDEN_DRAWS = _head.field()  # the number of nodes for final hands of only hidden cards, which come first
HIDDEN_NEXT_CARDS = _head.field()  # the number of next cards of these draws, which come first
HIDDEN_ENDS = _head.field()  # the number of ends of these draws, which come first
COMMON = _head.field()  # the final hand that is not in the draws. Its chance is what the others leave
JOINS = _head.field()  # 1 if cards of different classes have equal values
IS_ENDLESS = _head.field()  # 1 for an infinite shoe, where the cards of hands make no difference
NODES = _head.field()  # the number of nodes, including the unused node 0
SLOTS = _head.field()  # the number of distinct hands that have nodes
EDGES = _head.field()  # the first free index of the edges
MOST_NODES = _head.field()  # the number of nodes that there is room for
MOST_EDGES = _head.field()
HEAD_SIZE = _head.size

# --- rules: what can happen to a hand ----------------------------------------------------------------------

_rule = Layout()
KIND = _rule.field()  # one of the kinds below
CELL = _rule.field()  # for a decision, the cell of a chart that holds it
QUESTION = _rule.field()  # for a decision, its question
ROW = _rule.field()  # for an end, its row of payoffs. For a decision, the row of what is known of the dealer
IS_FLAT = _rule.field()  # for an end or a decision, 1 if the dealer's draws make no difference to its row
IS_JOINED = _rule.field()  # 1 if cards of equal value share a class from now on
TWIN = _rule.field()  # for a hand from a split, the rule of the same hand before the split, or 0
NEXT = _rule.size  # the rule after each card or answer, or 0

END = 0  # only the dealer plays
CARD = 1  # the player gets a card
DECISION = 2
FORK = 3  # the dealer's hidden cards decide which of several rules comes next
SPLIT = 4  # the hand is split. Its value comes from other graphs

FEW = MOST_ACTIONS + 1  # the maximum number of rules after a decision or a fork

# --- hands -------------------------------------------------------------------------------------------------

HANDS = 0  # in place of the unused hand 0: the number of hands, including this one
MOST_HANDS = 1  # in place of the unused hand 0: the number of hands that there is room for

NUMBER = 0  # of cards. The cards of each class follow, then the hand with one more card of each class
HAND_HEAD = 1
NO_CARDS = 1  # the hand without cards

# --- nodes -------------------------------------------------------------------------------------------------

_node = Layout()
RULE = _node.field()
HAND = _node.field()
EDGE = _node.field()  # the index of the first edge
CHOICE = _node.field()  # for a decision, the index of the edge that is taken
ALIKE = _node.field()  # the previous node with the same hand, or 0
SLOT = _node.field()  # the number of the hand among the hands of this graph
NODE_SIZE = _node.size

# --- the dealer's draws: the cards of final hands in ascending order, as a tree, after the first node -------

_draw = Layout()
DRAW_BEFORE = _draw.field()  # the node with one card fewer
DRAW_NEXT = _draw.field()  # the number of the next card in the list of next cards
DRAW_NUMBER = _draw.field()  # the number of cards before it
DRAW_SIZE = _draw.size

MOST_DRAWN = MOST_HELD + 1  # the maximum number of cards that the dealer draws
MOST_GONE = MOST_HELD + 2 * MOST_SPLIT + MOST_DRAWN  # cards of a hand, of the hands from its split, and drawn

NEXT_CLASS = 0  # the class of a next card
NEXT_COPIES = 1  # the number of cards of this class before it
NEXT_SIZE = 2

END_NODE = 0
END_FINAL = 1  # the kind of the final hand
END_ORDERS = 2  # the number of orders in which the dealer can draw the cards
END_SIZE = 3

# --- frames of the growing graph ---------------------------------------------------------------------------

_frame = Layout()
FRAME_RULE = _frame.field()
FRAME_HAND = _frame.field()
FRAME_EDGE = _frame.field()
FRAME_STEP = _frame.field()
FRAME_SIZE = _frame.size

BRIEFLY = 1.0  # the chances of final hands are known as far as finished hands need them
FULLY = 2.0

MOST_FRAMES = 400
NEW_HANDS = MOST_HELD * (MOST_HELD + 1) // 2 + 2 * MOST_SPLIT * MOST_GONE  # the most that one step finds
FULL = -1  # a sequence needs more room
TOO_DEEP = -2  # a hand takes cards without end

# --- how decisions are made --------------------------------------------------------------------------------

BEST = 0  # by the highest value
KEEP = 1  # as before
BY_CHART = 2  # by a chart or, in cells without a code, by the highest value

# --- the requests of a driver ------------------------------------------------------------------------------

GROW = 0  # find the node of a rule and a hand, or add it
DRAW = 1  # the chances of the dealer's final hands without the cards of a hand, for all nodes or one
VALUE = 2  # the value of every node, with one of the ways to decide
FOLLOW = 3  # decide as before the split, by the values of another graph
SPREAD = 4  # the chance of every node from those of the first nodes. With 1, every answer is followed
MEET = 5  # how often each end meets each final hand
WEIGH = 6  # the value of every code in every cell of a chart
HOLD = 7  # find or add the hand with one more card of a class, or return FULL
