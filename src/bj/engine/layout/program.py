"""The layout of a program, which contains the rules of a ruleset with its arguments filled in.

A program is a flat sequence of integers that the engine never changes. It starts with a fixed header. Steps,
formulas, charts and tags follow in any order, and refer to each other by index.
"""

from __future__ import annotations

from typing import NamedTuple

from bj.cards import MOST_CARDS, MOST_RANKS
from bj.catalogue.actions import MOST, PLAYS
from bj.catalogue.effects import SPEAK, Move
from bj.catalogue.house_rules import ALLOWANCES
from bj.catalogue.layout import BITS, Layout, fit
from bj.catalogue.limits import HIGHEST_TOTAL, LARGEST_TARGET, MOST_DEALT, MOST_HELD
from bj.catalogue.occasions import TURN
from bj.catalogue.steps import STEPS

# --- the header ----------------------------------------------------------------------------------------

VALUES = 2 * (HIGHEST_TOTAL + 1)  # the values of a hand: totals from 0, hard and soft
RANKS = 32  # the columns in every chart and table by rank; a power of two is faster
CHART_ROWS = VALUES + RANKS  # the rows in a chart: the values of a hand, then pairs by rank

fit(MOST_RANKS, RANKS)

NO_RANK = -1

NATURAL_ROW = CHART_ROWS  # in tables of values for switching cards, after the rows of a chart

_classes = Layout()  # all hands in a class are settled in the same way
OVER_TARGET = _classes.field()  # a total above the target
BUST = _classes.field()  # a player's hand that busted by drawing, rather than in the deal
NATURAL = _classes.field()
CHARLIE = _classes.field()  # enough cards to rank above every total
PUSHING_TOTAL = _classes.field()  # the total above the target with which the dealer ties
SURRENDERED = _classes.field()
SURRENDERED_EARLY = _classes.field()
FOLDED = _classes.field()
PAID_AT_ONCE = _classes.field()  # a player's natural, in the step that pays naturals
TOTALS = _classes.field(LARGEST_TARGET + 1)  # one class for each total up to the target
CLASSES = _classes.size

