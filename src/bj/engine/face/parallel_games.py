"""Runs many games in parallel. In each step, every game takes an answer and plays on to the next question.

Each game has a row of integers with the answer and, after the step, an observation. In every game, the same
person answers all questions. All games share one setup.
"""

from __future__ import annotations

from collections.abc import Sequence

from bj.cards import MOST_RANKS
from bj.catalogue import actions as a
from bj.catalogue import events as e
from bj.catalogue.actions import ACTIONS
from bj.catalogue.layout import Layout

from ..cards.payments_and_stakes import earnings
from ..cards.seats import block_of_person
from ..game.decisions import legal
from ..game.interpreter import ONE_GAME, play
from ..game.side_bets import bet_in_question, largest_stake, stake_of
from ..game.wagers import purse
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, copy, engine_function
from ..layout.work_per_hand import UNLIMITED

# --- the setup -------------------------------------------------------------------------------------------

_setup = Layout()
TABLE_SIZE = _setup.field()  # the size of a table; a copy of the initial table comes after the amounts
PERSON = _setup.field()  # the block of the person who is asked
SEES_CARDS = _setup.field()  # 1 if observations count the visible cards by rank
SEES_SHOE = _setup.field()  # 1 if observations count, by rank, the cards seen since the shuffle
LEVELS = _setup.field()  # the number of possible wagers, which follow the header in ascending order
SETUP_SIZE = _setup.size

# --- the numbers of an answer ----------------------------------------------------------------------------

NO = len(ACTIONS)  # comes after the actions in the catalogue
YES = NO + 1
FIRST_LEVEL = YES + 1

# --- a row -----------------------------------------------------------------------------------------------

_row = Layout()
ANSWER = _row.field()  # the answer, or NEW_GAME
STATUS = _row.field()  # the reason the engine stopped
WAS_LEGAL = _row.field()  # 0 if the answer was illegal and was replaced
WON = _row.field()  # the money won in this step or, in the first step, since the game began
EARNED = _row.field()  # the earnings at the time from which WON is counted
MASK = _row.field()  # a bit mask of the legal answers
SUMMARY = _row.field()  # MASK, with REPLACED if the answer was illegal, and ENDED if the game is over
KIND = _row.field()  # the kind of question, a value of ``view.Kind``, or 0 at the end
TOTAL = _row.field()
IS_SOFT = _row.field()
UPCARD = _row.field()  # the total of the dealer's visible cards, which is 2 to 11 for a single card
CARDS = _row.field()  # the number of cards in the hand
PART = _row.field()  # the position of the hand among those in play, from 0
HANDS = _row.field()  # the number of hands in play
WAGER = _row.field()
BANKROLL = _row.field()
CARDS_LEFT = _row.field()
COUNT = _row.field()  # the running count of the person's own strategy
OWN_RANKS = _row.field(MOST_RANKS)  # the cards in the hand, by rank
DEALER_RANKS = _row.field(MOST_RANKS)  # the dealer's visible cards, by rank
SEEN_RANKS = _row.field(MOST_RANKS)  # the cards seen face up since the shuffle, by rank
ROW_SIZE = _row.size

REPLACED = 1 << 60  # in SUMMARY: the answer was illegal; higher than any bit of a mask
ENDED = 1 << 61  # in SUMMARY: there is no open question

ILLEGAL = 1 << 32  # higher than any number of games

NEW_GAME = -1
NOTHING = -2  # leave this game as it is


def make_setup(size: int, person: int, amounts: Sequence[int], *, cards: bool, shoe: bool) -> list[int]:
    """Create the setup for tables of this ``size``. ``amounts`` are the possible wagers.

    If ``cards``, observations count the visible cards by rank. If ``shoe``, they count the cards seen since
    the shuffle.
    """
    block = block_of_person(person)
    return [size, block, int(cards), int(shoe), len(amounts), *amounts]


