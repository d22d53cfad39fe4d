"""The layout of a table, which holds the state of a game.

A table is a flat sequence of integers: registers, seats, the random number generators, the constants for
formulas, a block for each person (player or dealer), a block for each hand, and finally the shoe. A block is
identified by the index of its first number, so ``table[hand + WAGER]`` reads like access to a field. Each
hand has an owner, and a person can have any number of hands.

A single sequence is easy to save, copy and compare, and formulas need only one kind of address. It is also
fast with numba, where several sequences in a named tuple would cost a hundred nanoseconds per call.
"""

from __future__ import annotations

from bj.cards import MOST_CARDS, MOST_RANKS
from bj.catalogue.events import CARD_MASK
from bj.catalogue.layout import Layout, fit
from bj.catalogue.limits import MOST_HANDS, MOST_HELD, MOST_REMEMBERED, MOST_SEATS

# --- registers that every hand uses: together, as processors read memory in lines of eight numbers ----------

_registers = Layout()
PC = _registers.field()  # the current step, as an index into the program
CURSOR = _registers.field()  # the hand or cut at which to resume an interrupted step
INNER_CURSOR = _registers.field()  # the inner counter if the interrupted step has two loops
PAUSE_AFTER = _registers.field()  # the steps after which the engine pauses, a PAUSE_* number
PENDING = _registers.field()  # the decision that is pending for the hand in play, a *_PENDING number
COPY_AT = _registers.field()  # the index of a copy of all numbers before it, or 0 if no power asks questions
RETAKING = _registers.field()  # how many cards a power has yet to draw for the hand in play
HAND = _registers.field()  # the number of the hand, from 1
QUESTION = _registers.field()  # the open question to a person or to chance, an ASK_* number, or 0
ASKED = _registers.field()  # the block of the hand that the question is about
ANSWER = _registers.field()  # the answer
ANSWERED = _registers.field()  # 1 until ANSWER has been read
FAULT = _registers.field()  # why the game stopped with FAULTY, one of the faults in program.py
NEEDS_RESET = _registers.field()  # 1 if clearing the table requires more than removing cards
LIVE = _registers.field()  # how many of the players' hands are still to be compared with the dealer's
PLAYERS = _registers.field()  # the number of occupied seats
HANDS_IN_PLAY = _registers.field()  # how many hands the players have
DEALT_HANDS = _registers.field()  # how many of these were dealt; the others come from splits
DEALER = _registers.field()  # the block of the person who deals
DEALER_HAND = _registers.field()  # the block of the dealer's hand
UPCARD = _registers.field()  # the rank of the upcard, from 0 (two) to 12 (ace), or 0 before it is dealt
UPCARD_SUIT = _registers.field()  # the suit of the upcard, numbered as in expressions, or 0
PEEKED = _registers.field()  # 1 if the dealer has checked for a natural and does not have one
OFFERING = _registers.field()  # 1 during the step that offers early surrender
CARDS_LEFT = _registers.field()  # how many cards have not been dealt since the last shuffle
DRAWING = _registers.field()  # how cards are drawn: a method of shuffling, or BY_HAND
SHOE_SIZE = _registers.field()  # the number of cards in a full shoe
SHOE = _registers.field()  # the index of the first card; a riffled shoe ends with a margin (see shoe.py)
COUNTING = _registers.field()  # reasons to process each dealt card further, as the bits below
TARGET = _registers.field()  # the total above which a hand is bust
CREDIT = _registers.field()  # 1 if wagers may exceed the bankroll
MINIMUM_WAGER = _registers.field()  # the minimum wager, in the smallest unit of money
MAXIMUM_WAGER = _registers.field()  # the maximum wager
SPARE_HAND = _registers.field()  # the block of the next spare hand
SPARE_END = _registers.field()  # the index after the last spare hand
SIDE_BETS = _registers.field()  # the index of the side bets on all dealt hands, or 0
SIDE_BETS_END = _registers.field()  # the index after the last side bet
RESTART = _registers.field()  # the step after the beginning of this hand
HAND_END = _registers.field()  # the step after the loop of hands
RESTARTS = _registers.field()  # how often this hand has restarted because the cards ran out
FIRINGS = _registers.field()  # how many reactions have fired since this hand or round began
TURN_BEGAN = _registers.field()  # the block of the last hand to have reacted to the beginning of its turn
HAND_WORK = _registers.field()  # the units of work counted for every hand

