"""Reactions: what persons say and do on occasions."""

from __future__ import annotations

from .events import SAYS, record
from .formulas import evaluate
from .mode import Ints, engine_function, inlined_function
from .program import (
    AS_BEFORE,
    CHANGE_BANKROLL,
    ENDLESS_REACTION,
    EXTRA_CARD,
    FORFEIT,
    NUMBER_TOO_LARGE,
    REACTION_DOES,
    REACTION_ON,
    REACTION_OPERAND,
    REACTION_SAYS,
    REACTION_SIZE,
    REACTION_WHEN,
    REMEMBER,
    RESET_COUNT,
    RETAKE,
    SPEAK,
)
from .table import (
    BANKROLL,
    COUNT,
    DEALER,
    FAULT,
    FAULT_PERSON,
    FAULT_VALUE,
    FIRINGS,
    FIRST_HAND,
    FORFEITED,
    MEMORY,
    PLAYERS,
    REACTIONS,
    SEATS,
    VOICE,
)

MOST_FIRINGS = 10_000  # reactions in one hand or round: more means that they would never end
LARGEST_BANKROLL = (1 << 60) - 1  # all bits: two numbers are in range if their bits together are


@inlined_function
def change_bankroll(table: Ints, person: int, amount: int) -> None:
    """Let the house pay ``amount`` to ``person``, or collect it when it is negative."""
    bankroll = table[person + BANKROLL] + amount
    table[person + BANKROLL] = bankroll
    dealer = table[DEALER]
    house = table[dealer + BANKROLL] - amount
    table[dealer + BANKROLL] = house
    if (abs(bankroll) | abs(house)) > LARGEST_BANKROLL:
        table[FAULT] = NUMBER_TOO_LARGE
        table[FAULT_PERSON] = person


@engine_function
def take_effect(program: Ints, table: Ints, person: int, hand: int, does: int, operand: int) -> None:
    """Let an effect happen that does not touch the hand."""
    if does == FORFEIT:
        table[FORFEITED] = 1
    elif does == RESET_COUNT:
        table[person + COUNT] = 0
    elif does != SPEAK:
        number = evaluate(program, table, operand, person, hand)
        if does == CHANGE_BANKROLL:
            change_bankroll(table, person, number)
        else:
            table[person + MEMORY + does - REMEMBER] = number


@engine_function
def fire(program: Ints, table: Ints, events: Ints, person: int, hand: int, occasion: int) -> int:
    """Let the reactions of ``person`` to ``occasion`` fire: the one with an effect on ``hand``, or SPEAK.

    They fire in their order; each looks at what those before it have changed.
    """
    at = table[person + REACTIONS]
    chosen = SPEAK
    last = 0
    fired = False
    while program[at + REACTION_ON]:
        if program[at + REACTION_ON] == occasion:
            formula = program[at + REACTION_WHEN]
            if formula != AS_BEFORE:
                fired = formula == 0 or evaluate(program, table, formula, person, hand) != 0
            if fired:
                table[FIRINGS] += 1
                last = at
                if program[at + REACTION_SAYS] >= 0:
                    record(events, table[person + VOICE] + SAYS + program[at + REACTION_SAYS])
                does = program[at + REACTION_DOES]
                if RETAKE <= does <= EXTRA_CARD:
                    chosen = at
                else:
                    take_effect(program, table, person, hand, does, program[at + REACTION_OPERAND])
            if table[FAULT]:
                table[FAULT_PERSON] = person
                return SPEAK
        at += REACTION_SIZE
    if last and table[FIRINGS] > MOST_FIRINGS:
        table[FAULT] = ENDLESS_REACTION
        table[FAULT_PERSON] = person
        table[FAULT_VALUE] = chosen or last
        return SPEAK
    return chosen


@inlined_function
def react(program: Ints, table: Ints, events: Ints, person: int, hand: int, occasion: int) -> int:
    """Let ``person`` react to ``occasion``: the reaction with an effect on ``hand``, SPEAK for none."""
    reactions = table[person + REACTIONS]
    if reactions and program[reactions - 1] >> occasion & 1:
        return fire(program, table, events, person, hand, occasion)
    return SPEAK


@engine_function
def everybody_reacts(program: Ints, table: Ints, events: Ints, occasion: int) -> None:
    """Let all players in seat order and then the dealer react."""
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        person = table[seat]
        react(program, table, events, person, person + FIRST_HAND, occasion)
        if table[FAULT]:
            return
    dealer = table[DEALER]
    react(program, table, events, dealer, dealer + FIRST_HAND, occasion)


@engine_function
def effect_of(program: Ints, reaction: int) -> int:
    """The effect of the reaction that ``react`` gave back."""
    if reaction == SPEAK:
        return SPEAK
    return program[reaction + REACTION_DOES]
