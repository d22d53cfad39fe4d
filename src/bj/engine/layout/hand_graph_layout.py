"""The layout of a hand graph, which contains all hands that one player can have against one dealer.

A *rule* lists the possible next events for hands that the engine treats alike. A *node* is a rule together
with the cards in a hand. The rules and the cards that the dealer can draw are found once, by running the
engine. After that, the search only counts cards.
"""

from __future__ import annotations

from bj.catalogue.actions import MOST as MOST_ACTIONS
from bj.catalogue.layout import Layout
from bj.catalogue.limits import MOST_HELD, MOST_SPLIT

# --- the header --------------------------------------------------------------------------------------------

_head = Layout()
CLASSES = _head.field()  # the number of classes of cards
RULES = _head.field()  # the number of rules, including rule 0, which is unused
RULE_SIZE = _head.field()  # the number of integers in a rule
FINALS = _head.field()  # the number of kinds of final hand that the dealer can have
DRAWS = _head.field()  # the number of nodes in the tree of the dealer's draws
NEXT_CARDS = _head.field()  # the number of different next cards in this tree
ENDS = _head.field()  # the number of ends in this tree
HIDDEN_DRAWS = _head.field()  # the number of nodes for final hands with only hidden cards, which come first
HIDDEN_NEXT_CARDS = _head.field()  # the number of next cards in these nodes, which come first
HIDDEN_ENDS = _head.field()  # the number of ends in these nodes, which come first
COMMON = _head.field()  # the kind of final hand that is not in the tree; it has the remaining probability
JOINS = _head.field()  # 1 if cards in different classes have equal values
IS_ENDLESS = _head.field()  # 1 for an infinite shoe, in which the cards in hands make no difference
NODES = _head.field()  # the number of nodes, including node 0, which is unused
SLOTS = _head.field()  # the number of distinct hands among the nodes
EDGES = _head.field()  # the next free index in the edges
MOST_NODES = _head.field()  # the number of nodes for which there is space
MOST_EDGES = _head.field()
HEAD_SIZE = _head.size

# --- rules: what can happen to a hand ----------------------------------------------------------------------

_rule = Layout()
KIND = _rule.field()  # one of the kinds below
CELL = _rule.field()  # for a decision, its cell in a chart
QUESTION = _rule.field()  # for a decision, the question
ROW = _rule.field()  # for an end, its row of payoffs; for a decision, the row for what the player knows
IS_FLAT = _rule.field()  # for an end or a decision, 1 if its row does not depend on what the dealer draws
IS_JOINED = _rule.field()  # 1 if cards with equal values are in the same class from now on
TWIN = _rule.field()  # for a hand from a split, the rule for the same hand before the split, or 0
NEXT = _rule.size  # the rule that follows each card or answer, or 0

END = 0  # only the dealer still has to play
CARD = 1  # the player is dealt a card
DECISION = 2
FORK = 3  # the dealer's hidden cards decide which rule follows
SPLIT = 4  # the hand is split, and its value comes from other graphs

FEW = MOST_ACTIONS + 1  # the maximum number of rules that can follow a decision or a fork

# --- hands -------------------------------------------------------------------------------------------------

HANDS = 0  # in place of hand 0, which is unused: the number of hands, including this one
MOST_HANDS = 1  # in place of hand 0, which is unused: the number of hands for which there is space

NUMBER = 0  # the number of cards, followed by those in each class, and the hand with one more of each class
HAND_HEAD = 1
NO_CARDS = 1  # the hand that has no cards

# --- nodes -------------------------------------------------------------------------------------------------

_node = Layout()
RULE = _node.field()
HAND = _node.field()
EDGE = _node.field()  # the index of the first edge
CHOICE = _node.field()  # for a decision, the index of the edge that was chosen
ALIKE = _node.field()  # the previous node for the same hand, or 0
SLOT = _node.field()  # the number of the hand among the hands in this graph
NODE_SIZE = _node.size

# --- the dealer's draws: the cards of final hands in ascending order, as a tree, after the first node -------

_draw = Layout()
DRAW_BEFORE = _draw.field()  # the node with one card fewer
DRAW_NEXT = _draw.field()  # the index of the last card in the list of next cards
DRAW_NUMBER = _draw.field()  # the number of cards before it
DRAW_SIZE = _draw.size

MOST_DRAWN = MOST_HELD + 1  # the maximum number of cards that the dealer can draw
MOST_GONE = MOST_HELD + 2 * MOST_SPLIT + MOST_DRAWN  # cards in a hand, in hands split from it, and drawn

NEXT_CLASS = 0  # the class of the card
NEXT_COPIES = 1  # how many cards of this class come before it
NEXT_SIZE = 2

END_NODE = 0
END_FINAL = 1  # the kind of final hand
END_ORDERS = 2  # the number of orders in which the dealer can draw these cards
END_SIZE = 3

# --- frames of the growing graph ---------------------------------------------------------------------------

_frame = Layout()
FRAME_RULE = _frame.field()
FRAME_HAND = _frame.field()
FRAME_EDGE = _frame.field()
FRAME_STEP = _frame.field()
FRAME_SIZE = _frame.size

BRIEFLY = 1.0  # the probabilities of final hands are accurate enough for hands that are over
FULLY = 2.0

MOST_FRAMES = 400
NEW_HANDS = MOST_HELD * (MOST_HELD + 1) // 2 + 2 * MOST_SPLIT * MOST_GONE  # the most that one step can find
FULL = -1  # a sequence needs more space
TOO_DEEP = -2  # a hand could go on drawing cards forever

# --- how decisions are made --------------------------------------------------------------------------------

BEST = 0  # take the answer with the highest value
KEEP = 1  # keep earlier decisions
BY_CHART = 2  # follow a chart or, in cells without a code, take the answer with the highest value

# --- the requests of a driver ------------------------------------------------------------------------------

GROW = 0  # find or add the node for a rule and a hand
DRAW = 1  # find the probability of each final dealer hand, for all nodes or for one
VALUE = 2  # find the value of every node, with decisions made in one of the ways above
FOLLOW = 3  # decide as before the split, according to the values in another graph
SPREAD = 4  # find the probability of reaching each node from the first nodes; 1 to follow every answer
MEET = 5  # find how often each end meets each final dealer hand
WEIGH = 6  # find the value of every code in every cell of a chart
HOLD = 7  # find or add the hand with one more card of a class, or return FULL