def observe_from(table: Ints, person: int) -> None:
    """Start counting the cards that ``person`` sees in this game."""
    table[t.OBSERVER] = block_of_person(person)
    table[t.COUNTING] |= t.COUNTED


@engine_function
def new_game(setup: Ints, table: Ints) -> None:
    """Reset a table to the start of a game, except for the generators and the constants that follow them."""
    start = setup[TABLE_SIZE]
    copy(table, 0, start, t.GENERATORS)
    copy(table, t.PERSONS, start + t.PERSONS, start - t.PERSONS)


@engine_function
def level_of(setup: Ints, answer: int) -> int:
    """Return the wager that ``answer`` selects."""
    return setup[SETUP_SIZE + answer - FIRST_LEVEL]


@engine_function
def asks_for_stake(program: Ints, table: Ints) -> bool:
    """Return whether the open question is about the stake of a side bet."""
    return table[t.QUESTION] == p.ASK_SIDE_BET and program[bet_in_question(program, table) + p.BET_MOST] != 0


@engine_function
def levels_between(setup: Ints, least: int, most: int) -> int:
    """Return a bit mask of the answers that select wagers between ``least`` and ``most``."""
    bits = 0
    for level in range(setup[LEVELS]):
        if least <= setup[SETUP_SIZE + level] <= most:
            bits |= 1 << (FIRST_LEVEL + level)
    return bits


@engine_function
def mask_of(program: Ints, setup: Ints, table: Ints, hand: int) -> int:
    """Return a bit mask of the legal answers to the open question."""
    work = table[t.WORK]  # reading a question does not use up the budget of the hand
    if table[t.QUESTION] == p.ASK_ACTION:
        bits = legal(program, table, hand)
    elif table[t.QUESTION] == p.ASK_WAGER:
        bits = levels_between(setup, table[t.MINIMUM_WAGER], purse(table, table[t.CURSOR]))
    else:
        bits = 1 << NO | 1 << YES
        if asks_for_stake(program, table):
            bet = bet_in_question(program, table)
            least = stake_of(program, table, bet, hand)
            bits |= levels_between(setup, least, largest_stake(program, table, bet, hand, least))
    table[t.WORK] = work
    return bits


@engine_function
def lowest_of(mask: int) -> int:
    """Return the answer that replaces an illegal one.

    This is stand if ``mask`` allows it, and otherwise the first legal answer.
    """
    if mask >> a.STAND & 1:
        return a.STAND
    answer = 0
    while answer < FIRST_LEVEL and not mask >> answer & 1:
        answer += 1
    return answer


@engine_function
def erase(row: Ints, at: int, count: int) -> None:
    """Write ``count`` zeros into a row, beginning at the index ``at``."""
    for place in range(at, at + count):
        row[place] = 0


@engine_function
def count_ranks(program: Ints, table: Ints, hand: int, row: Ints, at: int, is_own: bool) -> None:
    """Count the cards in a hand by rank: all of them if ``is_own``, otherwise only those that are face up."""
    for place in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if is_own or table[place] < t.FACE_DOWN:
            row[at + program[p.RANK_OF + (table[place] & e.CARD_MASK)]] += 1


@engine_function
def visible_total(program: Ints, table: Ints, hand: int) -> int:
    """Return the total of the visible cards in a hand."""
    value = 0
    for place in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if table[place] < t.FACE_DOWN:
            value = program[p.ADDITIONS + value * p.RANKS + program[p.RANK_OF + table[place]]]
    return value >> 1