# --- registers that no situation of a search keeps ------------------------------------------------------

WORK = _registers.field()  # the units of work in this game so far (see work_per_hand.py)
WORK_END = _registers.field()  # the units of work at which this hand is stopped
SCRATCH_SIZE = 21
SCRATCH = _registers.field(SCRATCH_SIZE)  # intermediate results of formulas

# --- other registers ------------------------------------------------------------------------------------

ROUND = _registers.field()  # the number of the round, from 1
BETTING = _registers.field()  # the state of a betting round, one of the numbers below
BET_LEVEL = _registers.field()  # the most that any hand has added in the betting round
RAISES_MADE = _registers.field()  # the number of raises so far in the betting round
TO_ACT = _registers.field()  # how many hands have yet to act in the betting round
FIRST_SPARE = _registers.field()  # the block of the first spare hand for splits, or 0
SHUFFLES = _registers.field()  # the number of shuffles so far
FAULT_PERSON = _registers.field()  # the block of the person whom the fault concerns, or 0
FAULT_VALUE = _registers.field()  # the number that was refused, or the index of a reaction or formula
SPARE = _registers.field()  # the index of a second area of the same size, into which cards are riffled
FORFEITED = _registers.field()  # 1 if the player has given up this round
PLAYERS_LEFT = _registers.field()  # how many members the players' team has left, or 0 without teams
DEALERS_LEFT = _registers.field()  # how many members the dealers' team has left
ROSTER = _registers.field()  # the index of the list of blocks in the players' team, in reverse order of entry
MATCH = _registers.field()  # the number of the match between two teams, from 1
MATCHES_LEFT = _registers.field()  # how many matches no team has won yet
STANDINGS = _registers.field()  # the index of the number of wins for each team (see below)
BROUGHT = _registers.field()  # the index of the money and memory with which each person starts a match
COVERED = _registers.field()  # the index of the last card drawn if a power may hide it, otherwise 0
RETAKE_FLAGS = _registers.field()  # how a power retakes cards, as RETAKE_* flags
IDLE_ROUNDS = _registers.field()  # rounds since the last one in which a hand was played
TEAM = _registers.field()  # the number of the players' team
DEALING_TEAM = _registers.field()  # the number of the dealers' team
DEALER_ROSTER = _registers.field()  # like ROSTER, for the dealers' team
AGAIN = _registers.field()  # 1 as long as the players want to continue
HANDS_WANTED = _registers.field()  # the number of hands to play, or 0 to ask
CUTS_BY_HAND = _registers.field()  # 1 if the engine stops for every cut, which the driver supplies
METERS = _registers.field()  # the index of the jackpots, one for each side bet
SIDE_HAND = _registers.field()  # the block of the hand that is used to judge side bets
NEXT_CARD = _registers.field()  # the next card in the shoe when someone last looked at it
LOOKED_AT = _registers.field()  # CARDS_LEFT at that time, or 0 once the card is no longer known
LOOKER = _registers.field()  # the block of the person who looked
KNOWN = _registers.field()  # how many cards in the shoe the driver has supplied before they are dealt
THEIR_HAND = _registers.field()  # the block of the hand that others are reacting to
THEIR_TOTAL = _registers.field()  # the total of this hand
THEIR_CARDS = _registers.field()  # the number of cards in this hand
THEIR_LAST = _registers.field()  # the lowest value of its last card
THEIR_LAST_RANK = _registers.field()  # the rank of its last card, numbered as in expressions
THEIR_LAST_SUIT = _registers.field()  # the suit of its last card, numbered as in expressions
THEIR_SEAT = _registers.field()  # the seat of its owner, from 1, or 0 for the dealer
THEIR_WAGER = _registers.field()  # the wager on this hand
THEIR_PROFIT = _registers.field()  # the profit on this hand
THEIR_BANKROLL = _registers.field()  # the bankroll of its owner
REACTION_ASKED = _registers.field()  # the index of the reaction that a power's question is about
REPLY = _registers.field()  # the last number that was given or assumed as an answer
SETTLING = _registers.field()  # whether hands are being settled, one of the numbers below
OBSERVER = _registers.field()  # the block of the person whose view of the cards is counted by rank, or 0

