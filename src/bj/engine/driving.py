"""What the drivers of a game write: answers, pauses, the end of a game that is left, and its record.

Drivers read the game in ``view``, call ``machine.advance`` and start the generators with
``generators.seed_generators``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from . import events as r
from . import program as p
from . import table as t
from .mode import Ints
from .shoe import riffle

QUIT = p.QUIT
"""The answer to a question about a wager that leaves the loop of hands."""

new_record = r.new_record
no_record = r.no_record


class Pause(IntEnum):
    """After which steps the engine returns with ``Stop.PAUSED``."""

    NEVER = p.PAUSE_NEVER
    HANDS = p.PAUSE_HANDS
    """When a hand has begun, before anything happens in it."""
    STEPS = p.PAUSE_STEPS
    """After every step, including jumps and conditions."""


SEED_BITS: Mapping[int, int] = {p.MT19937: 32, p.SFC32: 64}
"""The bits of a seed of each generator."""


def generator_of(program: Sequence[int]) -> int:
    """The generator that ``generators.seed_generators`` has to start."""
    return program[p.SHUFFLE_GENERATOR]


def pause(table: Ints, after: Pause) -> None:
    """Let the engine pause from now on."""
    table[t.PAUSE_AFTER] = after


def deal_by_hand(program: Ints, table: Ints, *, cards: bool, cuts: bool) -> None:
    """Let the engine stop with ``Stop.CHANCE`` for every card, or for every cut, from now on.

    The shoe goes on counting as if its own cards were dealt; the cards that are given need not be in it.
    """
    table[t.DRAWING] = p.BY_HAND if cards else program[p.SHUFFLE_METHOD]
    table[t.CUTS_BY_HAND] = int(cuts)


def answer(table: Ints, answer: int) -> None:
    """Answer the open question, or give the card or the cut that is needed.

    That is one of ``Question.wagers`` or QUIT, one of ``Question.actions``, or 1 to play on and 0 to stop;
    the number of any card; or how many cards a cut lifts off, from 0 to ``View.shoe_size``.
    """
    table[t.ANSWER] = answer
    table[t.ANSWERED] = 1


def leave(program: Ints, table: Ints) -> None:
    """Go on with the steps for a game that is left early: the hand is void, and the standings are said."""
    table[t.PC] = program[p.QUIT_STEPS]
    for register in (t.TURN, t.SPOT, t.QUESTION, t.ANSWERED):
        table[register] = 0


def take_events(events: Ints) -> list[int]:
    """Take the recorded events out of the record, so that there is room again."""
    taken = [int(number) for number in events[r.FIRST_EVENT : events[r.POSITION]]]
    events[r.POSITION] = r.FIRST_EVENT
    return taken


def enter_hand(program: Ints, table: Ints) -> None:
    """Put the beginning and the end of the loop of hands where another ``program`` has them.

    The table has to stand where a hand has begun and nothing has happened in it, see ``Pause.HANDS``.
    """
    at = program[p.START]
    while program[at] != p.BEGIN_HAND:
        at += p.STEP_SIZE
    table[t.PC] = table[t.RESTART] = at + p.STEP_SIZE
    table[t.HAND_END] = program[at + 1]


def correct_bankroll(table: Ints, person: int, bankroll: int) -> None:
    """Give ``person`` another bankroll, as somebody has said that it is."""
    table[t.PERSONS + person * t.PERSON_SIZE + t.BANKROLL] = bankroll


def correct_count(table: Ints, person: int, difference: int) -> None:
    """Add a difference to the running count of ``person``."""
    table[t.PERSONS + person * t.PERSON_SIZE + t.COUNT] += difference


def count_card(program: Ints, table: Ints, person: int, card: int, times: int) -> None:
    """Let ``person`` count a card so many times more; -1 undoes it."""
    block = t.PERSONS + person * t.PERSON_SIZE
    if table[block + t.TAGS]:
        table[block + t.COUNT] += times * program[table[block + t.TAGS] + program[p.RANK_OF + card]]


def correct_upcard(program: Ints, table: Ints, card: int) -> None:
    """Make another card of the dealer's the upcard."""
    table[t.UPCARD] = program[p.RANK_OF + card]


def correct_kick_out(table: Ints, *, was_dealer: bool) -> None:
    """Let the winner of the round leave instead of the loser, who was the dealer or not."""
    by = 1 if was_dealer else -1
    table[t.DEALERS_LEFT] += by
    table[t.PLAYERS_LEFT] -= by


def correct_hand(table: Ints, hand: int) -> None:
    """Give the hand that has begun another number."""
    table[t.HAND] = hand


def move_in_shoe(table: Ints, by: int) -> None:
    """Move the next card to be dealt down the shoe, or up if ``by`` is negative."""
    table[t.CARDS_LEFT] = max(0, min(table[t.SHOE_SIZE], table[t.CARDS_LEFT] - by))


def renew_shoe(table: Ints, fresh: Ints) -> None:
    """Put the cards in the order that they have in a ``fresh`` table of the same game."""
    begin, new, size = table[t.SHOE], fresh[t.SHOE], fresh[t.SHOE_SIZE]
    for place in range(size):
        table[begin + place] = fresh[new + place]


def riffle_otherwise(table: Ints, cut: int, mix: Callable[[Sequence[int], int], Sequence[int]]) -> None:
    """Put the cards in the order of which the riffle at ``cut`` makes what ``mix`` does."""
    begin, size = table[t.SHOE], table[t.SHOE_SIZE]
    wanted = mix([int(card) for card in table[begin : begin + size]], cut)
    trial = [int(number) for number in table]
    trial[begin : begin + size] = range(size)
    riffle(trial, cut, 0)
    for place in range(size):
        table[begin + trial[trial[t.SHOE] + place]] = wanted[place]
