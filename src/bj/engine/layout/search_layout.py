"""The layout of the sequences in a search.

Four of them grow. The work is a stack of frames and possible tables. The situations are tables, without the
cards left in the shoe, along with what follows from each. The nodes are chance events and decisions. The
values are probabilities and the average results of hands.
"""

from __future__ import annotations

from bj.cards import MOST_CARDS
from bj.catalogue.layout import BITS, Layout, fit
from bj.catalogue.limits import MOST_HELD

from . import program as p

# --- the header of the work ------------------------------------------------------------------------------

_head = Layout()
TOP = _head.field()  # the first free index in the work
NEXT_SITUATION = _head.field()  # the first free index in the situations
NEXT_NODE = _head.field()  # the first free index in the nodes
NEXT_VALUE = _head.field()  # the first free index in the values
SIZES = _head.field(4)  # the lengths of these four sequences, in the same order
FRAME = _head.field()  # the current frame, or 0
DEPTH = _head.field()  # the number of frames
CALLS = _head.field()  # how many cards and decisions to play before the search pauses
WORKED = _head.field()  # units of work since the last pause (see work_per_hand.py)
FINISHED = _head.field()  # the number of finished nodes
FOUND = _head.field()  # the resulting node, once the search is over
PLAYED = _head.field()  # the number of frames that involve players' hands, not just the dealer's
CHOOSES = _head.field()  # 1 to take the best action, 0 to leave decisions open
KEPT = _head.field()  # the number of nodes in the memo
LAST_KEPT = _head.field()  # the last node in the memo, or 0
OBSERVER = _head.field()  # the block of the person who decides and sees no face-down cards, or 0
ENDLESS = _head.field()  # 1 for an infinite shoe
DEAD_HAND = _head.field()  # the block of a hand that sits out, and takes the place of omitted hands
ALL_CARDS = _head.field()  # 1 during the deal, when every card in every hand matters
READS_DEALER = _head.field()  # 1 if rules read more about the dealer's cards than their number
LOOKS = _head.field(6 * p.VALUES)  # the rows below, for dealt hands and then for hands from splits
READS_FIRST = _head.field(2)  # 1 if rules read the first card: in dealt hands, then in hands from splits
READS_LAST = _head.field()  # 1 if rules read the last card
READS_PAIR = _head.field()  # 1 if rules read whether two cards are a pair
READS_ORDER = _head.field()  # 1 if it matters which card of a split pair is played first
READS_CLOSED = _head.field()  # 1 if rules read hands after their turn
READS_INITIAL = _head.field()  # 1 if the wager before doubling still matters
JOINS = _head.field()  # 1 to join classes with equal values once no rule reads individual cards
READS_LEFT = _head.field()  # 1 if rules read how many cards are left
MANY = _head.field()  # the number of cards above which only the total matters
CLASSES = _head.field()  # the number of classes; cards in the same class are indistinguishable
CARD_OF = _head.field(MOST_CARDS)  # a card in each class
CLASS_OF = _head.field(MOST_CARDS)  # the class of each card
FIRST_OF = _head.field(MOST_CARDS)  # for each class, the number by which rules distinguish first cards
ALIKE = _head.field(MOST_CARDS)  # for each class, the first class with the same value, in charts too
LISTED = _head.field()  # the maximum number of players' hands
PERSONS_END = _head.field()  # the end of the people in a table, where the hands begin
HANDS_END = _head.field()
ROW = _head.field()  # the maximum number of results for a situation
SITUATION = _head.field()  # the maximum size of a situation
MEMBER = _head.field()  # the size of a table in a frame
ROOM = _head.field()  # how much a step can add to any sequence, apart from tables
PAYOFFS = _head.field()  # the number of payoffs for a settled hand
AIM = _head.field()  # the payoff to maximize
TALLY = _head.field()  # the index of the first person's tally
TALLY_END = _head.field()
PAYOFF = _head.size  # after the head: the index of each payoff in the table, negative for its square

# --- rows of what rules read: numbers of cards, as bits, for every value of a hand --------------------------

OPEN = 0  # hands whose individual cards rules read, now or later
CLOSED = 1  # hands whose individual cards rules read after the turn
NUMBER = 2  # hands that rules distinguish, after the turn, from hands with one card fewer
LOOKS_ROWS = 3

# --- situations: tables without the cards left --------------------------------------------------------------

