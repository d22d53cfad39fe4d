"""Tallies: what a simulation wants to know of every hand and game, counted where it happens.

Tallies are whole numbers at the end of the table, behind the shoe. A sum of squares has two numbers, because
one of 64 bits would not hold it: ``high * 2**60 + low``, with ``low`` from 0 to 2**60 - 1.
"""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import outcomes as o
from bj.catalogue.layout import Layout

from ..cards.stakes import stake_of_owner
from ..layout import program as p
from ..layout import table as t
from ..layout.mode import Ints, engine_function, inlined_function
from .money import balance

# --- the head of the tallies ---------------------------------------------------------------------------

_head = Layout()
HANDS_LEFT = _head.field()  # hands of the table until the engine stops with ENOUGH; below 0 it never does
GAMES_LEFT = _head.field()  # games until play_games stops
HANDS_OF_GAME = _head.field()  # what HANDS_LEFT was when the game began
LONGEST = _head.field()  # the most hands of a game, after which it is cut
HANDS_WANTED = _head.field()  # hands still to be played in all, but for those of this game
BATCH_END = _head.field()  # with no more HANDS_WANTED than these no other game begins
CUT = _head.field()  # games that were cut
FIRST_PERSON = _head.field()  # the index of the first person's block, of PERSON_SIZE numbers as all others
NEXT_RESULT = _head.field()  # where the results of the next game go, 0 when nobody wants them
SIDE_BETS = _head.field()  # the index of the tallies of side bets, as those at a count: by person, then bet
BANKROLLS = _head.field()  # the index of a list of the indices of all bankrolls, which follows their number
BY_POWERS = _head.field()  # the index of what powers have paid each person, 0 if none moves money
TALLY_HEAD = _head.size

# --- a person's tally ----------------------------------------------------------------------------------

_person = Layout()
HANDS = _person.field()  # that were dealt: those made of one by splitting count as one
OUTCOMES = _person.field(len(o.OUTCOMES))  # how often each outcome of the catalogue was, by its number
NATURALS = _person.field()  # hands that were naturals, whatever they brought
BUSTS = _person.field()  # hands beyond the target, whatever they brought
DOUBLES = _person.field()
SPLITS = _person.field()  # hands made by splitting
INSURED = _person.field()  # hands that were insured
INSURANCE = _person.field()  # what insurance brought
INSURANCE_STAKED = _person.field()  # what was staked on it
RECEIVED = _person.field()  # what the hands brought, in smallest units of money, negative for a loss
STAKED = _person.field()  # the wagers, doubled ones in full, but for what the house has put up
INITIAL = _person.field()  # the wagers before any doubling
SQUARES = _person.field(2)  # the sum of the squares of what the hands brought: low, high
ROUNDS_WON = _person.field()  # of a tournament
ROUNDS_LOST = _person.field()
BY_COUNT = _person.field()  # the index of the tallies by count or another number, 0 for none
PERSON_SIZE = _person.size

# --- tallies by running count, or another number, from -LARGEST_COUNT to LARGEST_COUNT ------------------

LARGEST_COUNT = 40  # what lies beyond is tallied with it
COUNTS = 2 * LARGEST_COUNT + 1
_count = Layout()
COUNT_HANDS = _count.field()
COUNT_RECEIVED = _count.field()
COUNT_INITIAL = _count.field()
COUNT_SIZE = _count.size

# --- the results of a game -----------------------------------------------------------------------------

_result = Layout()
RESULT_HANDS = _result.field()
RESULT_ROUNDS = _result.field()
RESULT_WINNER = _result.field()  # the team that has won, -1 without teams
RESULT_BANKROLLS = _result.field()  # what everybody has, in the order of their event codes

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
    """Tally a hand by the count, or another number, at which it was wagered on."""
    step = min(max(count, -LARGEST_COUNT), LARGEST_COUNT) + LARGEST_COUNT
    at = table[tally + BY_COUNT] + COUNT_SIZE * step
    table[at + COUNT_HANDS] += 1
    table[at + COUNT_RECEIVED] += received
    table[at + COUNT_INITIAL] += initial


