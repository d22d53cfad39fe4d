"""Runs a game: answers its questions, pauses it, ends it early, and empties its record.

Drivers read the state with ``view``, call ``interpreter.play``, and seed the generators with
``random_generators.seed_generators``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from bj.catalogue import events as e
from bj.catalogue import steps as s

from ..layout import event_record as r
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints

QUIT = p.QUIT
"""The answer that a player gives instead of a wager in order to stop playing hands."""

new_record = r.new_record
no_record = r.no_record


class Pause(IntEnum):
    """The points at which the engine returns with ``Stop.PAUSED``."""

    NEVER = p.PAUSE_NEVER
    HANDS = p.PAUSE_HANDS
    """At the start of a hand, before anything else happens in it."""
    STEPS = p.PAUSE_STEPS
    """After every step, including jumps and conditions."""


SEED_BITS: Mapping[int, int] = {p.MT19937: 32, p.SFC32: 64}
"""Maps each generator to the number of bits in its seed."""


def generator_of(program: Sequence[int]) -> int:
    """Return the generator for the shoe, to pass to ``random_generators.seed_generators``."""
    return program[p.SHUFFLE_GENERATOR]


def pause(table: Ints, after: Pause) -> None:
    """From now on, make the engine pause at the points that ``after`` specifies."""
    table[t.PAUSE_AFTER] = after


def deal_by_hand(program: Ints, table: Ints, *, cards: bool, cuts: bool) -> None:
    """Make the engine stop with ``Stop.CHANCE`` for every card if ``cards``, and for every cut if ``cuts``.

    The shoe still counts the cards left in it, but the supplied cards need not be among them.
    """
    table[t.DRAWING] = p.BY_HAND if cards else program[p.SHUFFLE_METHOD]
    table[t.CUTS_BY_HAND] = int(cuts)


def record_decisions(program: Ints) -> None:
    """Record every hit and every stand from now on, even those that print nothing."""
    program[p.WANTED] |= e.WANT_ACTION * (1 + e.WANT_OF_DEALER)


def answer(table: Ints, answer: int) -> None:
    """Answer the open question, or supply the requested card or cut.

    The answer is one of ``Question.wagers`` or QUIT, one of ``Question.actions``, or 1 for yes and 0 for no.
    A card is any valid card number. A cut is a number of cards from 0 to ``View.shoe_size``.
    """
    table[t.ANSWER] = answer
    table[t.ANSWERED] = 1


def leave(program: Ints, table: Ints) -> None:
    """End the game early: void the hand in play, and record the standings.

    No hand is voided if the last one has been settled, that is, between hands or after the bank has passed.
    """
    at, end = table[t.RESTART], table[t.PC]
    passes_bank = any(program[step] == s.PASS_BANK for step in range(at, end, p.STEP_SIZE))
    is_in_play = at <= end < table[t.HAND_END] and not passes_bank
    table[t.PC] = program[p.QUIT_STEPS] + (0 if is_in_play else p.STEP_SIZE)
    for register in (t.CURSOR, t.INNER_CURSOR, t.QUESTION, t.ANSWERED):
        table[register] = 0


def take_events(events: Ints) -> list[int]:
    """Return the events in the record, and empty it."""
    taken = [int(number) for number in events[r.FIRST_EVENT : events[r.POSITION]]]
    events[r.POSITION] = r.FIRST_EVENT
    return taken
