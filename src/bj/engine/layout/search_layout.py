"""The layout of the sequences of a search.

Four sequences grow. The work is a stack of frames and of possible tables. The situations are tables without
the cards left, with everything that follows from each. The nodes are chances and decisions. The values are
probabilities and the average results of hands.
"""

from __future__ import annotations

from bj.cards import MOST_CARDS
from bj.catalogue.layout import BITS, Layout, fit
from bj.catalogue.limits import MOST_HELD

from . import program as p

# --- the head of the work --------------------------------------------------------------------------------

_head = Layout()
TOP = _head.field()  # the first free place of the work
NEXT_SITUATION = _head.field()  # the first free place of the situations
NEXT_NODE = _head.field()  # the first free place of the nodes
NEXT_VALUE = _head.field()  # the first free place of the values
SIZES = _head.field(4)  # the lengths of these four sequences, in the same order
FRAME = _head.field()  # the current frame, or 0
DEPTH = _head.field()  # the number of frames
CALLS = _head.field()  # cards and decisions left until the search pauses
WORKED = _head.field()  # units of work since the last pause, see budget.py
FINISHED = _head.field()  # the number of finished nodes
FOUND = _head.field()  # the resulting node at the end of the search
PLAYED = _head.field()  # the number of frames about players' hands, not only the dealer's
CHOOSES = _head.field()  # 1 to take the best action, 0 to leave decisions open
KEPT = _head.field()  # the number of nodes in the memo
LAST_KEPT = _head.field()  # the last node in the memo, or 0
OBSERVER = _head.field()  # the block of the person who decides and sees no face-down cards, or 0
ENDLESS = _head.field()  # 1 for an infinite shoe
DEAD_HAND = _head.field()  # the block of a hand that sits out, in place of others
ALL_CARDS = _head.field()  # 1 while the first cards are dealt: every card of every hand matters
READS_DEALER = _head.field()  # 1 if rules read the dealer's cards beyond their count
LOOKS = _head.field(6 * p.VALUES)  # the rows below, for dealt hands and then for hands from splits
READS_FIRST = _head.field(2)  # 1 if rules read the first card, for dealt hands and then for hands from splits
READS_LAST = _head.field()  # 1 if rules read the last card
READS_PAIR = _head.field()  # 1 if rules read whether two cards are a pair
READS_ORDER = _head.field()  # 1 if it matters which card of a split pair is played first
READS_CLOSED = _head.field()  # 1 if rules read hands after their turn
READS_INITIAL = _head.field()  # 1 if the wager before any doubling still matters
JOINS = _head.field()  # 1 to join classes of equal value once no rule reads individual cards any more
READS_LEFT = _head.field()  # 1 if rules read the number of cards left
MANY = _head.field()  # the number of cards beyond which only the total matters
CLASSES = _head.field()  # the number of classes of cards. The cards of a class are indistinguishable
CARD_OF = _head.field(MOST_CARDS)  # a card of each class
CLASS_OF = _head.field(MOST_CARDS)  # the class of each card
FIRST_OF = _head.field(MOST_CARDS)  # for each class, the number by which rules distinguish the first card
ALIKE = _head.field(MOST_CARDS)  # for each class, the first class of equal value, in charts too
LISTED = _head.field()  # the maximum number of players' hands
PERSONS_END = _head.field()  # the end of the persons in a table, where the hands begin
HANDS_END = _head.field()
ROW = _head.field()  # the maximum number of results that a situation has
SITUATION = _head.field()  # the maximum size of a situation
MEMBER = _head.field()  # the size of a table of a frame
ROOM = _head.field()  # the most numbers that a step adds to a sequence, apart from tables
PAYOFFS = _head.field()  # the number of payoffs of a settled hand
AIM = _head.field()  # the payoff to maximise
TALLY = _head.field()  # the index of the first person's tally
TALLY_END = _head.field()
PAYOFF = _head.size  # after the head, the index of each payoff in the table, negated for its square

# --- rows of what rules read: numbers of cards, as bits, for every value of a hand --------------------------

OPEN = 0  # hands whose individual cards rules read, now or later
CLOSED = 1  # hands whose individual cards rules read after the turn
NUMBER = 2  # hands that, after the turn, rules distinguish from hands with one card fewer
LOOKS_ROWS = 3

# --- situations: tables without the cards left --------------------------------------------------------------