@inlined_function
def tally_outcome(program: Ints, table: Ints, tally: int, hand: int) -> None:
    """Tally how a settled ``hand`` has ended."""
    outcome = table[hand + t.OUTCOME]
    table[tally + OUTCOMES + program[outcome + p.OUTCOME_COUNTS + balance(table[hand + t.PAID])]] += 1
    kind = program[outcome + p.OUTCOME_HAND]
    if kind == p.A_NATURAL:
        table[tally + NATURALS] += 1
    elif kind == p.A_BUST:
        table[tally + BUSTS] += 1


@inlined_function
def tally_money(table: Ints, tally: int, hand: int, received: int, staked: int) -> None:
    """Tally what a hand that was dealt, with all that it was split into, has brought."""
    initial = table[hand + t.INITIAL]
    if staked > LARGEST_TALLIED or abs(received) > LARGEST_TALLIED:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        table[t.FAULT_PERSON] = table[hand + t.OWNER]
        return
    table[tally + HANDS] += 1
    table[tally + RECEIVED] += received
    table[tally + STAKED] += staked
    table[tally + INITIAL] += initial
    add_square(table, tally + SQUARES, received)
    if table[tally + BY_COUNT]:
        tally_count(table, tally, table[hand + t.NOTED_COUNT], received, initial)


@inlined_function
def tally_side_bets(program: Ints, table: Ints) -> None:
    """Tally the side bets that were settled."""
    number = 0
    for bet in range(table[t.SIDE_BETS], table[t.SIDE_BETS_END], t.SIDE_BET_SIZE):
        if table[bet + t.BET_STAKE] and not table[bet + t.BET_OPEN]:
            owner = table[table[bet + t.BET_HAND] + t.OWNER]
            place = table[owner + t.VOICE] // e.PERSON_STRIDE * program[p.SIDE_BET_COUNT] + number
            at = table[program[p.TALLIES] + SIDE_BETS] + COUNT_SIZE * place
            table[at + COUNT_HANDS] += 1
            table[at + COUNT_RECEIVED] += table[bet + t.BET_PAID]
            table[at + COUNT_INITIAL] += table[bet + t.BET_STAKE]
        number = 0 if number + 1 == program[p.SIDE_BET_COUNT] else number + 1


@engine_function
def tally_disturbed(program: Ints, table: Ints) -> None:
    """Tally side bets, and hands of which some are split or insured: the parts of one follow each other."""
    end = t.HANDS + table[t.HANDS_IN_PLAY]
    at = t.HANDS
    while at < end:
        whole = table[at]
        tally = table[table[whole + t.OWNER] + t.TALLY]
        received = staked = 0
        is_played = False
        if table[whole + t.INSURANCE_STAKED] and not table[whole + t.INSURED]:
            is_played = True
            received = table[whole + t.INSURANCE_PAID]
            table[tally + INSURED] += 1
            table[tally + INSURANCE] += received
            table[tally + INSURANCE_STAKED] += table[whole + t.INSURANCE_STAKED]
        table[tally + SPLITS] += table[whole + t.PARTS] - 1
        for part in range(at, min(at + table[whole + t.PARTS], end)):
            hand = table[part]
            if table[hand + t.STATE] == t.SETTLED:
                is_played = True
                received += table[hand + t.PAID]
                staked += stake_of_owner(table, hand)
                tally_outcome(program, table, tally, hand)
                if table[hand + t.DOUBLED]:
                    table[tally + DOUBLES] += 1
        at += table[whole + t.PARTS]
        if is_played:
            tally_money(table, tally, whole, received, staked)
    if program[p.SIDE_BETS]:
        tally_side_bets(program, table)