# --- the fixed places after the registers ---------------------------------------------------------------

GENERATORS_SIZE = 632
CONSTANTS_SIZE = 264

fit(MOST_SEATS, MOST_HANDS)

SEATS = _registers.field(MOST_SEATS)  # the blocks of the players, in the order of their seats
DEALT = _registers.field(MOST_SEATS)  # the blocks of the hands that are dealt to these players
HANDS = _registers.field(MOST_HANDS)  # the blocks of the players' hands, in the order of play
SEEN = _registers.field(MOST_RANKS)  # the number of cards of each rank seen by the observer since the shuffle

# --- registers of a call of the engine, which a game that begins in it does not reset ---------------------

REPLIES_GIVEN = _registers.field()  # how many answers to powers there are; they follow the copy at COPY_AT
REPLIES_READ = _registers.field()  # how many of these answers have been read
RECORDED = _registers.field()  # if a power asked, how many numbers have been recorded in this call
RECORDED_END = _registers.field()  # the index in the record after these numbers

# --- what begins with a game, and continues in the next one -------------------------------------------------

GENERATORS = _registers.field(GENERATORS_SIZE)  # for the shoe and for choices (see random_generators.py)
CONSTANTS = _registers.field(CONSTANTS_SIZE)  # the constants in formulas
CONSTANTS_END = _registers.size
PERSONS = _registers.size  # the block of the first person, followed by those of everyone else

# --- a person's block --------------------------------------------------------------------------------

_person = Layout()
EVENT_BASE = _person.field()  # the base of this person's event codes, with the role
BANKROLL = _person.field()  # the person's money, in the ruleset's smallest unit
BY_POWERS = _person.field()  # the money received through powers in this game, negative for a loss
WAGER_FORMULA = _person.field()  # the strategy's wager: an index into the program, or 0 to ask
CHART = _person.field()  # the chart, or the decisions in tallied games: an index into the program, or 0
RULES = _person.field()  # the strategy's list of rules: an index into the program, or 0
TAGS = _person.field()  # the strategy's counting tags by rank: an index into the program, or 0
COUNT = _person.field()  # the running count
REACTIONS = _person.field()  # the person's reactions: an index into the program, or 0
CALLS = _person.field()  # when to call a raise: an index into the program, or 0 for always or to ask
RAISES = _person.field()  # when to raise: an index into the program, or 0 for never or to ask
INSURANCE = _person.field()  # when to insure: an index into the program, or 0 for never or to ask
SWITCH = _person.field()  # values for switching cards: an index into the program, or 0 for never or to ask
SIDE_WISHES = _person.field()  # plans for side bets: an index into the program, or 0 for never or to ask
BY_CHART = _person.field()  # 1 if the chart alone decides, and no events about hands are wanted
VEILED = _person.field()  # 1 if a power may hide this person's busting card
TARGETS = _person.field()  # powers that set a target: an index into the program, or 0
DRAWS = _person.field()  # powers that set the dealer's rule: an index into the program, or 0
PAYOUTS = _person.field()  # powers that set payouts: an index into the program, or 0
AWAITED = _person.field()  # powers that start or end once all hands are settled (see memory.py)
TALLY = _person.field()  # the index of the person's tally, or 0 if the game is not tallied
MEMORY = _person.field(MOST_REMEMBERED)  # the numbers that a strategy or power remembers
FIRST_HAND = _person.field()  # the block of the first hand that is dealt to the person
OTHER_ROLE = _person.field()  # if the bank rotates, the person's block in the other role, otherwise 0
SCORE = _person.field()  # the number by which the standings are ordered
BANKED = _person.field()  # added to BANKROLL to leave out money from role changes and new matches
PERSON_SIZE = _person.size

# --- the wins of a team --------------------------------------------------------------------------------

_standing = Layout()
MATCHES_WON = _standing.field()
ROUNDS_WON = _standing.field()
STANDING_SIZE = _standing.size