_head = Layout()
START = _head.field()  # the first step
STEP_COUNT = _head.field()
STEPS_WORK = _head.field()  # the work for the conditions of steps (see work_per_hand.py)
SHUFFLE_METHOD = _head.field()
SHUFFLE_GENERATOR = _head.field()
CUTS = _head.field()  # the number of cuts in a riffle
SHUFFLE_WORK = _head.field()  # the work for a shuffle (see work_per_hand.py)
LEAST_CUT = _head.field()
CUT_SPREAD = _head.field()  # the number of possible cuts
SET_CUTS = _head.field()  # the number of cuts specified for the first shuffle
FIRST_SET_CUT = _head.field()  # the index of the first of these cuts
DEALING_ENTRIES = _head.field()
ROUNDING = _head.field()
PAY_WIN = _head.field(2)  # the payout for a win: numerator, then denominator
RANK_OF = _head.field(MOST_CARDS)  # the rank of each card
SUIT_OF = _head.field(MOST_CARDS)  # the suit of each card
WORTHS = _head.field(RANKS)  # the highest value of each rank
RANK_COUNTING = _head.field(VALUES // 2)  # for every number, a rank with this value, or NO_RANK
LEAST_SOFT = _head.field()  # the lowest total in which a card counts high
WANTED = _head.field()  # bits: which of the events that are recorded only if they are printed are wanted
QUIT_STEPS = _head.field()  # the steps to take if a person leaves the game
EMPTY_STEPS = _head.field()  # the steps to take if the cards run out during a hand, or 0 to stop
HOUSE_RULES = _head.field()  # the bits of the house rules
ALLOWED = _head.field(len(ALLOWANCES))  # for each allowance, a formula, ALWAYS or NEVER
ALLOWED_WHOLE = _head.field(len(ALLOWANCES) * RANKS)  # the same by upcard, for hands that are not split
ALLOWED_FIRST = _head.field(len(ALLOWANCES) * RANKS)  # the same by upcard, for unsplit hands with two cards
DOUBLE_ADDS = _head.field()  # a formula for the amount that doubling adds, or 0 for the wager
INSURANCE_PAYS = _head.field(2)  # numerator, then denominator
RAISE = _head.field()  # the amount that a raise adds in a betting round
MOST_RAISES = _head.field()  # the maximum number of raises in a betting round
SURRENDER_WAITS = _head.field()  # bits: the upcards with which a natural beats surrendered hands
PAYS_NATURALS = _head.field()  # 1 if naturals are paid in a separate step
BONUSES = _head.field()  # the index of the first bonus that is paid when a hand is settled, or 0
BONUSES_AT_ONCE = _head.field()  # the index of the first bonus that is paid immediately, or 0
SIDE_BETS = _head.field()  # the index of the first side bet, or 0
SIDE_BET_COUNT = _head.field()
ENDLESS_CARDS = _head.field()  # the number of distinct cards in an infinite shoe, or 0 for the standard ranks
FIRST_ENDLESS_CARD = _head.field()  # the index of the first of these cards
DEALING = _head.field(MOST_DEALT)  # the order of dealing
DISCARDS_RETURN = _head.field()  # 1 if discards are shuffled as soon as the shoe is empty
NOTES = _head.field()  # a formula for the number that hands are tallied by, or 0 for the running count
TALLIES = _head.field()  # the index of the tallies in the table, or 0
WATCHED = _head.field()  # bits: the occasions on which people react to other hands
KEEPS_DEALT = _head.field()  # 1 if the shoe keeps track of cards from the driver, for powers over discards
EXTRA_TURNS = _head.field()  # 1 if anyone reacts after all turns
LOOKS_AHEAD = _head.field(TURN + 1)  # by occasion, how many cards in the shoe powers may reveal
MATCHES = _head.field()  # the index of the matches in a tournament
MATCH_COUNT = _head.field()
TEAM_COUNT = _head.field()
START_IMAGE = _head.field()  # for tallied games, the index of a copy of the table at the start of a game
ADDITIONS = _head.field(VALUES * RANKS)  # the value of a hand after one more card, by value and rank
CLASS_OF = _head.field(2 * VALUES)  # the class of a hand by value: for hands in general, then for two cards
CHARLIE_CARDS = _head.field()  # the number of cards in a charlie, or 0
RARE_CLASSES = _head.field()  # 1 if the class of a hand can depend on charlies or lasting powers
OWN_PAYOUTS = _head.field()  # 1 if lasting powers can change payouts
OUTCOMES = _head.field(CLASSES * CLASSES)  # the outcome, by the classes of the player's and the dealer's hand
WAGER_STEP = _head.field()  # every wager must be a multiple of this amount
# the index of the memories with random starting values, or 0. Each entry has the index in the table and a
# formula, or 0 for the same number as before. The list ends with 0
RANDOM_STARTS = _head.field()
HEAD = _head.size

# --- methods of shuffling, generators ------------------------------------------------------------------

RIFFLE = 0
UNIFORM = 1
INFINITE = 2
BY_HAND = 3  # the driver of the game supplies every card

MT19937 = 0
SFC32 = 1

# --- rounding of payouts -------------------------------------------------------------------------------

ROUND_DOWN = 0
ROUND_UP = 1
ROUND_NEAREST = 2

# --- preferences: the entries of charts and rules ---------------------------------------------------------

# A preference lists a few actions, beginning in the lowest bits. The first legal one is taken, or else a hit.
# If a cell in a chart has rules, it contains the negative index of their list.

ACTION_BITS = 4
ACTION_MASK = (1 << ACTION_BITS) - 1

fit(MOST, ACTION_MASK + 1)
fit(ACTION_BITS * max(len(play.actions) for play in PLAYS.values()), BITS)

NEVER = 0  # for allowances that need no formula
ALWAYS = 1

# --- bonuses, ended by 0: a formula, then the fractions for the payout and for the share of the meter -----

BONUS_SIZE = 5

# --- matches: the team, the roster and the number of members of those who play, then of those who deal ---

_match = Layout()
MATCH_TEAM = _match.field()
MATCH_ROSTER = _match.field()
MATCH_MEMBERS = _match.field()
MATCH_SIDE = _match.size  # the size of one side
MATCH_SIZE = 2 * MATCH_SIDE

# --- side bets -------------------------------------------------------------------------------------------

_bet = Layout()
BET_WHEN = _bet.field()  # a formula for whether it is offered
BET_WAGER = _bet.field()  # a formula for the stake, or for the minimum stake
BET_MOST = _bet.field()  # a formula for the maximum stake, or 0 if the stake is fixed
BET_LOOKS = _bet.field()  # the index of the list of its cards
BET_LOOKS_END = _bet.field()  # the index after this list
BET_WAITS = _bet.field()  # 0 if the dealt cards decide it, otherwise WAITS or WAITS_FOR_DEALER
BET_PAYS = _bet.field()  # the index of its pay table, which is a list of bonuses
BET_ADDS = _bet.field(2)  # the share of a stake that goes to the jackpot: numerator, then denominator
BET_METER_START = _bet.field()  # the jackpot at the start of the game
BET_METER_RESET = _bet.field()  # the minimum jackpot after a payment
BET_SIZE = _bet.size

LEAST_STAKE = -1  # a strategy's answer for the minimum stake

WAITS = 1  # the bet is settled together with the hands
WAITS_FOR_DEALER = 2  # the same, and the dealer plays as long as it is open

LOOK_AT_ALL = MOST_HELD  # in place of the number of a card, which is counted from 0
LOOK_AT_DEALER = MOST_HELD + 1  # added for the dealer's cards

# --- entries of the dealing order: to every player or to the dealer, plus table.FACE_DOWN ---------------

DEAL_TO_PLAYERS = 0
DEAL_TO_DEALER = 1

# --- steps: an operation and two operands ----------------------------------------------------------------

STEP_SIZE = 3

# The language's steps are numbered as in the catalogue. The following steps are internal.

_steps = Layout(len(STEPS))
GO_TO = _steps.field()  # a step, or 0 for the first step of this hand
UNLESS = _steps.field()  # a formula, and the step to go to if it is false
BEGIN_HAND = _steps.field()  # the step after the loop
BEGIN_ROUND = _steps.field()
REACT = _steps.field()  # an occasion
ANNOUNCE_USED_UP = _steps.field()
VOID_HAND = _steps.field()
SAY_LINE = _steps.field()  # the words of the line
END_GAME = _steps.field()
TALLY = _steps.field()
DELAY_POWERS = _steps.field()  # 1 before a step that settles hands while powers may end, 0 after it
DRAW_MEMORY = _steps.field()

# --- outcomes: how a hand is settled ---------------------------------------------------------------------

_outcome = Layout()
OUTCOME_EVENT = _outcome.field()  # the kind of event, with the role of the person named
OUTCOME_PAYS = _outcome.field(2)  # the payout: numerator, then denominator; negative for a loss
OUTCOME_STAKE = _outcome.field()  # the field of the hand with the amount to pay or collect
OUTCOME_OCCASIONS = _outcome.field(3)  # the occasion for a loss, a push and a win
OUTCOME_COUNTS = _outcome.field(3)  # in the same order, the catalogue's outcome to tally
OUTCOME_KIND = _outcome.field()  # how else to tally the player's hand: 0, or one of the numbers below

A_NATURAL = 1
A_BUST = 2

# --- overrides by lasting powers: the target of their owner, or payouts -----------------------------------

# Everyone has a list of each kind of override, which ends with 0. An entry has the field of the person that
# says whether the power is in force, the index of the override, and 0. If the target is computed, the index
# is that of the first override, for the lowest target, and the third number is the field with the target. The
# first power that is in force applies.

_own = Layout()
OWN_TARGET = _own.field()
OWN_ADDITIONS = _own.field(VALUES * RANKS)  # like ADDITIONS
OWN_CLASS_OF = _own.field(2 * VALUES)  # like CLASS_OF
OWN_WAITS = _own.field()  # like SURRENDER_WAITS
OWN_TARGET_SIZE = _own.size

_own = Layout()
OWN_WIN = _own.field(2)  # like PAY_WIN
OWN_OUTCOMES = _own.field(CLASSES * CLASSES)  # like OUTCOMES

# --- reactions: a list of rows, ended by 0 ----------------------------------------------------------------

# The number before the list is a bit mask of the occasions on which the person reacts.


class ReactionRow(NamedTuple):
    """A reaction, as a row of numbers."""

    on: int
    """An occasion, plus WATCHING times MATE or OPPONENT for reactions to other people's occasions."""
    when: int = 0
    """The formula for the reaction's condition, or 0 without one."""
    asks: int = 0
    """ASKS_REPLY or ASKS_NUMBER if the owner is asked first; otherwise 0."""
    answer: int = 0
    """A formula for the number that replaces the answer of an owner who is not asked. 0 without one.
    """
    says: int = -1
    """The index of what the person says, or -1 for nothing.

    UNNAMED marks a row that is not in the ruleset. It only sets numbers, and messages do not mention it.
    """
    does: int = SPEAK
    """The number of the reaction's effect."""
    operand: int = 0
    """A formula for the number that the effect needs, or RETAKE_* flags."""
    is_value: int = 0
    """1 if the operand of CHANGE_CARD is a new value rather than a new rank."""
    move: int = 0
    """The index of the move that the effect makes, or 0."""
    partner: int = 0
    """The partner: 1 + a position in the roster, a number in PARTNERS, or 0 for the house.

    It can also be BY_SEAT plus a formula for the seat.
    """
    card: int = 0
    """The card: one of CARDS, NAMED plus the number of a card, rank or suit, AT_PLACE or OF_KIND."""
    card_formula: int = 0
    """A formula for the place or kind of the card.

    For COUNT_AS, the condition for a soft total. 0 if neither is needed.
    """
    sets: int = 0
    """The index of the numbers that the reaction sets, or 0."""


REACTION_SIZE = len(ReactionRow._fields)
(
    REACTION_ON,
    REACTION_WHEN,
    REACTION_ASKS,
    REACTION_ANSWER,
    REACTION_SAYS,
    REACTION_DOES,
    REACTION_OPERAND,
    REACTION_IS_VALUE,
    REACTION_MOVE,
    REACTION_PARTNER,
    REACTION_CARD,
    REACTION_CARD_FORMULA,
    REACTION_SETS,
) = range(REACTION_SIZE)

UNNAMED = -2

RETAKE_HIDES_BUST = 1  # the busting card is not announced
RETAKE_SHOWS_LAST = 2  # the last card is announced if the new hand does not bust
RETAKE_SEES_ALL = 4  # the person counts every card drawn
RETAKE_MORE = 8  # times the number of additional cards

ASKS_REPLY = 1
ASKS_NUMBER = 2

# --- the numbers that a reaction sets, in order, ended by 0 -------------------------------------------------

_set = Layout()
SET_CELL = _set.field()  # the field of the person's block
SET_FORMULA = _set.field()
SET_FLAGS = _set.field()  # one of SHARED or 0, plus RETARGETING, NOTIFYING and LASTING
SET_SIZE = _set.size

# The words of a person, or a line: the code of the event for the first person, the addresses of the numbers
# in it, and 0.

# --- moves of cards --------------------------------------------------------------------------------------

# the fields of bj.catalogue.effects.Move
MOVE_SOURCE, MOVE_TARGET, MOVE_LEAVES, MOVE_ARRIVES, MOVE_RETURNS, MOVE_WHOLE = range(len(Move._fields))

# --- statuses: why a call of the engine ends -----------------------------------------------------------

_ends = Layout()
GOING_ON = _ends.field()  # used internally: continue with the next step
DONE = _ends.field()  # the game is over
DECISION = _ends.field()  # someone must answer a question (see QUESTION and ASKED in the table)
EVENTS_FULL = _ends.field()  # the driver must empty the record before the game can continue
OUT_OF_CARDS = _ends.field()  # the shoe ran out in the middle of a hand
FAULTY = _ends.field()  # a rule required something impossible (see FAULT in the table)
LEAVING = _ends.field()  # used internally: someone has left the loop of hands
REPLAYING = _ends.field()  # used internally: a power replays the hand
PAUSED = _ends.field()  # the game paused after a step
ENOUGH = _ends.field()  # all requested hands have been tallied
YIELDED = _ends.field()  # the call has done as much work as it may
CHANCE = _ends.field()  # the driver must supply a card or a cut (see QUESTION and ASKED in the table)

# --- pauses: the steps after which the table lets the engine stop ----------------------------------------

PAUSE_NEVER = 0
PAUSE_HANDS = 1  # BEGIN_HAND
PAUSE_STEPS = 2  # after every step

# --- questions -------------------------------------------------------------------------------------------

ASK_WAGER = 1
ASK_ACTION = 2
ASK_AGAIN = 3
ASK_INSURANCE = 4
ASK_SURRENDER = 5
ASK_SIDE_BET = 6  # about the bet with the number INNER_CURSOR: yes or no, or a stake if it has BET_MOST
ASK_SWITCH = 7
ASK_CALL = 8
ASK_RAISE = 9
ASK_POWER = 10  # about the reaction REACTION_ASKED
ASK_CUT = 11  # from here on, the driver must supply chance
ASK_CARD = 12  # for the hand ASKED, plus table.FACE_DOWN

QUIT = -1  # the answer to ASK_WAGER with which a person leaves

# --- PENDING: decisions that wait for a card ---------------------------------------------------------------

NOTHING_PENDING = 0
CARD_PENDING = -1  # the action has begun, and only lacks its card
DOWN_CARD_PENDING = -2  # the same, and the card stays face down until the end
ACTION_PENDING = 1  # plus an action that was chosen but has not begun

# --- faults ----------------------------------------------------------------------------------------------

_faults = Layout(1)
WAGER_TOO_SMALL = _faults.field()
WAGER_TOO_LARGE = _faults.field()
DIVISION_BY_ZERO = _faults.field()
NUMBER_TOO_LARGE = _faults.field()
NO_ACTION = _faults.field()
ENDLESS_REACTION = _faults.field()
ENDLESS_HAND = _faults.field()
ENDLESS_ROUNDS = _faults.field()
HAND_FULL = _faults.field()
RECORD_FULL = _faults.field()
IMPOSSIBLE_CARD = _faults.field()
IMPOSSIBLE_CUT = _faults.field()
ILLEGAL_ACTION = _faults.field()
TOO_MANY_QUESTIONS = _faults.field()
TOO_MUCH_WORK = _faults.field()
ASKING = _faults.field()  # used internally: a power asks someone a question
