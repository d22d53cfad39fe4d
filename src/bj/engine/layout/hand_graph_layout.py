"""The layout of a hand graph: all hands of one player against one dealer, by their cards.

A *rule* lists the possible events of hands that the engine does not distinguish. A *node* is a rule with the
cards of a hand. The rules and the dealer's draws are found once, by driving the engine; after that, the
search only counts cards.
"""

from __future__ import annotations

from bj.catalogue.actions import MOST as MOST_ACTIONS
from bj.catalogue.layout import Layout
from bj.catalogue.limits import MOST_HELD, MOST_SPLIT

# --- the head ----------------------------------------------------------------------------------------------

_head = Layout()
CLASSES = _head.field()  # how many classes of cards there are
RULES = _head.field()  # how many rules there are, with the unused one at 0
RULE_SIZE = _head.field()  # the size of a rule
FINALS = _head.field()  # how many kinds of final hands of the dealer are distinguished
DRAWS = _head.field()  # how many nodes the dealer's draws have
NEXT_CARDS = _head.field()  # how many next cards these have
ENDS = _head.field()  # how many ends these have
HIDDEN_DRAWS = (
    _head.field()
)  # how many of the draws, the first ones, lead to final hands of hidden cards alone
HIDDEN_NEXT_CARDS = _head.field()  # how many next cards these have, the first ones
HIDDEN_ENDS = _head.field()  # how many ends these have, the first ones
COMMON = _head.field()  # the final hand that is not in the draws: its chance is what the others leave
JOINS = _head.field()  # 1 if cards of different classes count alike
IS_ENDLESS = _head.field()  # 1 for an infinite shoe: the cards of hands make no difference
NODES = _head.field()  # how many nodes there are, with the unused one at 0
SLOTS = _head.field()  # how many different hands have nodes
EDGES = _head.field()  # the first free place of the edges
MOST_NODES = _head.field()  # for how many nodes there is room
MOST_EDGES = _head.field()
HEAD_SIZE = _head.size

# --- rules: what can happen to a hand ----------------------------------------------------------------------

_rule = Layout()
KIND = _rule.field()  # one of the kinds below
CELL = _rule.field()  # of a decision, the cell of a chart that says what is done
QUESTION = _rule.field()  # of a decision, what is decided
ROW = _rule.field()  # of an end, its row of payoffs; of a decision, the row of what is known of the dealer
IS_FLAT = _rule.field()  # of an end or a decision, 1 if the dealer's draws make no difference to its row
IS_JOINED = _rule.field()  # 1 if cards that count alike are one class from now on
TWIN = _rule.field()  # of a hand from a split, the rule of the same hand before the split, or 0
NEXT = _rule.size  # the rule after each card or answer, or 0

END = 0  # only the dealer plays
CARD = 1  # the player gets a card
DECISION = 2
FORK = 3  # it depends on the dealer's hidden cards which of some rules comes next
SPLIT = 4  # the hand is split; its value comes from other graphs

FEW = MOST_ACTIONS + 1  # rules after a decision or a fork, at most

# --- hands -------------------------------------------------------------------------------------------------

HANDS = 0  # in place of the unused hand at 0: how many hands there are, with this one
MOST_HANDS = 1  # and for how many there is room

NUMBER = 0  # of cards; after it come the cards of each class, and the hand with one more card of each class
HAND_HEAD = 1
NO_CARDS = 1  # the hand without cards

# --- nodes -------------------------------------------------------------------------------------------------

_node = Layout()
RULE = _node.field()
HAND = _node.field()
EDGE = _node.field()  # the place of its first edge
CHOICE = _node.field()  # of a decision, the place of the edge that is taken
ALIKE = _node.field()  # the node before it with the same hand, or 0
SLOT = _node.field()  # the number of the hand among those of this graph
NODE_SIZE = _node.size

# --- the dealer's draws: the cards of final hands in ascending order, as a tree, after the first node -------

_draw = Layout()
DRAW_BEFORE = _draw.field()  # the node with one card less
DRAW_NEXT = _draw.field()  # the number of the next card among those below
DRAW_NUMBER = _draw.field()  # the cards before it
DRAW_SIZE = _draw.size

MOST_DRAWN = MOST_HELD + 1  # cards that the dealer may draw
MOST_GONE = MOST_HELD + 2 * MOST_SPLIT + MOST_DRAWN  # cards of a hand, of the hands from its split, and drawn

NEXT_CLASS = 0  # the next cards of draws: the class,
NEXT_COPIES = 1  # and the cards of this class before it
NEXT_SIZE = 2

END_NODE = 0
END_FINAL = 1  # the kind of the final hand
END_ORDERS = 2  # in how many orders the dealer draws its cards
END_SIZE = 3

# --- frames of the growing graph ---------------------------------------------------------------------------

_frame = Layout()
FRAME_RULE = _frame.field()
FRAME_HAND = _frame.field()
FRAME_EDGE = _frame.field()
FRAME_STEP = _frame.field()
FRAME_SIZE = _frame.size

BRIEFLY = 1.0  # chances of final hands: known as far as hands need them that are over
FULLY = 2.0

MOST_FRAMES = 400
NEW_HANDS = MOST_HELD * (MOST_HELD + 1) // 2 + 2 * MOST_SPLIT * MOST_GONE  # found by one step, at most
FULL = -1  # a sequence needs more room
TOO_DEEP = -2  # a hand takes cards without end

# --- how decisions are made --------------------------------------------------------------------------------

BEST = 0  # by the highest value
KEEP = 1  # as before
BY_CHART = 2  # by a chart; where it has no code, by the highest value

# --- what a driver wants -----------------------------------------------------------------------------------

GROW = 0  # the node of a rule and a hand
DRAW = 1  # the chances of the dealer's final hands without the cards of a hand, for all nodes or for one
VALUE = 2  # the value of every node, with one of the ways to decide
FOLLOW = 3  # let decisions be made as before the split, by the values of another graph
SPREAD = 4  # the chance of every node, from those of the first ones; with 1, for every answer
MEET = 5  # how often each end meets each final hand
WEIGH = 6  # the value of every code in every cell of a chart
HOLD = 7  # a hand with one more card of a class; FULL when there is no room for it
