"""Where everything stands in a table: the state of one game.

A table is one flat sequence of whole numbers: first the registers, then the seats, the random number
generators, the constants of formulas, a block for every person (player or dealer), one for every hand and,
last, the shoe. A block is named by the index of its first number, so ``table[hand + WAGER]`` reads like a
field of a record; a hand knows its owner, and a person may have any number of hands.
One sequence makes saving, copying and comparing a game trivial, gives formulas one kind of address, and is
what numba is fast with: a few sequences in a named tuple cost it a hundred nanoseconds at every call.
"""

from __future__ import annotations

from bj.cards import MOST_CARDS
from bj.catalogue.events import CARD_MASK
from bj.catalogue.layout import Layout, fit
from bj.catalogue.limits import MOST_HANDS, MOST_HELD, MOST_REMEMBERED, MOST_SEATS

# --- registers ---------------------------------------------------------------------------------------

_registers = Layout()
PC = _registers.field()  # the step that is played now: an index into the program
TURN = _registers.field()  # how far a step has come when it is left in the middle: hand or cut
SPOT = _registers.field()  # the second counter of a step with two nested loops
CARDS_LEFT = _registers.field()  # cards of the shoe not dealt since the last shuffle
UPCARD = _registers.field()  # rank of the dealer's first face-up card, 0 (two) to 12 (ace); 0 before
UPCARD_SUIT = _registers.field()  # its suit as expressions know it, 0 without one
HAND = _registers.field()  # number of the hand, from 1
ROUND = _registers.field()  # number of the round, from 1
LIVE = _registers.field()  # players' hands that are still to be compared with the dealer's
PLAYERS = _registers.field()  # seats taken
HANDS_IN_PLAY = _registers.field()  # how many hands the players have
DEALT_HANDS = _registers.field()  # how many of them are dealt; the others come from splits
LOOKED = _registers.field()  # 1 when the dealer has looked for a natural in this hand, and has none
OFFERING = _registers.field()  # 1 in the step that offers to surrender before anybody acts
DISTURBED = _registers.field()  # 1 when hands have more to be cleared of than their cards
FIRST_SPARE = _registers.field()  # the block of the first hand that is there for splits, 0 for none
SPARE_HAND = _registers.field()  # the block of the next of them
SPARE_END = _registers.field()  # the index behind the last of them
DEALER = _registers.field()  # the block of the person who deals
DEALER_HAND = _registers.field()  # the block of that person's hand
SHUFFLES = _registers.field()  # shuffles so far
QUESTION = _registers.field()  # what is asked of a person or of chance: an ASK_* number, 0 for nothing
ASKED = _registers.field()  # the block of the hand that it is about
ANSWER = _registers.field()  # what was answered
ANSWERED = _registers.field()  # 1 while ANSWER waits to be taken
FAULT = _registers.field()  # why the table stopped with FAULTY: one of program's faults
FAULT_PERSON = _registers.field()  # the block of the person at fault, 0 for nobody
FAULT_VALUE = _registers.field()  # the number refused, or the index of the reaction that would never end
COUNTING = _registers.field()  # why cards that are dealt are looked at again: bits, see below
TARGET = _registers.field()  # the total that busts when exceeded
CREDIT = _registers.field()  # 1 when a wager may exceed the bankroll
MINIMUM_WAGER = _registers.field()  # the smallest wager, in the smallest unit of money
MAXIMUM_WAGER = _registers.field()  # the largest one
SHOE_SIZE = _registers.field()  # cards in the shoe
SHOE = _registers.field()  # the index of the first card; a riffled shoe has a margin behind it, see shoe.py
SPARE = _registers.field()  # the index of as many numbers again: where a riffle puts the cards
FORFEITED = _registers.field()  # 1 when the player has given up this round
PLAYERS_LEFT = _registers.field()  # members of the players' team who are not kicked out, 0 without teams
DEALERS_LEFT = _registers.field()  # members of the dealers' team who are not kicked out
ROSTER = _registers.field()  # the index of the blocks of the players' team, last to enter first
RESTART = _registers.field()  # the step after the beginning of this hand
RETAKING = _registers.field()  # cards that a power still takes for the hand that is played
COVERED = _registers.field()  # the index of the card that was drawn last, if a power might hide it, else 0
RETAKE_FLAGS = _registers.field()  # how it takes them: program's RETAKE_* numbers
SCRATCH_SIZE = 21
SCRATCH = _registers.field(SCRATCH_SIZE)  # what formulas remember in between
WORK = _registers.field()  # units of work of this game so far, see budget.py
WORK_END = _registers.field()  # those beyond which this hand takes too much
HAND_WORK = _registers.field()  # those that every hand takes
IDLE_ROUNDS = _registers.field()  # rounds since the last one with a hand
RESTARTS = _registers.field()  # how often this hand has started again because the cards ran out
PAUSE_AFTER = _registers.field()  # the steps after which the engine stops: one of program's PAUSE_* numbers
FIRINGS = _registers.field()  # reactions since this hand or round began
TEAM = _registers.field()  # the players' team, 0 or 1
DEALER_ROSTER = _registers.field()  # the index of the blocks of the dealers' team, last to enter first
HAND_END = _registers.field()  # the step behind the loop of hands
AGAIN = _registers.field()  # 1 while people want to play on
HANDS_WANTED = _registers.field()  # hands after which nobody wants to play on, 0 to ask
DRAWING = _registers.field()  # how cards are drawn: the program's method of shuffling, or BY_HAND
CUTS_BY_HAND = _registers.field()  # 1 when the engine stops for every cut, and is given it
SIDE_BETS = _registers.field()  # the index of the side bets of all hands that are dealt, 0 for none
SIDE_BETS_END = _registers.field()  # the index behind the last of them
METERS = _registers.field()  # the index of the meters of the side bets, one for each
SIDE_HAND = _registers.field()  # the block of the hand into which the cards are laid that one looks at
NEXT_CARD = _registers.field()  # the next card of the shoe when somebody last looked at it
LOOKED_AT = _registers.field()  # how many cards were left then, 0 when nobody knows it any more
LOOKER = _registers.field()  # the block of the person who looked
KNOWN = _registers.field()  # how many cards of the shoe were given before they are dealt
TURN_BEGAN = _registers.field()  # the block of the last hand to the beginning of whose turn people reacted
THEIR_HAND = _registers.field()  # the block of the hand to which happened what others react to
THEIR_TOTAL = _registers.field()  # its total
THEIR_CARDS = _registers.field()  # how many cards it has
THEIR_LAST = _registers.field()  # what the last of them is worth
THEIR_LAST_RANK = _registers.field()  # its rank as expressions know it
THEIR_LAST_SUIT = _registers.field()  # its suit as expressions know it
THEIR_SEAT = _registers.field()  # where its owner sits, from 1; 0 for the dealer
THEIR_WAGER = _registers.field()  # its wager
THEIR_PROFIT = _registers.field()  # what it has brought
THEIR_BANKROLL = _registers.field()  # the money of its owner
PENDING = _registers.field()  # what was decided about the hand that is played: program's *_PENDING numbers
NOTED = _registers.field()  # the index of room for a copy of all before it, 0 where no power asks
REPLIES_GIVEN = _registers.field()  # how many answers to powers are kept behind that copy
REPLIES_READ = _registers.field()  # how many of them were taken
TOLD = _registers.field()  # numbers recorded since the engine was called, when a power asked
TOLD_BEGIN = _registers.field()  # the index in the record of the first of them
TOLD_END = _registers.field()  # the index after the last of them
REPLY = _registers.field()  # the number that somebody gave as an answer, or would have given
SETTLING = _registers.field()  # whether hands are being settled: one of the numbers below

