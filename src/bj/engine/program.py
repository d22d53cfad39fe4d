"""Where everything stands in a program: the rules of one ruleset with its arguments filled in.

A program is one flat sequence of whole numbers that the engine never changes. A fixed head is followed by
steps, formulas, charts and tags, wherever the compiler put them: whoever refers to one holds its index.
"""

# --- the head ------------------------------------------------------------------------------------------

START = 0  # the first step
SHUFFLE_METHOD = 1
SHUFFLE_GENERATOR = 2
CUTS = 3  # cuts of a riffle
LEAST_CUT = 4
CUT_SPREAD = 5  # how many different cuts there are
SET_CUTS = 6  # how many cuts are set for the first shuffle
FIRST_SET_CUT = 7  # the index of the first of them
DEALING_ENTRIES = 8
ROUNDING = 9
PAY_WIN = 10  # payouts: numerator, then denominator
PAY_NATURAL = 12
PAY_TIE = 14
WORTHS = 16  # 13: what each rank is worth when it counts as much as it can
DEALING = 32  # who is dealt a card, in order
DEALING_LIMIT = 32
ADDITIONS = 64  # 13 for every value of a hand: its value after one more card of each rank
VALUES = 90  # values of a hand: totals 0 to 44, hard and soft
HEAD = ADDITIONS + VALUES * 13

# --- methods of shuffling, generators ------------------------------------------------------------------

RIFFLE = 0
UNIFORM = 1
INFINITE = 2

MT19937 = 0
SFC32 = 1

# --- rounding of payouts -------------------------------------------------------------------------------

ROUND_DOWN = 0
ROUND_UP = 1
ROUND_NEAREST = 2

# --- entries of the dealing order: to every player or to the dealer, plus table.FACE_DOWN ---------------

DEAL_TO_PLAYERS = 0
DEAL_TO_DEALER = 1

# --- steps: an operation and two operands ----------------------------------------------------------------

STEP_SIZE = 3

GO_TO = 0  # step
UNLESS = 1  # formula, step to go to when it is false
BEGIN_HAND = 2
ANNOUNCE_HAND = 3
TAKE_WAGERS = 4
DEAL = 5
PAY_NATURALS = 6
PLAYERS_ACT = 7
REVEAL_HOLE_CARD = 8
DEALER_ACTS = 9
SETTLE = 10
SHUFFLE_CARDS = 11
ANNOUNCE_STANDINGS = 12
END_GAME = 13

# --- actions of a chart ----------------------------------------------------------------------------------

STAND = 0
HIT = 1

# --- what a call of the engine ends with ---------------------------------------------------------------

GOING_ON = 0  # inside the engine: the next step can be played
DONE = 1  # the game is over
DECISION = 2  # a person has to answer: see QUESTION and ASKED in the table
EVENTS_FULL = 3  # the events have to be taken away before the game can go on
OUT_OF_CARDS = 4  # the shoe ran out in the middle of a hand
FAULTY = 5  # a rule asked for something impossible: see FAULT in the table

# --- questions -------------------------------------------------------------------------------------------

ASK_WAGER = 1
ASK_ACTION = 2

# --- faults ----------------------------------------------------------------------------------------------

WAGER_TOO_SMALL = 1
WAGER_TOO_LARGE = 2
DIVISION_BY_ZERO = 3
NUMBER_TOO_LARGE = 4
NO_ACTION = 5
