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
WANTED = 29  # bits: the WANT_* events, which are recorded only when they are said
QUIT_STEPS = 30  # the steps for a game that is left in the middle
EMPTY_STEPS = 31  # the steps for a hand in which the cards run out, 0 to stop the game
HOUSE_RULES = 32  # bits: HOUSE_* rules
GIVEN_CARDS = 33  # how many cards are given instead of the shoe's, 0 for none
FIRST_GIVEN_CARD = 34  # the index of the first of them
GIVEN_CUTS = 35  # how many cuts are given for all shuffles, 0 for none
DISCARDS_RETURN = 69  # 1 when the discards are shuffled as soon as the shoe is empty
FIRST_GIVEN_CUT = 68  # the index of the first of them
TALLIES = 70  # where the tallies stand in the table, 0 for none
START_IMAGE = 71  # the index of the table at the start of a game, for tallied games
DEALING = 36  # who is dealt a card, in order
DEALING_LIMIT = 32
ADDITIONS = 72  # 13 for every value of a hand: its value after one more card of each rank
VALUES = 90  # values of a hand: totals 0 to 44, hard and soft
HEAD = ADDITIONS + VALUES * 13

# --- rules that a house may have -----------------------------------------------------------------------

HOUSE_PLAYS_ALWAYS = 1  # the dealer plays also when every player has bust
HOUSE_NATURAL = 2  # a dealer's natural beats every other hand, and ties with a player's
HOUSE_STANDS_ON_TARGET = 4  # a hand that has reached the target stands by itself
HOUSE_DOUBLES = 8  # a hand of two cards may be doubled
HOUSE_ORIGINAL_BETS = 16  # a dealer's natural takes no more than the initial wager of a doubled hand

# --- events that are recorded only when they are said ----------------------------------------------------

WANT_TABLE = 1
WANT_TURN = 2
WANT_HAND = 4
WANT_BUST = 8
WANT_ACTION = 16
WANT_MONEY = 32
WANT_UPCARD = 64
WANT_OF_DEALER = 256  # times the bit for the dealer's event of this kind

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

GO_TO = 0  # step, 0 for the first one of this hand
UNLESS = 1  # formula, step to go to when it is false
BEGIN_HAND = 2  # the step behind the loop
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
BEGIN_ROUND = 13
REACT = 14  # occasion
KICK_OUT = 15  # 0 the player, 1 the dealer
ANNOUNCE_WINNER = 16
ANNOUNCE_USED_UP = 17
VOID_HAND = 18
SHOW_HANDS = 19
SHOW_PLAYERS = 20
ASK_AGAIN_STEP = 21
SAY_LINE = 22  # which
END_GAME = 23
TALLY = 24

# --- reactions: five numbers each, ended by 0 ------------------------------------------------------------

# Before the first of them stands a number with the bit 1 << occasion for each on which the person reacts.

REACTION_SIZE = 5
REACTION_ON = 0  # one of the occasions below
REACTION_WHEN = 1  # formula, 0 for always, AS_BEFORE for when the reaction before fired
REACTION_SAYS = 2  # which of the person's phrases, -1 for none
REACTION_DOES = 3  # one of the effects below
REACTION_OPERAND = 4  # formula of an amount, or the RETAKE_* numbers

AS_BEFORE = -1

ON_ROUND_BEGINS = 1
ON_HAND_BEGINS = 2
ON_DEALT = 3
ON_BUST = 4
ON_STAND = 5
ON_HAND_OVER = 6
ON_ROUND_OVER = 7
ON_ROUND_WON = 8
ON_KICKED_OUT = 9
ON_HAND_WON = 10
ON_HAND_LOST = 11
ON_PUSH = 12

SPEAK = 0
FORFEIT = 1
CHANGE_BANKROLL = 2
RESET_COUNT = 3
RETAKE = 4  # from here to EXTRA_CARD: effects on the hand that is played, the last one counts
VOID = 5
WIN = 6
EXTRA_CARD = 7
REMEMBER = 8  # + which of the numbers that the person remembers becomes the operand

RETAKE_HIDES_BUST = 1  # the card that busts is not announced
RETAKE_SHOWS_LAST = 2  # the last card of a set that holds is announced
RETAKE_SEES_ALL = 4  # the person counts every card taken

# --- actions of a chart; a larger number is the index of a list of rules that decide ---------------------

STAND = 0
HIT = 1
DOUBLE = 2  # or hit, when the hand may not be doubled

# --- what a call of the engine ends with ---------------------------------------------------------------

GOING_ON = 0  # inside the engine: the next step can be played
DONE = 1  # the game is over
DECISION = 2  # a person has to answer: see QUESTION and ASKED in the table
EVENTS_FULL = 3  # the events have to be taken away before the game can go on
OUT_OF_CARDS = 4  # the shoe ran out in the middle of a hand
LEAVING = 6  # inside the engine: a person has left the loop of hands
FAULTY = 5  # a rule asked for something impossible: see FAULT in the table
ENOUGH = 8  # as many hands as were wanted have been tallied
BETWEEN_HANDS = 7  # a hand is about to begin, where the table says that this is worth a stop

# --- pauses: what the table says about stopping between two hands --------------------------------------

PAUSE_NEVER = 0
PAUSE_NEXT = 1  # before the next hand
PAUSE_MADE = 2  # the engine has just stopped there, and the next call begins the hand

# --- questions -------------------------------------------------------------------------------------------

ASK_WAGER = 1
ASK_ACTION = 2
ASK_AGAIN = 3

QUIT = -1  # the answer to ASK_WAGER that leaves the loop of hands

# --- faults ----------------------------------------------------------------------------------------------

WAGER_TOO_SMALL = 1
WAGER_TOO_LARGE = 2
DIVISION_BY_ZERO = 3
NUMBER_TOO_LARGE = 4
NO_ACTION = 5
ENDLESS_REACTION = 6
OUT_OF_GIVEN_CARDS = 7
OUT_OF_GIVEN_CUTS = 8
ENDLESS_HAND = 9
ENDLESS_ROUNDS = 10
HAND_FULL = 11
RECORD_FULL = 12
IMPOSSIBLE_CUT = 13