# --- the fixed places behind them ----------------------------------------------------------------------

GENERATORS_SIZE = 632
CONSTANTS_SIZE = 264

fit(MOST_SEATS, MOST_HANDS)

SEATS = _registers.field(MOST_SEATS)  # the blocks of the seated players, in seat order
DEALT = _registers.field(MOST_SEATS)  # the blocks of the hands that they are dealt
HANDS = _registers.field(MOST_HANDS)  # the blocks of their hands, in the order in which they are played
GENERATORS = _registers.field(GENERATORS_SIZE)  # the shoe's, then the one for choices: see generators.py
CONSTANTS = _registers.field(CONSTANTS_SIZE)  # numbers that formulas use
CONSTANTS_END = _registers.size
PERSONS = _registers.size  # the first person's block; all others follow it

# --- a person's block --------------------------------------------------------------------------------

_person = Layout()
VOICE = _person.field()  # base of this person's event codes, with the role
BANKROLL = _person.field()  # money, in the ruleset's smallest unit
BY_POWERS = _person.field()  # how much of it powers have moved here in this game, negative for a loss
WAGER_FORMULA = _person.field()  # the strategy's wager: an index into the program, 0 to ask the person
CHART = _person.field()  # the chart, or in tallied games the decisions: an index into the program, or 0
RULES = _person.field()  # the strategy's list of rules: an index into the program, 0 for none
TAGS = _person.field()  # the strategy's counting tags by rank: an index into the program, 0 for none
COUNT = _person.field()  # running count
REACTIONS = _person.field()  # the person's reactions: an index into the program, 0 for none
INSURANCE = _person.field()  # when the person insures: an index into the program, 0 for never or to ask
SWITCH = _person.field()  # what hands are worth when cards may be switched: an index, 0 for never or to ask
SIDE_WISHES = _person.field()  # when side bets are made: an index into the program, 0 for never or to ask
BY_CHART = _person.field()  # 1 when the chart alone decides, and nothing that hands do is told
VEILED = _person.field()  # 1 when a power may hide the card that busts this person
TARGETS = _person.field()  # the powers with a target of their own: an index into the program, 0 for none
DRAWS = _person.field()  # the powers with a rule of their own for the dealer, in the same way
PAYOUTS = _person.field()  # the powers with payouts of their own, in the same way
AWAITED = _person.field()  # powers that begin or end when all hands are settled: see remembering.py
TALLY = _person.field()  # the index of what is tallied of the person, 0 for a game without tallies
MEMORY = _person.field(MOST_REMEMBERED)  # numbers that a strategy remembers
FIRST_HAND = _person.field()  # the block of the first hand that the person is dealt
PERSON_SIZE = _person.size

