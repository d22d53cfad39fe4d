"""The record of a game: what happened, as whole numbers.

``events[POSITION]`` is where the next event goes; 0 there means that nothing is recorded.
``events[LIMIT]`` is the last position at which a hand, a cut or a player's turn may still begin; behind it
there must be ROOM. Events that do not fit overwrite each other at ``events[END]``, and ``advance`` stops with
a fault.

An event is its code, followed by the numbers that its kind carries. A code is
``person + kind + role + card``: 8192 times the person's index, 128 times the kind, 64 for the dealer's role,
and the card or the total of a hand, so most events are one number and their lines can be finished beforehand.
"""

from __future__ import annotations

from .mode import Ints, inlined_function

POSITION = 0
LIMIT = 1
END = 2
FIRST_EVENT = 3
ROOM = 16_384  # more than is ever written between two looks at the limit
LONGEST_EVENT = 3  # numbers

PERSON_STRIDE = 8192
KIND_STRIDE = 128
DEALER_ROLE = 64
CARD_MASK = 63

# kinds, times KIND_STRIDE; the comment names the numbers that follow the code
SHUFFLE = 0 * 128
CUT = 1 * 128  # cut
HAND_BEGINS = 2 * 128  # hand, bankroll
BETS = 3 * 128  # wager, bankroll
DEALT = 4 * 128  # (the card is in the code)
DEALT_DOWN = 5 * 128  # (the card is in the code: only a replay may look)
NATURAL = 6 * 128  # amount, bankroll
TOTAL = 7 * 128  # (the total is in the code, in the card's place)
BUSTS = 8 * 128  # (the total is in the code, in the card's place)
HOLE_CARD = 9 * 128  # (the card is in the code)
PLAYER_WINS = 10 * 128  # amount, bankroll
DEALER_WINS = 11 * 128  # amount, bankroll
PUSH = 12 * 128  # amount, bankroll
STANDING = 13 * 128  # bankroll, hand
KICKED_OUT = 14 * 128  # (the index of the winner is in the code, in the card's place)
SAYS = 15 * 128  # (the number of the phrase is in the code, in the card's place)
TEAM_WINS = 16 * 128  # (the number of the team is in the code, in the card's place)
USED_UP = 17 * 128  # hand
HAND_VOID = 18 * 128
UPCARD_SHOWN = 19 * 128  # (the card is in the code)
HITS = 20 * 128
STANDS = 21 * 128
DOUBLES = 22 * 128  # wager, bankroll
LOST_BY_BUST = 23 * 128  # amount, bankroll
WON_BY_BUST = 24 * 128  # amount, bankroll
NATURAL_BEATS = 25 * 128  # amount, bankroll
NATURALS_TIE = 26 * 128  # amount, bankroll
PAID_OUT = 27 * 128  # amount, bankroll
COLLECTED = 28 * 128  # amount, bankroll
LINE = 29 * 128  # hand, bankroll (the number of the line is in the code, in the card's place)
CARD_IN_LIST = 30 * 128  # (the card is in the code; HIDDEN_CARD for one face down)
TABLE_HAND = 31 * 128  # these begin a list of cards and have its total in their code; + LIST_ENDS ends it
TURN_HAND = 33 * 128
OWN_HAND = 35 * 128
BUST_HAND = 37 * 128
LIST_ENDS = 128

HIDDEN_CARD = 52


def no_record() -> list[int]:
    """The record of a game of which nothing is recorded."""
    return [0] * FIRST_EVENT


def new_record(room: int) -> list[int]:
    """An empty record that is full after so many numbers."""
    size = FIRST_EVENT + room + ROOM
    return [FIRST_EVENT, FIRST_EVENT + room, size - LONGEST_EVENT, *([0] * (size - FIRST_EVENT))]


@inlined_function
def record(events: Ints, code: int) -> None:
    """Write an event that carries no number."""
    position = events[POSITION]
    if position:
        if position > events[END]:
            position = events[END]
        events[position] = code
        events[POSITION] = position + 1


@inlined_function
def record_number(events: Ints, code: int, number: int) -> None:
    """Write an event that carries one number."""
    position = events[POSITION]
    if position:
        if position > events[END]:
            position = events[END]
        events[position] = code
        events[position + 1] = number
        events[POSITION] = position + 2


@inlined_function
def record_numbers(events: Ints, code: int, first: int, second: int) -> None:
    """Write an event that carries two numbers."""
    position = events[POSITION]
    if position:
        if position > events[END]:
            position = events[END]
        events[position] = code
        events[position + 1] = first
        events[position + 2] = second
        events[POSITION] = position + 3
