"""The operations of formulas, and the addresses of their operands.

A formula is a run of instructions of four numbers each: the operation, two operands and the register for the
result. The number before the first instruction is the maximum work that the formula can take (see
``budget.py``). An operand is an address. Addresses from 0 refer to registers of the table, those from
PERSON_BASE to fields of the hand's owner, and those from HAND_BASE to fields of the hand. LITERAL + n is the
number n. Jumps only go forward, so a formula takes at most as many steps as it has instructions.
"""

from __future__ import annotations

from bj.catalogue.layout import Layout

PERSON_BASE = 1 << 32
HAND_BASE = 1 << 33
LITERAL = 1 << 60
LEAST_LITERAL = 1 << 59

ANSWER_HERE = 0  # as the register of a comparison: its result is the result of the formula
# below 0, as the register of a comparison: minus the instructions to go forward if it does not hold

_operations = Layout()
RESULT = _operations.field()  # end: the first operand is the result

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
HALF_DOWN = _operations.field()  # total of a hand value: value // 2
ODD = _operations.field()  # softness of a hand value: value % 2
HOLDS = _operations.field()  # 1 if the hand holds a card, any card of a rank, or any card of a suit
CHANCE = _operations.field()  # 1 in `first` of 100 cases
RANDOM = _operations.field()  # a number from `first` to `second`
ABSOLUTE = _operations.field()
WORTH = _operations.field()  # the highest value of a rank
SEVERAL = _operations.field()  # 1 for a number above 1
NUMBER_OF = _operations.field()  # the number of such cards in the hand (see HOLDS)
RANK = _operations.field()  # a rank as in expressions

# --- facts of hands --------------------------------------------------------------------------------------

FIRST = _operations.field()  # the highest value of the first card
PAIR = _operations.field()  # 1 if the hand is two cards of the same value
SAME_RANK = _operations.field()  # 1 if all cards have one rank
SUITED = _operations.field()  # 1 if all cards have one suit
SAME_COLOUR = _operations.field()  # 1 if all cards have one color
STRAIGHT = _operations.field()  # 1 if the cards are three or more of consecutive ranks
RANK_MATCHES = _operations.field()  # the number of other cards with the rank of the first card
CARD_MATCHES = _operations.field()  # the number of other cards that equal the first card
DEALER_TOTAL = _operations.field()  # the total of the dealer's face-up cards
DEALER_SOFT = _operations.field()  # 1 if one of these cards counts high
DEALER_CARDS = _operations.field()  # the number of the dealer's face-up cards
LAST = _operations.field()  # the lowest value of the last card
PROFIT = _operations.field()  # the profit of the hand if it is settled, otherwise 0
NEXT = _operations.field()  # the lowest value of the next card of the shoe if it was seen, otherwise 0
FIRST_RANK = _operations.field()  # the rank of the first card, or 0
LAST_RANK = _operations.field()  # the rank of the last card, or 0
NEXT_RANK = _operations.field()  # the rank of the next card of the shoe if it was seen, otherwise 0
FIRST_SUIT = _operations.field()  # the suit of the first card, or 0
LAST_SUIT = _operations.field()  # the suit of the last card, or 0
NEXT_SUIT = _operations.field()  # the suit of the next card of the shoe if it was seen, otherwise 0
SEAT = _operations.field()  # the seat of the owner of the hand
