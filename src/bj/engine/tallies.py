"""Tallies: what a simulation wants to know of every hand and game, counted where it happens.

Tallies are whole numbers at the end of the table, behind the shoe. A sum of squares has two numbers, because
one of 64 bits would not hold it: ``high * 2**60 + low``, with ``low`` from 0 to 2**60 - 1.
"""

from __future__ import annotations

from .events import PERSON_STRIDE
from .mode import Ints, engine_function, inlined_function
from .money import is_natural
from .program import (
    ENOUGH,
    FAULTY,
    GOING_ON,
    HOUSE_NATURAL,
    HOUSE_RULES,
    NUMBER_TOO_LARGE,
    START_IMAGE,
    TALLIES,
)
from .table import (
    CONSTANTS,
    DEALER,
    DOUBLED,
    FAULT,
    FAULT_PERSON,
    FIRST_HAND,
    GENERATORS,
    NOTED_COUNT,
    PAID,
    PLAYERS,
    PLAYERS_LEFT,
    ROSTER,
    ROUND,
    SEATS,
    SETTLED,
    STATE,
    TARGET,
    TEAM,
    VALUE,
    VOICE,
    WAGER,
)

# --- the head of the tallies ---------------------------------------------------------------------------

HANDS_LEFT = 0  # hands of the table until the engine stops with ENOUGH; below 0 it never does
GAMES_LEFT = 1  # games until play_games stops
HANDS_OF_GAME = 2  # what HANDS_LEFT was when the game began
LONGEST = 3  # the most hands of a game, after which it is cut
HANDS_WANTED = 4  # hands of the table that are still to be played in all, but for those of this game
PIECE_END = 5  # with no more HANDS_WANTED than these no other game begins
CUT = 6  # games that were cut
FIRST_PERSON = 7  # the index of the first person's block, of PERSON_SIZE numbers as all the others
NEXT_RESULT = 8  # where the results of the next game go, 0 when nobody wants them
BANKROLLS = 9  # the index of a list of the indices of all bankrolls; their number stands before it
TALLY_HEAD = 10

# --- a person's tally ----------------------------------------------------------------------------------

HANDS = 0
OUTCOMES = 1  # 7: how often each of the outcomes below was
NATURALS = 8  # hands that were naturals, whatever they brought
BUSTS = 9  # hands beyond the target, whatever they brought
DOUBLES = 10
RECEIVED = 11  # what the hands brought, in smallest units of money, negative for a loss
STAKED = 12  # the wagers, doubled ones in full
INITIAL = 13  # the wagers before any doubling
SQUARES = 14  # the sum of the squares of what the hands brought: low, high
ROUNDS_WON = 16  # of a tournament
ROUNDS_LOST = 17
BY_COUNT = 18  # the index of the tallies by count, 0 for a person who does not count
PERSON_SIZE = 19

WON_BY_NATURAL = 0
WON_BY_DEALERS_BUST = 1
WON_BY_TOTAL = 2  # or by a power
PUSHED = 3  # or void
LOST_BY_BUST = 4
LOST_TO_NATURAL = 5
LOST_BY_TOTAL = 6

# --- tallies by running count, for every count from -LARGEST_COUNT to LARGEST_COUNT ---------------------

LARGEST_COUNT = 40  # what lies beyond is tallied with it
COUNTS = 2 * LARGEST_COUNT + 1
COUNT_HANDS = 0
COUNT_RECEIVED = 1
COUNT_INITIAL = 2
COUNT_SIZE = 3

# --- the results of a game -----------------------------------------------------------------------------

RESULT_HANDS = 0
RESULT_ROUNDS = 1
RESULT_WINNER = 2  # the team that has won, -1 without teams
RESULT_BANKROLLS = 3  # what everybody has, in the order of their event codes

LIMB = 60  # bits of the lower number of a sum of squares
LARGEST_TALLIED = 1 << 31  # so that a square, added to a lower number, stays inside 64 bits


@inlined_function
def add_square(table: Ints, at: int, number: int) -> None:
    """Add the square of a number up to LARGEST_TALLIED to the sum at ``table[at]``."""
    low = table[at] + number * number
    if low >> LIMB:
        table[at + 1] += low >> LIMB
        low &= (1 << LIMB) - 1
    table[at] = low


@engine_function
def tally_count(table: Ints, tally: int, count: int, received: int, initial: int) -> None:
    """Tally a hand by the count at which it was wagered on."""
    step = min(max(count, -LARGEST_COUNT), LARGEST_COUNT) + LARGEST_COUNT
    at = table[tally + BY_COUNT] + COUNT_SIZE * step
    table[at + COUNT_HANDS] += 1
    table[at + COUNT_RECEIVED] += received
    table[at + COUNT_INITIAL] += initial


