"""The layout of a table: the state of a game.

A table is one flat sequence of integers: first the registers, then the seats, the random number generators,
the constants of formulas, a block for every person (player or dealer), one for every hand and, last, the
shoe. A block is identified by the index of its first number, so ``table[hand + WAGER]`` reads like a field of
a record. A hand has an owner, and a person may have any number of hands. A single sequence is easy to save,
copy and compare, and formulas need only one kind of address. It is also fast with numba: several sequences in
a named tuple cost a hundred nanoseconds at every call.
"""

from __future__ import annotations

from bj.cards import MOST_CARDS, MOST_RANKS
from bj.catalogue.events import CARD_MASK
from bj.catalogue.layout import Layout, fit
from bj.catalogue.limits import MOST_HANDS, MOST_HELD, MOST_REMEMBERED, MOST_SEATS

# --- registers that every hand uses: together, as processors read memory in lines of eight numbers ----------

_registers = Layout()
PC = _registers.field()  # the step that is being played: an index into the program
CURSOR = _registers.field()  # the hand or cut at which an interrupted step continues
INNER_CURSOR = _registers.field()  # the inner counter of an interrupted step with two loops
PAUSE_AFTER = _registers.field()  # the steps after which the engine stops: one of program's PAUSE_* numbers
PENDING = _registers.field()  # the decision about the hand in play: program's *_PENDING numbers
COPY_AT = _registers.field()  # the index of a copy of all numbers before it, or 0 if no power asks
RETAKING = _registers.field()  # the number of cards that a power has yet to take for the hand in play
HAND = _registers.field()  # the number of the hand, from 1
QUESTION = _registers.field()  # the question to a person or to chance: an ASK_* number, or 0
ASKED = _registers.field()  # the block of the hand that the question is about
ANSWER = _registers.field()  # the answer
ANSWERED = _registers.field()  # 1 until ANSWER is read
FAULT = _registers.field()  # why the table stopped with FAULTY: one of the faults of a program
NEEDS_RESET = _registers.field()  # 1 if clearing the table means more than removing cards
LIVE = _registers.field()  # the number of players' hands to compare with the dealer's
PLAYERS = _registers.field()  # the number of seats taken
HANDS_IN_PLAY = _registers.field()  # the number of hands that the players have
DEALT_HANDS = _registers.field()  # the number of dealt hands. The other hands come from splits
DEALER = _registers.field()  # the block of the person who deals
DEALER_HAND = _registers.field()  # the block of the dealer's hand
UPCARD = _registers.field()  # the rank of the dealer's upcard, 0 (two) to 12 (ace), or 0 before it is dealt
UPCARD_SUIT = _registers.field()  # the suit of the upcard, as in expressions, or 0
PEEKED = _registers.field()  # 1 if the dealer has looked for a natural in this hand, and has none
OFFERING = _registers.field()  # 1 during the step that offers early surrender
CARDS_LEFT = _registers.field()  # the number of cards not dealt since the last shuffle
DRAWING = _registers.field()  # how cards are drawn: a method of shuffling, or BY_HAND
SHOE_SIZE = _registers.field()  # the number of cards in the full shoe
SHOE = _registers.field()  # the index of the first card. A riffled shoe ends with a margin (see shoe.py)
COUNTING = _registers.field()  # why each dealt card is processed again, as the bits below
TARGET = _registers.field()  # the total above which a hand busts
CREDIT = _registers.field()  # 1 if a wager may exceed the bankroll
MINIMUM_WAGER = _registers.field()  # the smallest wager, in the smallest unit of money
MAXIMUM_WAGER = _registers.field()  # the largest wager
SPARE_HAND = _registers.field()  # the block of the next spare hand
SPARE_END = _registers.field()  # the index after the last spare hand
SIDE_BETS = _registers.field()  # the index of the side bets of all dealt hands, or 0
SIDE_BETS_END = _registers.field()  # the index after the last side bet
RESTART = _registers.field()  # the step after the start of this hand
HAND_END = _registers.field()  # the step after the loop of hands
RESTARTS = _registers.field()  # how often this hand has restarted because the cards ran out
FIRINGS = _registers.field()  # reactions since this hand or round began
TURN_BEGAN = _registers.field()  # the block of the last hand that reacted to the beginning of its turn
HAND_WORK = _registers.field()  # the units of work that every hand takes

# --- registers that no situation of a search keeps ------------------------------------------------------

WORK = _registers.field()  # the work of this game so far, in units (see budget.py)
WORK_END = _registers.field()  # the work after which this hand is stopped
SCRATCH_SIZE = 21
SCRATCH = _registers.field(SCRATCH_SIZE)  # intermediate results of formulas

# --- other registers ------------------------------------------------------------------------------------

