"""Where everything stands in a table: the state of one game.

A table is one flat sequence of whole numbers: first the registers, then the seats, the random number
generators, the constants of formulas, a block for every person (player or dealer) and, last, the shoe. A
block is named by the index of its first number, so ``table[hand + WAGER]`` reads like a field of a record.
One sequence makes saving, copying and comparing a game trivial, gives formulas one kind of address, and is
what numba is fast with: a few sequences in a named tuple cost it a hundred nanoseconds at every call.
"""

# --- registers ---------------------------------------------------------------------------------------

PC = 0  # the step that is played now: an index into the program
TURN = 1  # how far a step has come when it is left in the middle: seat or cut
SPOT = 2  # the second counter of a step with two nested loops
CARDS_LEFT = 3  # cards of the shoe not dealt since the last shuffle
UPCARD = 4  # rank of the dealer's first face-up card, 0 (two) to 12 (ace); 0 before, so that charts have it
HAND = 5  # number of the hand, from 1
ROUND = 6  # number of the round, from 1
LIVE = 7  # players' hands that are still to be compared with the dealer's
PLAYERS = 8  # seats taken
DEALER = 9  # the block of the person who deals
SHUFFLES = 10  # shuffles so far
QUESTION = 11  # what a person is asked: one of the ASK_* numbers, 0 for nothing
ASKED = 12  # the block of the person who is asked
ANSWER = 13  # what that person answered
ANSWERED = 14  # 1 while ANSWER waits to be taken
FAULT = 15  # why the table stopped with FAULTY: one of program's faults
FAULT_PERSON = 16  # the block of the person at fault, 0 for nobody
FAULT_VALUE = (
    17  # the number that was refused, or the reaction that would never end: an index into the program
)
COUNTING = 18  # 1 when somebody who plays counts cards
TARGET = 19  # the total that busts when exceeded
CREDIT = 20  # 1 when a wager may exceed the bankroll
MINIMUM_WAGER = 21  # the smallest wager, in the smallest unit of money
SHOE_SIZE = 22  # cards in the shoe
SHOE = 23  # the index of the first card of the shoe; a riffled one has a margin as large behind it
SPARE = 24  # the index of as many numbers again, with a margin too: where a riffle puts the cards
FORFEITED = 25  # 1 when the player has given up this round
PLAYERS_LEFT = 26  # members of the players' team who are not kicked out, 0 without teams
DEALERS_LEFT = 27  # members of the dealers' team who are not kicked out
ROSTER = 28  # the index of the blocks of the players' team, last to enter first
RESTART = 29  # the step after the beginning of this hand
RETAKING = 30  # cards that a power still takes for the hand that is played
RETAKE_FLAGS = 31  # how it takes them: program's RETAKE_* numbers
SCRATCH = 32  # what formulas remember in between
SCRATCH_SIZE = 21
IDLE_ROUNDS = 53  # rounds since the last one with a hand
RESTARTS = 54  # how often this hand has started again because the cards ran out
PAUSES = 55  # whether the engine stops between two hands: one of program's PAUSE_* numbers
CARDS_TAKEN = 62  # given cards dealt so far
CUTS_TAKEN = 63  # given cuts made so far
HAND_END = 59  # the step behind the loop of hands
AGAIN = 60  # 1 while people want to play on
HANDS_WANTED = 61  # hands after which nobody wants to play on, 0 to ask
FIRINGS = 56  # reactions since this hand or round began
TEAM = 57  # the players' team, 0 or 1
DEALER_ROSTER = 58  # the index of the blocks of the dealers' team, last to enter first

SEATS = 64  # the blocks of the seated players, in seat order
SEAT_LIMIT = 64

GENERATORS = 128  # the shoe's generator, then the one for choices: see generators.py
CONSTANTS = 760  # numbers that formulas use
CONSTANTS_END = 1024
PERSONS = 1024  # the first person's block

# --- a person's block --------------------------------------------------------------------------------

VOICE = 0  # base of this person's event codes: 8192 * index, plus 64 for the dealer
BANKROLL = 1  # money, in the ruleset's smallest unit
WAGER_FORMULA = 2  # the strategy's wager: an index into the program, 0 to ask the person
CHART = 3  # the strategy's chart, or in tallied games its decisions: an index into the program, 0 for none
RULES = 4  # the strategy's list of rules: an index into the program, 0 for none
TAGS = 5  # the strategy's thirteen counting tags: an index into the program, 0 for none
COUNT = 6  # running count
REACTIONS = 7  # the person's reactions: an index into the program, 0 for none
BY_CHART = 8  # 1 when the chart alone decides about hands, and nobody says anything about it but the cards
VEILED = 9  # 1 when a power may hide the card that busts this person
MEMORY = 10  # six numbers that a strategy remembers
FIRST_HAND = 16  # the block of the first hand

# --- a hand's block ----------------------------------------------------------------------------------

VALUE = 0  # 2 * total, + 1 when the total is soft
CARDS = 1  # cards held
STATE = 2  # one of the states below
WAGER = 3  # the main wager
DOUBLED = 4  # 1 when the wager was doubled
NOTED_COUNT = 5  # the running count at which the wager was made
PAID = 7  # what the hand brought its player when it was settled, negative for a loss
HELD = 8  # the cards, + FACE_DOWN while nobody may see them
HELD_LIMIT = 34  # more aces than bust any hand: the target is at most 31
HAND_SIZE = 42

FACE_DOWN = 64

# --- states of a hand --------------------------------------------------------------------------------

IN_PLAY = 0
ACTING = 1  # its turn has been announced
STOOD = 2
BUST = 3
SETTLED = 4