@inlined_function
def outcome_of(program: Ints, table: Ints, hand: int, received: int) -> int:
    """How a settled hand ended."""
    highest = 2 * table[TARGET] + 1
    dealers = table[DEALER] + FIRST_HAND
    if received > 0:
        if is_natural(table, hand):
            return WON_BY_NATURAL
        return WON_BY_DEALERS_BUST if table[dealers + VALUE] > highest else WON_BY_TOTAL
    if received == 0:
        return PUSHED
    if table[hand + VALUE] > highest:
        return LOST_BY_BUST
    if program[HOUSE_RULES] & HOUSE_NATURAL and is_natural(table, dealers):
        return LOST_TO_NATURAL
    return LOST_BY_TOTAL


@inlined_function
def tally_hand(program: Ints, table: Ints, player: int, hand: int) -> None:
    """Tally one settled hand."""
    tally = table[program[TALLIES] + FIRST_PERSON] + table[player + VOICE] // PERSON_STRIDE * PERSON_SIZE
    received = table[hand + PAID]
    staked = table[hand + WAGER]
    doubled = table[hand + DOUBLED]
    initial = staked >> doubled
    if staked > LARGEST_TALLIED or abs(received) > LARGEST_TALLIED:
        table[FAULT] = NUMBER_TOO_LARGE
        table[FAULT_PERSON] = player
        return
    table[tally + HANDS] += 1
    table[tally + OUTCOMES + outcome_of(program, table, hand, received)] += 1
    if is_natural(table, hand):
        table[tally + NATURALS] += 1
    if table[hand + VALUE] > 2 * table[TARGET] + 1:
        table[tally + BUSTS] += 1
    table[tally + RECEIVED] += received
    table[tally + STAKED] += staked
    table[tally + INITIAL] += initial
    add_square(table, tally + SQUARES, received)
    if doubled:
        table[tally + DOUBLES] += 1
    if table[tally + BY_COUNT]:
        tally_count(table, tally, table[hand + NOTED_COUNT], received, initial)


@inlined_function
def tally_table(program: Ints, table: Ints) -> int:
    """Play the step ``tally``: count every settled hand; ENOUGH when no more of them are wanted."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        player = table[seat]
        if table[player + FIRST_HAND + STATE] == SETTLED:
            tally_hand(program, table, player, player + FIRST_HAND)
    at = program[TALLIES] + HANDS_LEFT
    left = table[at] - 1
    table[at] = left
    if table[FAULT]:
        return FAULTY
    return ENOUGH if left == 0 else GOING_ON


@engine_function
def tally_round(program: Ints, table: Ints, winner: int, loser: int) -> None:
    """Tally a round of a tournament."""
    first = table[program[TALLIES] + FIRST_PERSON]
    table[first + table[winner + VOICE] // PERSON_STRIDE * PERSON_SIZE + ROUNDS_WON] += 1
    table[first + table[loser + VOICE] // PERSON_STRIDE * PERSON_SIZE + ROUNDS_LOST] += 1


@engine_function
def end_game(program: Ints, table: Ints) -> None:
    """Take stock of a game that is over or cut, and write down its results where they are wanted."""
    at = program[TALLIES]
    hands = table[at + HANDS_OF_GAME] - table[at + HANDS_LEFT]
    table[at + HANDS_WANTED] -= hands
    table[at + GAMES_LEFT] -= 1
    if table[at + HANDS_LEFT] == 0 and table[at + HANDS_WANTED] > 0:
        table[at + CUT] += 1
    result = table[at + NEXT_RESULT]
    if result:
        table[result + RESULT_HANDS] = hands
        table[result + RESULT_ROUNDS] = table[ROUND]
        team = table[TEAM]
        if table[ROSTER]:
            table[result + RESULT_WINNER] = team if table[PLAYERS_LEFT] else 1 - team
        else:
            table[result + RESULT_WINNER] = -1
        bankrolls = table[at + BANKROLLS]
        for i in range(table[bankrolls - 1]):
            table[result + RESULT_BANKROLLS + i] = table[table[bankrolls + i]]
        table[at + NEXT_RESULT] = result + RESULT_BANKROLLS + table[bankrolls - 1]


@engine_function
def begin_game(program: Ints, table: Ints) -> None:
    """Put the table back to the start of a game; the generators and the tallies go on."""
    image = program[START_IMAGE]
    for i in range(GENERATORS):
        table[i] = program[image + i]
    for i in range(CONSTANTS, program[TALLIES]):
        table[i] = program[image + i]
    at = program[TALLIES]
    table[at + HANDS_OF_GAME] = min(table[at + LONGEST], table[at + HANDS_WANTED])
    table[at + HANDS_LEFT] = table[at + HANDS_OF_GAME]
