"""Tallies: counts of hands and games for simulations.

They are integers at the end of the table, after the shoe. A sum of squares takes two numbers, because it can
exceed 64 bits: it is ``high * 2**60 + low``, with ``low`` between 0 and 2**60 - 1.
"""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import outcomes as o
from bj.catalogue.layout import Layout

from ..cards.payments_and_stakes import LARGEST_BANKROLL, earnings, stake_of_owner
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from .matches import find_winner
from .settlement import index_of_result

# --- the header of the tallies -------------------------------------------------------------------------

_head = Layout()
HANDS_LEFT = _head.field()  # hands until the engine stops with ENOUGH, or a negative number for no limit
GAMES_LEFT = _head.field()  # games still to start
HANDS_OF_GAME = _head.field()  # HANDS_LEFT at the start of the game
LONGEST = _head.field()  # the number of hands after which a game is stopped
HANDS_WANTED = _head.field()  # all hands still to be played, including those in this game
BATCH_END = _head.field()  # a game starts only if HANDS_WANTED exceeds this number
CUT = _head.field()  # the number of games that were stopped
FIRST_PERSON = _head.field()  # the index of the first person's tally; each takes PERSON_SIZE numbers
NEXT_RESULT = _head.field()  # the index for the result of the next game, or 0 if results are not wanted
SIDE_BETS = _head.field()  # the index of a tally, as for counts, for each person and each side bet
BANKROLLS = _head.field()  # the index of a list of the indices of all bankrolls, preceded by its length
MOVED = _head.field()  # the index of each person's money from powers or as banker, or 0 if no money moves
TALLY_HEAD = _head.size

# --- a person's tally ----------------------------------------------------------------------------------

_person = Layout()
HANDS = _person.field()  # dealt hands, counting a split hand only once
OUTCOMES = _person.field(len(o.OUTCOMES))  # the number of hands with each outcome in the catalogue
NATURALS = _person.field()  # naturals, whether they win or not
BUSTS = _person.field()  # hands over the target, whether they lose or not
DOUBLES = _person.field()
SPLITS = _person.field()  # hands that were created by splitting
INSURED = _person.field()  # insured hands
INSURANCE = _person.field()  # what insurance won, negative for a loss
INSURANCE_STAKED = _person.field()  # the insurance stakes
RECEIVED = _person.field()  # what hands won, in smallest units of money, negative for a loss
STAKED = _person.field()  # wagers, including doubling, but without the parts that the house put up
INITIAL = _person.field()  # wagers before any doubling
SQUARES = _person.field(2)  # the sum of the squares of what each hand won: the low number, then the high one
ROUNDS_WON = _person.field()  # in a tournament
ROUNDS_LOST = _person.field()
BY_COUNT = _person.field()  # the index of the tallies by count or another number, or 0
PERSON_SIZE = _person.size

# --- tallies by running count, or another number, from -LARGEST_COUNT to LARGEST_COUNT ------------------

LARGEST_COUNT = 40  # larger counts are tallied under this one
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
RESULT_WINNER = _result.field()  # the winning team, or -1 if there are no teams
RESULT_BANKROLLS = _result.field()  # everyone's bankroll, in the order of their event codes

LIMB = 60  # the number of bits in the lower part of a sum of squares
LARGEST_TALLIED = 1 << 31  # its square can be added to a lower part without exceeding 64 bits


@inlined_function
def refuse_large(table: Ints, person: int, tallied: int) -> None:
    """Record a fault for ``person`` if ``tallied``, a sum of money, could soon exceed 64 bits."""
    if abs(tallied) > LARGEST_BANKROLL:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        table[t.FAULT_PERSON] = person


@inlined_function
def add_square(table: Ints, at: int, number: int) -> None:
    """Add the square of a number, which is at most LARGEST_TALLIED, to the sum at ``table[at]``."""
    low = table[at] + number * number
    if low >> LIMB:
        table[at + 1] += low >> LIMB
        low &= (1 << LIMB) - 1
    table[at] = low


@engine_function
def tally_count(table: Ints, tally: int, count: int, received: int, initial: int) -> None:
    """Add a hand to the tally for ``count``, the running count or another number at the time of the wager."""
    step = min(max(count, -LARGEST_COUNT), LARGEST_COUNT) + LARGEST_COUNT
    at = table[tally + BY_COUNT] + COUNT_SIZE * step
    table[at + COUNT_HANDS] += 1
    table[at + COUNT_RECEIVED] += received
    table[at + COUNT_INITIAL] += initial


@inlined_function
def tally_outcome(program: Ints, table: Ints, tally: int, hand: int) -> None:
    """Tally the outcome of a settled ``hand``."""
    outcome = table[hand + t.OUTCOME]
    table[tally + OUTCOMES + program[outcome + p.OUTCOME_COUNTS + index_of_result(table[hand + t.PAID])]] += 1
    kind = program[outcome + p.OUTCOME_KIND]
    if kind == p.A_NATURAL:
        table[tally + NATURALS] += 1
    elif kind == p.A_BUST:
        table[tally + BUSTS] += 1