ROUND = _registers.field()  # the number of the round, from 1
BETTING = _registers.field()  # the state of a betting round: one of the numbers below
BET_LEVEL = _registers.field()  # the largest amount that a hand has added in the betting round
RAISES_MADE = _registers.field()  # the number of raises in the betting round
TO_ACT = _registers.field()  # the number of hands that have yet to act in the betting round
FIRST_SPARE = _registers.field()  # the block of the first spare hand for splits, or 0
SHUFFLES = _registers.field()  # the number of shuffles so far
FAULT_PERSON = _registers.field()  # the block of the person at fault, or 0
FAULT_VALUE = _registers.field()  # the refused number, or the index of a reaction or a formula
SPARE = _registers.field()  # the index of a second area of the same size, where a riffle puts the cards
FORFEITED = _registers.field()  # 1 if the player has given up this round
PLAYERS_LEFT = _registers.field()  # how many of the players' team are not kicked out, or 0 without teams
DEALERS_LEFT = _registers.field()  # how many of the dealers' team are not kicked out
ROSTER = _registers.field()  # the index of the blocks of the players' team, the last member to enter first
MATCH = _registers.field()  # the number of the match between two teams, from 1
MATCHES_LEFT = _registers.field()  # the number of matches that no team has won yet
STANDINGS = _registers.field()  # the index of the wins of each team (see below)
BROUGHT = _registers.field()  # the index of the money and memory with which each person starts a match
COVERED = _registers.field()  # the index of the last card drawn if a power may hide it, otherwise 0
RETAKE_FLAGS = _registers.field()  # how a power takes cards, as RETAKE_* numbers
IDLE_ROUNDS = _registers.field()  # rounds since the last one with a hand
TEAM = _registers.field()  # the number of the players' team
DEALING_TEAM = _registers.field()  # the number of the dealers' team
DEALER_ROSTER = _registers.field()  # the index of the dealers' team, like ROSTER
AGAIN = _registers.field()  # 1 while the players want to continue
HANDS_WANTED = _registers.field()  # the number of hands to play, or 0 to ask
CUTS_BY_HAND = _registers.field()  # 1 if the engine stops for every cut, which the driver gives
METERS = _registers.field()  # the index of the meters of the side bets, one for each
SIDE_HAND = _registers.field()  # the block of the hand that holds the cards of a side bet
NEXT_CARD = _registers.field()  # the next card of the shoe when a person last looked at it
LOOKED_AT = _registers.field()  # CARDS_LEFT when the person looked, or 0 if the card is no longer known
LOOKER = _registers.field()  # the block of the person who looked
KNOWN = _registers.field()  # the number of cards of the shoe that the driver gave before they are dealt
THEIR_HAND = _registers.field()  # the block of the hand that others react to
THEIR_TOTAL = _registers.field()  # the total of that hand
THEIR_CARDS = _registers.field()  # the number of cards of that hand
THEIR_LAST = _registers.field()  # the lowest value of the last card of that hand
THEIR_LAST_RANK = _registers.field()  # the rank of that card, as in expressions
THEIR_LAST_SUIT = _registers.field()  # the suit of that card, as in expressions
THEIR_SEAT = _registers.field()  # the seat of the hand's owner, from 1, or 0 for the dealer
THEIR_WAGER = _registers.field()  # the wager on that hand
THEIR_PROFIT = _registers.field()  # the profit of that hand
THEIR_BANKROLL = _registers.field()  # the money of the hand's owner
REPLY = _registers.field()  # the last number given or assumed as an answer
SETTLING = _registers.field()  # whether hands are being settled: one of the numbers below
OBSERVER = _registers.field()  # the block of the person whose seen cards are counted by rank, or 0

# --- the fixed places after the registers ---------------------------------------------------------------

GENERATORS_SIZE = 632
CONSTANTS_SIZE = 264

fit(MOST_SEATS, MOST_HANDS)

SEATS = _registers.field(MOST_SEATS)  # the blocks of the seated players, in seat order
DEALT = _registers.field(MOST_SEATS)  # the blocks of the hands that these players are dealt
HANDS = _registers.field(MOST_HANDS)  # the blocks of the players' hands, in the order of play
SEEN = _registers.field(MOST_RANKS)  # the cards that the observer has seen since the shuffle, by rank

# --- registers of a call of the engine, which a game that begins in it does not reset ---------------------

REPLIES_GIVEN = _registers.field()  # the number of answers to powers, which follow the copy at COPY_AT
REPLIES_READ = _registers.field()  # the number of those answers that have been read
RECORDED = _registers.field()  # the number of recorded numbers since the engine was called, if a power asked
RECORDED_END = _registers.field()  # the index in the record after the last of these numbers

# --- what begins with a game, and continues in the next one -------------------------------------------------

GENERATORS = _registers.field(GENERATORS_SIZE)  # the shoe's and the one for choices (see generators.py)
CONSTANTS = _registers.field(CONSTANTS_SIZE)  # the constants of formulas
CONSTANTS_END = _registers.size
PERSONS = _registers.size  # the first person's block, which all others follow

# --- a person's block --------------------------------------------------------------------------------