_situation = Layout()
KIND = _situation.field()  # what comes next: one of the kinds of frames below
STRANGE = _situation.field()  # 1 if someone other than the observer decides
HIDDEN = _situation.field()  # 1 if the observer does not see the next card
DEALERS = _situation.field()  # 1 if the dealer gets the next card
JOINED = _situation.field()  # 1 if cards with equal values are in the same class from now on
HANDS_BEFORE = _situation.field()  # the number of hands that have had their turn
LEGAL = _situation.field()  # a bit mask of the legal actions
STEP_PLAYED = _situation.field()  # the current step
HANDS_HELD = _situation.field()  # the number of players' hands
_decision = Layout()
QUESTION = _decision.field()  # the question
CHART_ROW = _decision.field()  # the row in a chart: that of the value, or, after all values, that of the pair
HAND_VALUE = _decision.field()  # the value of the hand
UPCARD = _decision.field()
DECISION_SIZE = _decision.size
DECISION_OF_SITUATION = _situation.field(DECISION_SIZE)
TURNS = _situation.size  # the result of each card, action or hand, or 0 until it is known; the table follows

_turn = Layout()
STATUS = _turn.field()  # the status of the engine
NEXT = _turn.field()  # the next situation
SEEN = _turn.field(2)  # the identity of what the observer saw or, at the end, the dealer's class and value
BEHIND = _turn.size  # the number of payoffs that are not 0; they follow, each after its index

# --- tables of a frame: a situation with the cards left -----------------------------------------------------

_member = Layout()
WEIGHT = _member.field()  # the number of cases with this table
PART = _member.field(2)  # the identity of what the observer saw; tables in the same part look the same
KNOWN_BY = _member.field(2)  # the identity of the table; tables with the same one continue in the same way
IS_IN = _member.field()  # the situation
COUNTS = _member.size  # the number of cards left in each class

# --- frames ------------------------------------------------------------------------------------------------

_frame = Layout()
FRAME_KIND = _frame.field()
PARENT = _frame.field()
NODE = _frame.field()  # the node for the frame
IDENTITY = _frame.field(2)  # the identity of the node in the memo; the first word is -1 if it has none
SHARE = _frame.field()  # the index of the frame's probability in the values
MEMBERS = _frame.field()  # the number of tables that the observer cannot distinguish
FIRST_MEMBER = _frame.field()  # the index of the list of these tables
TOTAL = _frame.field()  # the sum of the weights of these tables, times the number of cards left
STEP = _frame.field()  # the next class of cards or action
STEPS = _frame.field()  # the end of the classes or actions
AGENDA = _frame.field()  # the index in the list of tables still to be explored
AGENDA_END = _frame.field()
FREE = _frame.field()  # the first free index after the frame
ENDS = _frame.field()  # the number of tables at which the hand ended
PLAYED_BEFORE = _frame.field()  # PLAYED when the frame was created
KEPT_BEFORE = _frame.field()  # KEPT when the frame was created
LAST_BEFORE = _frame.field()  # LAST_KEPT when the frame was created
FRAME_SIZE = _frame.size

AFTER = 0  # there are tables to explore, but nothing else
CARD = 1  # the next event is a card
DECISION = 2

# --- nodes --------------------------------------------------------------------------------------------------

_node = Layout()
NODE_KIND = _node.field()
NODE_OPEN = _node.field()  # 1 if decisions are left open
NODE_EDGE = _node.field()  # the first edge, or 0
NODE_VALUES = _node.field()  # the index in the values of the payoffs of hands that end here
NODE_IDENTITY = _node.field(2)  # the identity in the memo
NODE_BEFORE = _node.field()  # the previous node in the memo
NODE_PLACE = _node.field()  # the place in the order in which charts are evaluated, or 0
NODE_SIZE = _node.size
DECISION_OF_NODE = _node.field(DECISION_SIZE)  # for a decision, the same fields as in its situation
DECISION_NODE_SIZE = _node.size

_edge = Layout()
EDGE_TO = _edge.field()
EDGE_NEXT = _edge.field()  # the next edge from the same node, or 0
EDGE_SHARE = _edge.field()  # the index of the probability in the values or, for a decision, the action
EDGE_SIZE = _edge.size

# --- statuses of a call of the search, in addition to those of the engine -----------------------------------

FULL = 64  # a sequence needs more space
TOO_DEEP = 65  # a hand draws too many cards for the search
STRANGER = 66  # someone other than the observer decides
MIXED = 67  # cards were shuffled in the middle of a hand
TOO_MANY_DOWN = 68  # the dealer has too many face-down cards to store in one number

# --- requests of a driver ---------------------------------------------------------------------------------

ENTER = 0  # find the situation that the table is in
LOAD = 1  # restore the table for a situation
TURN = 2  # return the index of the result of a card or answer, or a negative status
BEGIN = 3  # start with a number of tables that are listed in the work
EXPLORE = 4  # search until everything is known
ALONE = 5  # find the situation for one hand from a split, without the others
HIDE = 6  # find the situation with a different hidden card for the dealer
DEAL = 7  # find the results of all cards in a situation and store their indices there, or 0

MOST_FRAMES = 250
MOST_CLOSED = 1 << 10  # how many nodes with only the dealer's hand the memo keeps below another such node

fit(MOST_HELD, BITS)  # the numbers of cards in LOOKS are bits