@inlined_function
def tally_money(table: Ints, tally: int, hand: int, received: int, staked: int) -> None:
    """Tally the money won or lost with a dealt hand, including any hands split from it."""
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
    """Tally the settled side bets."""
    number = 0
    for bet in range(table[t.SIDE_BETS], table[t.SIDE_BETS_END], t.SIDE_BET_SIZE):
        if table[bet + t.BET_STAKE] and not table[bet + t.BET_OPEN]:
            owner = table[table[bet + t.BET_HAND] + t.OWNER]
            place = table[owner + t.EVENT_BASE] // e.PERSON_STRIDE * program[p.SIDE_BET_COUNT] + number
            at = table[program[p.TALLIES] + SIDE_BETS] + COUNT_SIZE * place
            table[at + COUNT_HANDS] += 1
            table[at + COUNT_RECEIVED] += table[bet + t.BET_PAID]
            table[at + COUNT_INITIAL] += table[bet + t.BET_STAKE]
            refuse_large(table, owner, table[at + COUNT_RECEIVED])
            refuse_large(table, owner, table[at + COUNT_INITIAL])
        number = 0 if number + 1 == program[p.SIDE_BET_COUNT] else number + 1


@engine_function
def tally_disturbed(program: Ints, table: Ints) -> None:
    """Tally side bets and hands, including any split or insured hands.

    The parts of a split hand are adjacent.
    """
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
    """Carry out the ``tally`` step: count every settled hand. Return ENOUGH if no more hands are needed."""
    if table[t.NEEDS_RESET]:
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
    """Tally a round in a tournament."""
    table[table[winner + t.TALLY] + ROUNDS_WON] += 1
    table[table[loser + t.TALLY] + ROUNDS_LOST] += 1


@engine_function
def tally_moved(table: Ints, bankrolls: int, tallies: int) -> None:
    """Tally what each person received through powers in this game, and what bankers won.

    If the bank rotates, the second half of the list of people contains the players as bankers.
    """
    persons = table[bankrolls - 1]
    for i in range(persons):
        person = table[bankrolls + i] - t.BANKROLL
        if table[person + t.OTHER_ROLE] and 2 * i >= persons:
            table[tallies + i] += earnings(table, person)
        else:
            table[tallies + i] += table[person + t.BY_POWERS]
        refuse_large(table, person, table[tallies + i])


@engine_function
def end_game(program: Ints, table: Ints, status: int) -> bool:
    """Tally a game that is over or was stopped, and store its result if requested.

    Return False, and do nothing, if ``status`` means neither, or if the game was stopped and results are
    requested. Record a fault if a sum becomes too large.
    """
    at = program[p.TALLIES]
    if status != p.DONE and (status != p.ENOUGH or table[at + NEXT_RESULT] > 0):
        return False
    hands = table[at + HANDS_OF_GAME] - table[at + HANDS_LEFT]
    table[at + HANDS_WANTED] -= hands
    table[at + GAMES_LEFT] -= 1
    if table[at + HANDS_LEFT] == 0 and table[at + HANDS_WANTED] > 0:
        table[at + CUT] += 1
    if table[at + MOVED]:
        tally_moved(table, table[at + BANKROLLS], table[at + MOVED])
    result = table[at + NEXT_RESULT]
    if result:
        table[result + RESULT_HANDS] = hands
        table[result + RESULT_ROUNDS] = table[t.ROUND]
        table[result + RESULT_WINNER] = find_winner(program, table) if table[t.ROSTER] else -1
        bankrolls = table[at + BANKROLLS]
        for i in range(table[bankrolls - 1]):
            table[result + RESULT_BANKROLLS + i] = table[table[bankrolls + i]]
        table[at + NEXT_RESULT] = result + RESULT_BANKROLLS + table[bankrolls - 1]
    return True


@engine_function
def begin_game(program: Ints, table: Ints) -> bool:
    """Reset the table to the start of a game, apart from the generators and the tallies.

    Return False, and do nothing, if all the hands or games of the batch have been played.
    """
    at = program[p.TALLIES]
    if table[at + HANDS_WANTED] <= table[at + BATCH_END] or table[at + GAMES_LEFT] <= 0:
        return False
    image = program[p.START_IMAGE]
    for i in range(t.SEATS):
        table[i] = program[image + i]
    for i in range(table[t.DEALT_HANDS]):  # at least as many as there are players
        table[t.SEATS + i] = program[image + t.SEATS + i]
        table[t.DEALT + i] = program[image + t.DEALT + i]
        table[t.HANDS + i] = program[image + t.HANDS + i]
    for i in range(t.CONSTANTS, program[p.TALLIES]):
        table[i] = program[image + i]
    table[at + HANDS_OF_GAME] = min(table[at + LONGEST], table[at + HANDS_WANTED])
    table[at + HANDS_LEFT] = table[at + HANDS_OF_GAME]
    return True