# --- what a person has as a match begins ----------------------------------------------------------------

_brought = Layout()
BROUGHT_MONEY = _brought.field()
BROUGHT_MEMORY = _brought.field(MOST_REMEMBERED)
BROUGHT_SIZE = _brought.size

# --- a hand's block ----------------------------------------------------------------------------------

_hand = Layout()
OWNER = _hand.field()  # the block of the person who owns the hand
VALUE = _hand.field()  # twice the total, plus 1 if the total is soft
CARDS = _hand.field()  # the number of cards
STATE = _hand.field()  # one of the states below
WAGER = _hand.field()  # the whole wager
INITIAL = _hand.field()  # the wager before any doubling, or 0 for a hand from a split
FREE = _hand.field()  # the part of the wager that the house put up, which the player cannot lose
DOUBLED = _hand.field()  # how often the wager was doubled
PARTS = _hand.field()  # the number of hands into which the dealt hand has been split, or 1
WHOLE = _hand.field()  # the block of the dealt hand
BET = _hand.field()  # the amount added in the betting round; a call counts in full, even if it paid less
INSURANCE_STAKED = _hand.field()  # the insurance stake
INSURED = _hand.field()  # the insurance stake until it is settled, then 0
INSURANCE_PAID = _hand.field()  # what insurance won or lost
NOTED_COUNT = _hand.field()  # the running count, or another number, when the wager was made
STAYS_DOWN = _hand.field()  # the number of cards when the hand was doubled face down, or 0 if it was not
SWITCHED = _hand.field()  # 1 if the second card was switched with another hand's
OVERRIDE = _hand.field()  # a power's target: an index into the program, or 0 for the target of the house
SEES_HOLE = _hand.field()  # 1 if the owner knows the dealer's face-down cards
OUTCOME = _hand.field()  # how the hand was settled: the index of an outcome in the program
PAID = _hand.field()  # what the player won when the hand was settled, negative for a loss
HELD = _hand.field(MOST_HELD)  # the cards, plus FACE_DOWN while they are hidden
HAND_SIZE = _hand.size

NOBODY = 0  # in place of the block of a person or hand

MOST_LAID = 2 * MOST_HELD  # the most cards a side bet can be about: a player's hand and the dealer's
SIDE_HAND_SIZE = HELD + MOST_LAID  # the size of the hand for these cards

FACE_DOWN = 128

fit(MOST_CARDS, CARD_MASK)
fit(CARD_MASK + 1, FACE_DOWN)

# --- a side bet on a hand: first all bets on the first hand that is dealt, then those on the next ---------

_bet = Layout()
BET_HAND = _bet.field()  # the block of the hand
BET_STAKE = _bet.field()  # the stake, or 0 if the bet was not made
BET_OPEN = _bet.field()  # the stake until the bet is settled, then 0
BET_PAID = _bet.field()  # what the bet won, negative for a loss
BET_METER = _bet.field()  # the index of the bet's jackpot
BET_ADDED = _bet.field()  # how the bet changed the jackpot
SIDE_BET_SIZE = _bet.size

MOST_REPLIES = 60  # answers to powers between two stops of the engine

# --- COUNTING: why each dealt card is processed again ---------------------------------------------------

COUNTED = 1  # someone counts cards, or is an observer
OVERRIDES = 2  # powers can change the target

# --- SETTLING: whether hands are being settled ----------------------------------------------------------

AS_ONE = 1  # hands are being settled, and powers do not start or end until this is done
CHANGES_WAIT = 2  # the same, and a power is waiting to start or end

# --- BETTING: how far a betting round is -----------------------------------------------------------------

NO_BETS = 0  # the round has not started, or is over
MUST_CALL = 1  # the next hand must pay what it owes, or fold
MAY_RAISE = 2  # the next hand owes nothing

# --- states of a hand --------------------------------------------------------------------------------

_states = Layout()
IN_PLAY = _states.field()
ACTING = _states.field()  # its turn has been announced
STOOD = _states.field()
BUST = _states.field()
GIVEN_UP = _states.field()
SITS_OUT = _states.field()
SETTLED = _states.field()
