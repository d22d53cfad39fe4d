"""Controls a game: answers questions, pauses, leaves early, and empties the record.

Drivers read the game in ``view``, call ``machine.play`` and seed the generators with
``generators.seed_generators``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from bj.catalogue import events as e
from bj.catalogue import steps as s

from ..layout import events as r
from ..layout import program as p
from ..layout import table as t
from ..layout.mode import Ints

QUIT = p.QUIT
"""The answer with which a player who is asked for a wager leaves the loop of hands."""

new_record = r.new_record
no_record = r.no_record


class Pause(IntEnum):
    """When the engine returns with ``Stop.PAUSED``."""

    NEVER = p.PAUSE_NEVER
    HANDS = p.PAUSE_HANDS
    """The start of a hand, before anything happens in it."""
    STEPS = p.PAUSE_STEPS
    """The end of every step, including jumps and conditions."""


SEED_BITS: Mapping[int, int] = {p.MT19937: 32, p.SFC32: 64}
"""Maps generators to the number of bits in their seeds."""


def generator_of(program: Sequence[int]) -> int:
    """Return the generator of the shoe, to pass to ``generators.seed_generators``."""
    return program[p.SHUFFLE_GENERATOR]


def pause(table: Ints, after: Pause) -> None:
    """From now on, make the engine pause at the points that ``after`` names."""
    table[t.PAUSE_AFTER] = after


def deal_by_hand(program: Ints, table: Ints, *, cards: bool, cuts: bool) -> None:
    """From now on, make the engine stop with ``Stop.CHANCE`` for every card, or for every cut.

    The shoe counts cards as usual, but the given cards need not be in it.
    """
    table[t.DRAWING] = p.BY_HAND if cards else program[p.SHUFFLE_METHOD]
    table[t.CUTS_BY_HAND] = int(cuts)


def record_decisions(program: Ints) -> None:
    """Record every hit and stand from now on, even if nothing is printed for it."""
    program[p.WANTED] |= e.WANT_ACTION * (1 + e.WANT_OF_DEALER)


def answer(table: Ints, answer: int) -> None:
    """Answer the open question, or give the requested card or cut.

    The answer is one of ``Question.wagers`` or QUIT, one of ``Question.actions``, or 1 for yes and 0 for no.
    A card can be any card number. A cut is a number of cards from 0 to ``View.shoe_size``.
    """
    table[t.ANSWER] = answer
    table[t.ANSWERED] = 1


def leave(program: Ints, table: Ints) -> None:
    """Continue with the steps for leaving early: the hand in play is void, and the standings are recorded.

    The first of these steps voids the hand. It is skipped between two hands, and after the bank has passed,
    because the last hand is settled.
    """
    at, end = table[t.RESTART], table[t.PC]
    passes_bank = any(program[step] == s.PASS_BANK for step in range(at, end, p.STEP_SIZE))
    is_in_play = at <= end < table[t.HAND_END] and not passes_bank
    table[t.PC] = program[p.QUIT_STEPS] + (0 if is_in_play else p.STEP_SIZE)
    for register in (t.CURSOR, t.INNER_CURSOR, t.QUESTION, t.ANSWERED):
        table[register] = 0


def take_events(events: Ints) -> list[int]:
    """Empty the record and return its events."""
    taken = [int(number) for number in events[r.FIRST_EVENT : events[r.POSITION]]]
    events[r.POSITION] = r.FIRST_EVENT
    return taken