@inlined_function
def tally_table(program: Ints, table: Ints) -> int:
    """Play the step ``tally``: count every settled hand; ENOUGH when no more of them are wanted."""
    if table[t.DISTURBED]:
        tally_disturbed(program, table)
    else:
        for place in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
            hand = table[place]
            if table[hand + t.STATE] == t.SETTLED:
                tally = table[table[hand + t.OWNER] + t.TALLY]
                tally_outcome(program, table, tally, hand)
                tally_money(table, tally, hand, table[hand + t.PAID], table[hand + t.WAGER])
    at = program[p.TALLIES] + HANDS_LEFT
    left = table[at] - 1
    table[at] = left
    if table[t.FAULT]:
        return p.FAULTY
    return p.ENOUGH if left == 0 else p.GOING_ON


@engine_function
def tally_round(table: Ints, winner: int, loser: int) -> None:
    """Tally a round of a tournament."""
    table[table[winner + t.TALLY] + ROUNDS_WON] += 1
    table[table[loser + t.TALLY] + ROUNDS_LOST] += 1


@engine_function
def tally_powers(table: Ints, bankrolls: int, tallies: int) -> None:
    """Tally the money that powers have moved in a game, for each person."""
    for i in range(table[bankrolls - 1]):
        table[tallies + i] += table[table[bankrolls + i] - t.BANKROLL + t.BY_POWERS]


@engine_function
def end_game(program: Ints, table: Ints, status: int) -> bool:
    """Take stock of a game that is over or cut, and write down its results where they are wanted.

    False, and nothing, where a game has stopped with another ``status``, or is cut whose results are wanted.
    """
    at = program[p.TALLIES]
    if status != p.DONE and (status != p.ENOUGH or table[at + NEXT_RESULT] > 0):
        return False
    hands = table[at + HANDS_OF_GAME] - table[at + HANDS_LEFT]
    table[at + HANDS_WANTED] -= hands
    table[at + GAMES_LEFT] -= 1
    if table[at + HANDS_LEFT] == 0 and table[at + HANDS_WANTED] > 0:
        table[at + CUT] += 1
    if table[at + BY_POWERS]:
        tally_powers(table, table[at + BANKROLLS], table[at + BY_POWERS])
    result = table[at + NEXT_RESULT]
    if result:
        table[result + RESULT_HANDS] = hands
        table[result + RESULT_ROUNDS] = table[t.ROUND]
        team = table[t.TEAM]
        if table[t.ROSTER]:
            table[result + RESULT_WINNER] = team if table[t.PLAYERS_LEFT] else 1 - team
        else:
            table[result + RESULT_WINNER] = -1
        bankrolls = table[at + BANKROLLS]
        for i in range(table[bankrolls - 1]):
            table[result + RESULT_BANKROLLS + i] = table[table[bankrolls + i]]
        table[at + NEXT_RESULT] = result + RESULT_BANKROLLS + table[bankrolls - 1]
    return True


@engine_function
def begin_game(program: Ints, table: Ints) -> bool:
    """Put the table back to the start of a game; the generators and the tallies go on.

    False, and nothing, when the batch has all the hands and games that are wanted.
    """
    at = program[p.TALLIES]
    if table[at + HANDS_WANTED] <= table[at + BATCH_END] or table[at + GAMES_LEFT] <= 0:
        return False
    image = program[p.START_IMAGE]
    for i in range(t.SEATS):
        table[i] = program[image + i]
    for i in range(table[t.DEALT_HANDS]):  # as many as there are players, or more
        table[t.SEATS + i] = program[image + t.SEATS + i]
        table[t.DEALT + i] = program[image + t.DEALT + i]
        table[t.HANDS + i] = program[image + t.HANDS + i]
    for i in range(t.CONSTANTS, program[p.TALLIES]):
        table[i] = program[image + i]
    table[at + HANDS_OF_GAME] = min(table[at + LONGEST], table[at + HANDS_WANTED])
    table[at + HANDS_LEFT] = table[at + HANDS_OF_GAME]
    return True