_situation = Layout()
KIND = _situation.field()  # what follows: one of the kinds of frames below
STRANGE = _situation.field()  # 1 if a person other than the observer decides
HIDDEN = _situation.field()  # 1 if the observer does not see the next card
DEALERS = _situation.field()  # 1 if the next card is the dealer's
JOINED = _situation.field()  # 1 if cards of equal value share a class from now on
HANDS_BEFORE = _situation.field()  # the number of hands that have had their turn
LEGAL = _situation.field()  # the bits of the legal actions
STEP_PLAYED = _situation.field()  # the current step
HANDS_HELD = _situation.field()  # the number of players' hands
_decision = Layout()
QUESTION = _decision.field()  # the question
CHART_ROW = _decision.field()  # the row of a chart: the value, or after all values the rank of the pair
HAND_VALUE = _decision.field()  # the value of the hand
UPCARD = _decision.field()
DECISION_SIZE = _decision.size
DECISION_OF_SITUATION = _situation.field(DECISION_SIZE)
TURNS = _situation.size  # the result of each card, action or hand, or 0 while unknown. The table follows

_turn = Layout()
STATUS = _turn.field()  # the status of the engine
NEXT = _turn.field()  # the next situation
SEEN = _turn.field(2)  # the identity of what the observer has seen. At the end: the dealer's class and value
BEHIND = _turn.size  # the number of payoffs that are not 0. They follow, each after its index

# --- tables of a frame: a situation with the cards left -----------------------------------------------------

_member = Layout()
WEIGHT = _member.field()  # the number of cases with this table
PART = _member.field(2)  # the identity of what the observer has seen. Tables of one part look alike
KNOWN_BY = _member.field(2)  # the identity of the table. Tables of equal identity continue alike
IS_IN = _member.field()  # the situation
COUNTS = _member.size  # the cards left of each class

# --- frames ------------------------------------------------------------------------------------------------

_frame = Layout()
FRAME_KIND = _frame.field()
PARENT = _frame.field()
NODE = _frame.field()  # the node of the frame
IDENTITY = _frame.field(2)  # the identity of the node in the memo. The first word is -1 if it has none
SHARE = _frame.field()  # the index of the frame's probability in the values
MEMBERS = _frame.field()  # the number of tables that the observer cannot distinguish
FIRST_MEMBER = _frame.field()  # the index of a list of the places of these tables
TOTAL = _frame.field()  # the sum of the weights of these tables, times the number of cards left
STEP = _frame.field()  # the next class of cards or action
STEPS = _frame.field()  # the end of the classes or actions
AGENDA = _frame.field()  # the index of the place of the next table to continue from
AGENDA_END = _frame.field()
FREE = _frame.field()  # the first free place after the frame
ENDS = _frame.field()  # the number of tables at the end of the hand
PLAYED_BEFORE = _frame.field()  # PLAYED at the start of the frame
KEPT_BEFORE = _frame.field()  # KEPT at the start of the frame
LAST_BEFORE = _frame.field()  # LAST_KEPT at the start of the frame
FRAME_SIZE = _frame.size

AFTER = 0  # tables to continue from, and nothing else
CARD = 1  # the next event is a card
DECISION = 2

# --- nodes --------------------------------------------------------------------------------------------------

_node = Layout()
NODE_KIND = _node.field()
NODE_OPEN = _node.field()  # 1 if decisions are left open
NODE_EDGE = _node.field()  # the first edge, or 0
NODE_VALUES = _node.field()  # the payoffs of its ends, in the values
NODE_IDENTITY = _node.field(2)  # the identity in the memo
NODE_BEFORE = _node.field()  # the previous node in the memo
NODE_PLACE = _node.field()  # the place in the order when charts are evaluated, or 0
NODE_SIZE = _node.size
DECISION_OF_NODE = _node.field(DECISION_SIZE)  # for a decision, the same fields as in its situation
DECISION_NODE_SIZE = _node.size

_edge = Layout()
EDGE_TO = _edge.field()
EDGE_NEXT = _edge.field()  # the next edge of the node, or 0
EDGE_SHARE = _edge.field()  # the index of the edge's probability in the values or, for a decision, the action
EDGE_SIZE = _edge.size

# --- statuses of a call of the search, in addition to those of the engine -----------------------------------

FULL = 64  # one of the sequences needs more room
TOO_DEEP = 65  # a hand takes too many cards for the search
STRANGER = 66  # a person other than the observer decides
MIXED = 67  # cards were shuffled in the middle of a hand
TOO_MANY_DOWN = 68  # the dealer has too many face-down cards for one number

# --- requests of a driver ---------------------------------------------------------------------------------

ENTER = 0  # find the situation of the table
LOAD = 1  # restore the table of a situation
TURN = 2  # the index of the result of a card or an answer in a situation, or a negated status
BEGIN = 3  # begin with a number of tables, whose places are in the work
EXPLORE = 4  # search until everything is known
ALONE = 5  # the situation of one hand from a split, without the others
HIDE = 6  # the situation with a different hidden card of the dealer
DEAL = 7  # the results of all cards in a situation, whose indices the situation then holds, or 0

MOST_FRAMES = 250
MOST_CLOSED = 1 << 10  # nodes of only the dealer's hand that the memo keeps below another such node

fit(MOST_HELD, BITS)  # the numbers of cards of LOOKS, as bits
