"""Where everything stands while a game is explored: what is known of its cards, and how far the search is.

Four sequences grow: the work itself, a stack of frames and of tables as they may be; the situations, which
are tables without the cards left, with all that follows from each; the nodes, which say where chance and
decisions lead; and the values, which are chances and what hands bring on average.
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
SIZES = _head.field(4)  # how long these four sequences are, in the same order
FRAME = _head.field()  # the frame that is worked on, 0 for none
DEPTH = _head.field()  # how many frames there are
CALLS = _head.field()  # cards and decisions left until the search pauses
WORKED = _head.field()  # units of work since it went on, see budget.py
FINISHED = _head.field()  # how many nodes were finished
FOUND = _head.field()  # the node that was found when the search ended
PLAYED = _head.field()  # how many frames were about hands of players, and not about the dealer's alone
CHOOSES = _head.field()  # 1 where the action is taken that brings most, 0 where decisions are left open
KEPT = _head.field()  # how many nodes the memo has
LAST_KEPT = _head.field()  # the last of them, 0 for none
OBSERVER = _head.field()  # the block of the person who decides and sees no cards face down, 0 for nobody
ENDLESS = _head.field()  # 1 for a shoe without end
DEAD_HAND = _head.field()  # the block of a hand that sits out, and stands for others
ALL_CARDS = _head.field()  # 1 while the first cards are dealt: every card of every hand is told apart
READS_DEALER = _head.field()  # 1 where rules look at cards of the dealer, besides what they count
LOOKS = _head.field(6 * p.VALUES)  # the rows below; then the same of hands from splits
READS_FIRST = _head.field(2)  # 1 where they look at its first card; then the same of one from a split
READS_LAST = _head.field()  # 1 where they look at its last card
READS_PAIR = _head.field()  # 1 where they look whether two cards are a pair
READS_ORDER = _head.field()  # 1 where it matters which card of a pair is played first once they are split
READS_CLOSED = _head.field()  # 1 where they look at hands whose turn is over
READS_INITIAL = _head.field()  # 1 where the wager before any doubling still matters
JOINS = _head.field()  # 1 where classes that count alike are one where no rule looks at cards any more
READS_LEFT = _head.field()  # 1 where they look how many cards are left
MANY = _head.field()  # cards: more of them make no difference, but by their total
CLASSES = _head.field()  # how many classes of cards there are: nothing tells those of one class apart
CARD_OF = _head.field(MOST_CARDS)  # a card of each class
CLASS_OF = _head.field(MOST_CARDS)  # the class of each card
FIRST_OF = _head.field(MOST_CARDS)  # of each class what rules tell first cards apart by
ALIKE = _head.field(MOST_CARDS)  # of each class the first one that counts as much, in charts too
LISTED = _head.field()  # how many hands players can have
PERSONS_END = _head.field()  # the end of the persons in a table, behind which stand the hands
HANDS_END = _head.field()
ROW = _head.field()  # how many things can follow from a situation at most
SITUATION = _head.field()  # the size of a situation at most
MEMBER = _head.field()  # the size of a table of a frame
ROOM = _head.field()  # numbers that a step of the search adds to a sequence at most, but for tables
PAYOFFS = _head.field()  # how many numbers are wanted of a settled hand
AIM = _head.field()  # which of them is to be as high as possible
TALLY = _head.field()  # the index of the first person's tally
TALLY_END = _head.field()
PAYOFF = (
    _head.size
)  # behind the head: where each of those numbers stands in the table, negated for its square

# --- what rules look at: rows of numbers of cards, as bits, for every value of a hand -----------------------

OPEN = 0  # where they look at each card, now or later
CLOSED = 1  # where they do when its turn is over
NUMBER = 2  # where they tell it then from a hand with a card less
LOOKS_ROWS = 3

# --- situations: tables without the cards left --------------------------------------------------------------

_situation = Layout()
KIND = _situation.field()  # what is needed: one of the kinds of frames below
STRANGE = _situation.field()  # 1 where somebody else has to decide than the observer
HIDDEN = _situation.field()  # 1 when the observer does not see the card
DEALERS = _situation.field()  # 1 when the card is the dealer's
JOINED = _situation.field()  # 1 when cards that count alike are one from now on
HANDS_BEFORE = _situation.field()  # how many hands have had their turn
LEGAL = _situation.field()  # the bits of the legal actions
STEP_PLAYED = _situation.field()  # the step that is played
HANDS_HELD = _situation.field()  # how many hands the players have
_decision = Layout()
QUESTION = _decision.field()  # what is decided
CHART_ROW = _decision.field()  # the row of a chart: the value, or behind all values the rank of a pair
HAND_VALUE = _decision.field()  # the value of the hand
UPCARD = _decision.field()
DECISION_SIZE = _decision.size
DECISION_OF_SITUATION = _situation.field(DECISION_SIZE)
TURNS = _situation.size  # what follows from each card, action or hand, 0 while nobody knows; then the table

_turn = Layout()
STATUS = _turn.field()  # what the engine stopped for
NEXT = _turn.field()  # the situation then
SEEN = _turn.field(2)  # the identity of what the observer has seen; at the end, the dealer's class and value
BEHIND = _turn.size  # how many payoffs follow, each with its number

# --- tables of a frame: a situation with the cards left -----------------------------------------------------

_member = Layout()
WEIGHT = _member.field()  # in how many of all cases the table is like that
PART = _member.field(2)  # the identity of what the observer has seen: tables of one part look alike
KNOWN_BY = _member.field(2)  # the identity of the table: equal ones go on alike
IS_IN = _member.field()  # the situation
COUNTS = _member.size  # the cards left of each class

# --- frames ------------------------------------------------------------------------------------------------

_frame = Layout()
FRAME_KIND = _frame.field()
PARENT = _frame.field()
NODE = _frame.field()  # the node that is made
IDENTITY = _frame.field(2)  # what it is kept for; the first word is -1 for nothing
SHARE = _frame.field()  # the index of its chance in the values
MEMBERS = _frame.field()  # how many tables there are that the observer cannot tell apart
FIRST_MEMBER = _frame.field()  # the place of the first of their places
TOTAL = _frame.field()  # their weights, times the cards left
STEP = _frame.field()  # the next class of cards or action
STEPS = _frame.field()  # behind the last of them
AGENDA = _frame.field()  # the place of the next table to go on from
AGENDA_END = _frame.field()
FREE = _frame.field()  # the first free place behind the frame
ENDS = _frame.field()  # how many tables were at the end of the hand
PLAYED_BEFORE = _frame.field()  # how many frames had been about hands of players
KEPT_BEFORE = _frame.field()  # how many nodes the memo had
LAST_BEFORE = _frame.field()  # the last of them
FRAME_SIZE = _frame.size

AFTER = 0  # tables to go on from, and nothing else
CARD = 1  # a card is needed
DECISION = 2

# --- nodes --------------------------------------------------------------------------------------------------

_node = Layout()
NODE_KIND = _node.field()
NODE_OPEN = _node.field()  # 1 where decisions are left open
NODE_EDGE = _node.field()  # the first edge, 0 for none
NODE_VALUES = _node.field()  # what its ends bring, in the values
NODE_IDENTITY = _node.field(2)  # what it is kept for
NODE_BEFORE = _node.field()  # the node that was kept before it
NODE_PLACE = _node.field()  # where it stands when charts are weighed, 0 for nowhere
NODE_SIZE = _node.size
DECISION_OF_NODE = _node.field(DECISION_SIZE)  # of a decision, all that stands in its situation about it
DECISION_NODE_SIZE = _node.size

_edge = Layout()
EDGE_TO = _edge.field()
EDGE_NEXT = _edge.field()  # 0 for none
EDGE_SHARE = _edge.field()  # the index of its chance in the values, or of a decision the action
EDGE_SIZE = _edge.size

# --- what a call of the search ends with, besides the ends of the engine ------------------------------------

FULL = 64  # one of the sequences needs more room
TOO_DEEP = 65  # a hand takes more cards than anybody can look into
STRANGER = 66  # somebody else has to decide than the observer
MIXED = 67  # cards were shuffled in the middle of a hand
TOO_MANY_DOWN = 68  # more cards of the dealer lie face down than are known by one number

# --- what a driver wants ----------------------------------------------------------------------------------

ENTER = 0  # the situation of the table
LOAD = 1  # put back the table of a situation
TURN = 2  # where it stands what comes of a situation with a card or an answer; negated, why nothing does
BEGIN = 3  # with so many tables, whose places stand from a place of the work on
EXPLORE = 4  # until all is known
ALONE = 5  # the situation of one hand from a split, without the others
HIDE = 6  # the situation with another card among the dealer's hidden ones

MOST_FRAMES = 250
MOST_CLOSED = 1 << 10  # nodes about the dealer's hand alone that are kept below one of their kind

fit(MOST_HELD, BITS)  # the numbers of cards of LOOKS, as bits
