"""The operations in formulas, and the addresses of their operands.

A formula is a list of instructions with four numbers each: the operation, two operands, and the register for
the result. The number before the first instruction is the maximum work for the formula (see
``work_per_hand.py``).

An operand is an address. Addresses from 0 refer to registers of the table, those from PERSON_BASE to fields
of the person who owns the hand, and those from HAND_BASE to fields of the hand. LITERAL + n means the
number n. Jumps only lead forward, so a formula never executes more instructions than it has.
"""

from __future__ import annotations

from bj.catalogue.layout import Layout

PERSON_BASE = 1 << 32
HAND_BASE = 1 << 33
LITERAL = 1 << 60
LEAST_LITERAL = 1 << 59

ANSWER_HERE = 0  # in place of a register: the result of this comparison is the result of the formula
# A negative number in place of a register turns a comparison into a jump. If the comparison is false, it
# skips as many instructions, less one.

_operations = Layout()
RESULT = _operations.field()  # end the formula with the first operand as its result

# --- comparisons -----------------------------------------------------------------------------------------

LESS = _operations.field()
LESS_EQUAL = _operations.field()
EQUAL = _operations.field()
NOT_EQUAL = _operations.field()

# --- jumps: the second operand is the number of instructions to skip -------------------------------------

JUMP_IF_FALSE = _operations.field()
JUMP_IF_TRUE = _operations.field()
JUMP = _operations.field()

# --- arithmetic ------------------------------------------------------------------------------------------

ADD = _operations.field()
SUBTRACT = _operations.field()
MULTIPLY = _operations.field()
FLOOR_DIVIDE = _operations.field()
REMAINDER = _operations.field()
CEIL_DIVIDE = _operations.field()
LEAST = _operations.field()
GREATEST = _operations.field()
COPY = _operations.field()
HALF_DOWN = _operations.field()  # the total for the value of a hand: value // 2
ODD = _operations.field()  # whether the value of a hand is soft: value % 2
HOLDS = _operations.field()  # 1 if the hand has a certain card, or any card of a certain rank or suit
CHANCE = _operations.field()  # 1 with a probability of `first` percent
RANDOM = _operations.field()  # a random number between `first` and `second`
ABSOLUTE = _operations.field()
WORTH = _operations.field()  # the highest value of a rank
SEVERAL = _operations.field()  # 1 if the number exceeds 1
NUMBER_OF = _operations.field()  # how many such cards are in the hand (see HOLDS)
RANK = _operations.field()  # a rank, numbered as in expressions

# --- facts of hands --------------------------------------------------------------------------------------

FIRST = _operations.field()  # the highest value of the first card
PAIR = _operations.field()  # 1 if the hand consists of two cards with the same value
SAME_RANK = _operations.field()  # 1 if all cards have the same rank
SUITED = _operations.field()  # 1 if all cards have the same suit
SAME_COLOUR = _operations.field()  # 1 if all cards have the same color
STRAIGHT = _operations.field()  # 1 if there are three or more cards, with consecutive ranks
RANK_MATCHES = _operations.field()  # how many other cards have the same rank as the first card
CARD_MATCHES = _operations.field()  # how many other cards have the same rank and suit as the first card
DEALER_TOTAL = _operations.field()  # the total of the dealer's face-up cards
DEALER_SOFT = _operations.field()  # 1 if one of the dealer's face-up cards counts high
DEALER_CARDS = _operations.field()  # the number of face-up cards that the dealer has
LAST = _operations.field()  # the lowest value of the last card
PROFIT = _operations.field()  # the profit on the hand if it has been settled, otherwise 0
NEXT = _operations.field()  # the lowest value of the next card in the shoe if it has been seen, otherwise 0
FIRST_RANK = _operations.field()  # the rank of the first card, or 0
LAST_RANK = _operations.field()  # the rank of the last card, or 0
NEXT_RANK = _operations.field()  # the rank of the next card in the shoe if it has been seen, otherwise 0
FIRST_SUIT = _operations.field()  # the suit of the first card, or 0
LAST_SUIT = _operations.field()  # the suit of the last card, or 0
NEXT_SUIT = _operations.field()  # the suit of the next card in the shoe if it has been seen, otherwise 0
SEAT = _operations.field()  # the seat of the person who owns the hand