@engine_function
def observe(program: Ints, setup: Ints, table: Ints, row: Ints, at: int, is_asked: bool) -> None:
    """Write the person's observation into a row. ``is_asked`` is false once the game is over."""
    hand = table[t.ASKED]
    dealer = table[t.DEALER_HAND]
    row[at + MASK] = mask_of(program, setup, table, hand) if is_asked else 0
    row[at + KIND] = table[t.QUESTION] if is_asked else 0
    if setup[SEES_CARDS]:
        erase(row, at + OWN_RANKS, 2 * MOST_RANKS)
    if is_asked and table[t.QUESTION] != p.ASK_WAGER and table[t.QUESTION] != p.ASK_AGAIN:
        row[at + TOTAL] = table[hand + t.VALUE] >> 1
        row[at + IS_SOFT] = table[hand + t.VALUE] & 1
        row[at + UPCARD] = visible_total(program, table, dealer)
        row[at + CARDS] = table[hand + t.CARDS]
        row[at + WAGER] = table[hand + t.WAGER]
        row[at + HANDS] = table[t.HANDS_IN_PLAY]
        row[at + PART] = 0
        for place in range(table[t.HANDS_IN_PLAY]):
            if table[t.HANDS + place] == hand:
                row[at + PART] = place
        if setup[SEES_CARDS]:
            count_ranks(program, table, hand, row, at + OWN_RANKS, True)
            count_ranks(program, table, dealer, row, at + DEALER_RANKS, False)
    else:
        erase(row, at + TOTAL, BANKROLL - TOTAL)
    row[at + BANKROLL] = table[setup[PERSON] + t.BANKROLL]
    row[at + COUNT] = table[setup[PERSON] + t.COUNT]
    row[at + CARDS_LEFT] = table[t.CARDS_LEFT]
    if setup[SEES_SHOE] and table[t.SHOE_SIZE]:
        for rank in range(MOST_RANKS):
            row[at + SEEN_RANKS + rank] = table[t.SEEN + rank]


@engine_function
def earnings_in_both_roles(table: Ints, person: int) -> int:
    """Return what ``person`` has earned as a player and, if the bank rotates, as the banker."""
    other = table[person + t.OTHER_ROLE]
    return earnings(table, person) + (earnings(table, other) if other else 0)


@engine_function
def step(program: Ints, setup: Ints, table: Ints, events: Ints, row: Ints, at: int) -> None:
    """Give the answer in a row, play on to the next question, and write the observation.

    The answer can also start a new game, or leave the game as it is.
    """
    answer = row[at + ANSWER]
    if answer == NOTHING:
        return
    row[at + WAS_LEGAL] = 1
    is_new = answer == NEW_GAME
    if is_new:
        new_game(setup, table)
        row[at + EARNED] = earnings_in_both_roles(table, setup[PERSON])
    else:
        mask = row[at + MASK]
        if not 0 <= answer < FIRST_LEVEL + setup[LEVELS] or not mask >> answer & 1:
            row[at + WAS_LEGAL] = 0
            answer = lowest_of(mask)
        if mask and answer >= FIRST_LEVEL:
            table[t.ANSWER] = level_of(setup, answer)
        elif table[t.QUESTION] == p.ASK_WAGER:
            table[t.ANSWER] = p.QUIT
        elif answer == YES and asks_for_stake(program, table):
            work = table[t.WORK]
            table[t.ANSWER] = stake_of(program, table, bet_in_question(program, table), table[t.ASKED])
            table[t.WORK] = work
        else:
            table[t.ANSWER] = answer if table[t.QUESTION] == p.ASK_ACTION else answer - NO
        table[t.ANSWERED] = 1
    status = p.PAUSED
    while status == p.PAUSED:  # a game with powers that ask questions pauses at every hand
        status = play(program, table, events, ONE_GAME, UNLIMITED)
    row[at + STATUS] = status
    is_asked = status == p.DECISION
    earned = earnings_in_both_roles(table, setup[PERSON])
    row[at + WON] = earned - row[at + EARNED]
    if not is_new:
        row[at + EARNED] = earned
    observe(program, setup, table, row, at, is_asked)
    row[at + SUMMARY] = row[at + MASK] | (0 if row[at + WAS_LEGAL] else REPLACED) | (0 if is_asked else ENDED)