_person = Layout()
EVENT_BASE = _person.field()  # the base of this person's event codes, with the role
BANKROLL = _person.field()  # the person's money, in the ruleset's smallest unit
BY_POWERS = _person.field()  # the money that powers moved to the person in this game, negative for a loss
WAGER_FORMULA = _person.field()  # the strategy's wager: an index into the program, or 0 to ask the person
CHART = _person.field()  # the chart, or in tallied games the decisions: an index into the program, or 0
RULES = _person.field()  # the strategy's list of rules: an index into the program, or 0
TAGS = _person.field()  # the strategy's counting tags by rank: an index into the program, or 0
COUNT = _person.field()  # the running count
REACTIONS = _person.field()  # the person's reactions: an index into the program, or 0
CALLS = _person.field()  # when the person calls a raise: an index into the program, or 0 for always or to ask
RAISES = _person.field()  # when the person raises: an index into the program, or 0 for never or to ask
INSURANCE = _person.field()  # when the person insures: an index into the program, or 0 for never or to ask
SWITCH = _person.field()  # the values of hands for switching cards: an index, or 0 for never or to ask
SIDE_WISHES = _person.field()  # the plans for side bets: an index into the program, or 0 for never or to ask
BY_CHART = _person.field()  # 1 if only the chart decides, and no events about hands are wanted
VEILED = _person.field()  # 1 if a power may hide the card that busts this person
TARGETS = _person.field()  # the powers that set a target: an index into the program, or 0
DRAWS = _person.field()  # the powers that set a rule for the dealer: an index into the program, or 0
PAYOUTS = _person.field()  # the powers that set payouts: an index into the program, or 0
AWAITED = _person.field()  # the powers that start or end when all hands are settled (see memory.py)
TALLY = _person.field()  # the index of the person's tallies, or 0 in a game without tallies
MEMORY = _person.field(MOST_REMEMBERED)  # the numbers that a strategy or a power remembers
FIRST_HAND = _person.field()  # the block of the first hand that the person is dealt
OTHER_ROLE = _person.field()  # the block of the same person in the other role if the bank rotates, or 0
SCORE = _person.field()  # the number by which the standings are ordered
BANKED = _person.field()  # added to BANKROLL, it takes out money from role changes and new matches
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
CARDS = _hand.field()  # the number of cards held
STATE = _hand.field()  # one of the states below
WAGER = _hand.field()  # the wager
INITIAL = _hand.field()  # the wager before any doubling, or 0 for a hand from a split
FREE = _hand.field()  # the part of the wager that the house paid, which the player cannot lose
DOUBLED = _hand.field()  # how often the wager was doubled
PARTS = _hand.field()  # the number of hands into which the dealt hand is split, or 1 without a split
WHOLE = _hand.field()  # the block of the dealt hand
BET = _hand.field()  # the amount added in the betting round. A call counts in full, even if it paid less
INSURANCE_STAKED = _hand.field()  # the stake for insurance
INSURED = _hand.field()  # the stake until insurance is settled, then 0
INSURANCE_PAID = _hand.field()  # the win or loss of insurance
NOTED_COUNT = _hand.field()  # the running count, or another number, when the wager was made
STAYS_DOWN = _hand.field()  # the number of cards when the hand was doubled face down, or 0 if it was not
SWITCHED = _hand.field()  # 1 if the second card was exchanged for that of another hand
OVERRIDE = _hand.field()  # the target of a power: an index into the program, or 0 for the house's target
SEES_HOLE = _hand.field()  # 1 if the owner knows the dealer's face-down cards
OUTCOME = _hand.field()  # how the hand was settled: the index of an outcome in the program
PAID = _hand.field()  # the player's win when the hand was settled, negative for a loss
HELD = _hand.field(MOST_HELD)  # the cards, plus FACE_DOWN while they are hidden
HAND_SIZE = _hand.size

NOBODY = 0  # in place of the block of a person or a hand

MOST_LAID = 2 * MOST_HELD  # the maximum number of cards of a side bet: a player's hand and the dealer's
SIDE_HAND_SIZE = HELD + MOST_LAID  # the size of the hand that holds them

FACE_DOWN = 128

fit(MOST_CARDS, CARD_MASK)
fit(CARD_MASK + 1, FACE_DOWN)

# --- a side bet on a hand: first all bets on the first hand that is dealt, then those on the next ---------

_bet = Layout()
BET_HAND = _bet.field()  # the block of the hand
BET_STAKE = _bet.field()  # the stake, or 0 if the bet is not made
BET_OPEN = _bet.field()  # the stake until the bet is settled, then 0
BET_PAID = _bet.field()  # the win, negative for a loss
BET_METER = _bet.field()  # the index of the bet's meter
BET_ADDED = _bet.field()  # the bet's change to the meter
SIDE_BET_SIZE = _bet.size

MOST_REPLIES = 60  # answers to powers between two stops of the engine

# --- COUNTING: why each dealt card is processed again ---------------------------------------------------

COUNTED = 1  # a player counts cards, or is an observer
OVERRIDES = 2  # powers may change the target

# --- SETTLING: whether hands are being settled ----------------------------------------------------------

AS_ONE = 1  # hands are being settled, and no power starts or ends meanwhile
CHANGES_WAIT = 2  # hands are being settled, and a power starts or ends afterwards

# --- BETTING: how far a betting round is -----------------------------------------------------------------

NO_BETS = 0  # the round has not started, or is over
MUST_CALL = 1  # the next hand first pays what it owes, or folds
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
