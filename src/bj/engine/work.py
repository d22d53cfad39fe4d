"""Where everything stands while a game is explored: what is known of its cards, and how far the search is.

Three sequences grow: the work itself, a stack of frames and of saved tables; the nodes, which say where
chance and decisions lead; and the values, which are chances and what hands bring on average.
"""

from __future__ import annotations

from bj.cards import MOST_CARDS
from bj.catalogue.layout import Layout

MOST_PAYOFFS = 960

# --- the head of the work --------------------------------------------------------------------------------

_head = Layout()
TOP = _head.field()  # the first free place of the work
FRAME = _head.field()  # the frame that is worked on, 0 for none
DEPTH = _head.field()  # how many frames there are
CALLS = _head.field()  # calls of the engine left until the search pauses
NEXT_NODE = _head.field()  # the first free place of the nodes
NEXT_VALUE = _head.field()  # the first free place of the values
FINISHED = _head.field()  # nodes finished: each has all that it leads to before it
FOUND = _head.field()  # the node that was found when the search ended
OBSERVER = _head.field()  # the block of the person who decides and sees no cards face down, 0 for nobody
ENDLESS = _head.field()  # 1 for a shoe without end
APART = _head.field()  # 1 where hands from splits are valued apart
FORGETS = _head.field()  # 1 where the cards of such hands say nothing about the dealer's to the others
DEAD_HAND = _head.field()  # the block of a hand that has been settled for nothing, and stands for others
READS_CARDS = _head.field(2)  # 1 where rules look at all cards of a hand; then the same of one from a split
READS_FIRST = _head.field(2)  # 1 where they look at its first card; then the same of one from a split
READS_PAIR = _head.field()  # 1 where they look whether two cards are a pair
READS_CLOSED = _head.field()  # 1 where they look at hands whose turn is over
READS_INITIAL = _head.field()  # 1 where the wager before any doubling still matters
MANY = _head.field()  # cards: more of them make no difference, but by their total
CLASSES = _head.field()  # how many classes of cards there are: nothing tells those of one class apart
CARD_OF = _head.field(MOST_CARDS)  # a card of each class
CLASS_OF = _head.field(MOST_CARDS)  # the class of each card
LISTED = _head.field()  # how many hands players can have
TABLE_END = _head.field()  # the end of the persons and the hands in a table
BLOCK = _head.field()  # the size of a saved table
PAYOFFS = _head.field()  # how many numbers are wanted of a settled hand
PAYOFF = _head.field(MOST_PAYOFFS)  # where each of them stands in the table, negated for its square
TALLY = _head.field()  # the index of the first person's tally
TALLY_END = _head.field()
HEAD = _head.size

# --- saved tables ------------------------------------------------------------------------------------------

_block = Layout()
WEIGHT = _block.field()  # in how many of all cases the table is like that
PRIOR = _block.field()  # the same, as if the cards of hands that are left out had not been dealt
PART = _block.field()  # what the observer has seen: tables of one part look alike
KNOWN_BY = _block.field()  # tables known by the same go on alike
COUNTS = _block.field()  # the cards left of each class; then the numbers of the table

# --- frames ------------------------------------------------------------------------------------------------

_frame = Layout()
KIND = _frame.field()
PARENT = _frame.field()
NODE = _frame.field()  # the node that is made
IDENTITY = _frame.field()  # what it is kept for, -1 for nothing
SHARE = _frame.field()  # the index of its chance in the values
MEMBERS = _frame.field()  # how many tables there are that the observer cannot tell apart
FIRST_MEMBER = _frame.field()  # the place of the first of their places
TOTAL = _frame.field()  # their weights, times the cards left
STEP = _frame.field()  # the next class of cards, or the next action
LEGAL = _frame.field()  # the bits of the legal actions
DIVIDED = _frame.field()  # 1 when there are other hands from a split, which are valued apart
HIDDEN = _frame.field()  # 1 when the observer does not see the card
AGENDA = _frame.field()  # the place of the next table to go on from
AGENDA_END = _frame.field()
FREE = _frame.field()  # the first free place behind the frame
ENDS = _frame.field()  # how many tables were at the end of the hand
FRAME_SIZE = _frame.size

AFTER = 0  # tables to go on from, and nothing else
CARD = 1  # a card is needed
DECISION = 2
SEVERAL = 3  # hands from a split that are finished, each valued for itself, and the others

REST = 15  # no action: the hands that are left, behind every action but a split

# --- which hands of a table are looked at ------------------------------------------------------------------

ALL = -1
WITHOUT = 1 << 8  # plus a place: not the hand there
UNFINISHED = 1 << 9  # not those whose turn is over

# --- nodes --------------------------------------------------------------------------------------------------

_node = Layout()
NODE_KIND = _node.field()
NODE_EDGE = _node.field()  # the first edge, 0 for none
NODE_VALUES = _node.field()  # what its ends bring, in the values
NODE_ORDER = _node.field()  # how many nodes were finished before
NODE_SIZE = _node.size
NODE_QUESTION = _node.field()  # of a decision: what is asked
NODE_ROW = _node.field()  # the row of a chart: the value of the hand, or behind all values the rank of a pair
NODE_VALUE = _node.field()  # the value of the hand
NODE_UPCARD = _node.field()
NODE_LEGAL = _node.field()
NODE_CARDS = _node.field()  # how many cards follow
DECISION_SIZE = _node.size

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

MOST_FRAMES = 250
ROOM = 1 << 14  # numbers that a step of the search writes at most, but for tables