# --- a hand's block ----------------------------------------------------------------------------------

_hand = Layout()
OWNER = _hand.field()  # the block of the person whose hand it is
VALUE = _hand.field()  # 2 * total, + 1 when the total is soft
CARDS = _hand.field()  # cards held
STATE = _hand.field()  # one of the states below
WAGER = _hand.field()  # what is at stake
INITIAL = _hand.field()  # what was at stake before the wager was doubled; 0 for a hand from a split
FREE = _hand.field()  # how much of the wager the house has put up: it is not lost
DOUBLED = _hand.field()  # how often the wager was doubled
PARTS = _hand.field()  # into how many hands the one that was dealt is split, 1 when it is not
WHOLE = _hand.field()  # the block of the hand that was dealt
INSURANCE_STAKED = _hand.field()  # what was staked on the dealer having a natural
INSURED = _hand.field()  # the same until that is settled, then 0
INSURANCE_PAID = _hand.field()  # what that has brought
NOTED_COUNT = _hand.field()  # the running count at which the wager was made, or another number of then
STAYS_DOWN = _hand.field()  # its cards with the one that lies face down since it was doubled, 0 for none
SWITCHED = _hand.field()  # 1 when its second card was exchanged for that of another hand
AIM = _hand.field()  # the target of a power: an index into the program, 0 for that of the house
LOOKS = _hand.field()  # 1 when its owner knows the dealer's cards that lie face down
OUTCOME = _hand.field()  # how it was settled: the index of an outcome in the program
PAID = _hand.field()  # what the hand brought its player when it was settled, negative for a loss
HELD = _hand.field(MOST_HELD)  # the cards, + FACE_DOWN while nobody may see them
HAND_SIZE = _hand.size

NOBODY = 0  # in place of the block of a person or a hand

MOST_LAID = 2 * MOST_HELD  # cards that a side bet looks at: all of a player's hand and of the dealer's
SIDE_HAND_SIZE = HELD + MOST_LAID  # of the hand into which they are laid

FACE_DOWN = 64

fit(MOST_CARDS, CARD_MASK)
fit(CARD_MASK + 1, FACE_DOWN)

# --- a side bet on a hand: first all bets on the first hand that is dealt, then those on the next ---------

_bet = Layout()
BET_HAND = _bet.field()  # the block of the hand
BET_STAKE = _bet.field()  # 0 for a bet that is not made
BET_OPEN = _bet.field()  # the same until the bet is settled, then 0
BET_PAID = _bet.field()  # what it brought, negative for a loss
BET_METER = _bet.field()  # the index of its meter
BET_ADDED = _bet.field()  # by how much it has changed the meter
SIDE_BET_SIZE = _bet.size

# --- why cards that are dealt are looked at again ------------------------------------------------------

COUNTED = 1  # somebody who plays counts cards
AIMED = 2  # powers may change the target

# --- what SETTLING says ---------------------------------------------------------------------------------

AS_ONE = 1  # hands are settled, and no power begins or ends to last
CHANGES_WAIT = 2  # as AS_ONE, and a power begins or ends when they are settled

# --- states of a hand --------------------------------------------------------------------------------

_states = Layout()
IN_PLAY = _states.field()
ACTING = _states.field()  # its turn has been announced
STOOD = _states.field()
BUST = _states.field()
GIVEN_UP = _states.field()
SITS_OUT = _states.field()
SETTLED = _states.field()
