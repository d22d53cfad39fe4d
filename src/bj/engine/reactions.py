"""Reactions: what persons say and do on occasions."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x

from . import program as p
from . import table as t
from .events import record
from .formulas import evaluate
from .mode import Ints, engine_function, inlined_function

MOST_FIRINGS = 10_000  # reactions in one hand or round: more means that they would never end
LARGEST_BANKROLL = (1 << 60) - 1  # all bits: two numbers are in range if their bits together are


@inlined_function
def change_bankroll(table: Ints, person: int, amount: int) -> None:
    """Pay ``amount`` from the house to ``person``, or collect it if it is negative."""
    bankroll = table[person + t.BANKROLL] + amount
    table[person + t.BANKROLL] = bankroll
    dealer = table[t.DEALER]
    house = table[dealer + t.BANKROLL] - amount
    table[dealer + t.BANKROLL] = house
    if (abs(bankroll) | abs(house)) > LARGEST_BANKROLL:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        table[t.FAULT_PERSON] = person


@engine_function
def take_effect(program: Ints, table: Ints, hand: int, does: int, operand: int) -> None:
    """Carry out an effect that does not change the hand."""
    person = table[hand + t.OWNER]
    if does == x.FORFEIT:
        table[t.FORFEITED] = 1
    elif does == x.RESET_COUNT:
        table[person + t.COUNT] = 0
    elif does != x.SPEAK:
        number = evaluate(program, table, operand, hand)
        if does == x.CHANGE_BANKROLL:
            change_bankroll(table, person, number)
        else:
            table[person + t.MEMORY + does - x.REMEMBER] = number


@engine_function
def fire(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> int:
    """Let the owner of ``hand`` react to ``occasion``: the reaction with an effect on it, or SPEAK.

    Reactions fire in their order; each sees what the ones before it have changed.
    """
    person = table[hand + t.OWNER]
    at = table[person + t.REACTIONS]
    chosen = x.SPEAK
    last = 0
    fired = False
    while program[at + p.REACTION_ON]:
        if program[at + p.REACTION_ON] == occasion:
            formula = program[at + p.REACTION_WHEN]
            if formula != p.AS_BEFORE:
                fired = formula == 0 or evaluate(program, table, formula, hand) != 0
            if fired:
                table[t.FIRINGS] += 1
                last = at
                if program[at + p.REACTION_SAYS] >= 0:
                    record(events, table[person + t.VOICE] + e.SAYS + program[at + p.REACTION_SAYS])
                does = program[at + p.REACTION_DOES]
                if 1 << does & x.ON_HAND:
                    chosen = at
                else:
                    take_effect(program, table, hand, does, program[at + p.REACTION_OPERAND])
            if table[t.FAULT]:
                table[t.FAULT_PERSON] = person
                return x.SPEAK
        at += p.REACTION_SIZE
    if last and table[t.FIRINGS] > MOST_FIRINGS:
        table[t.FAULT] = p.ENDLESS_REACTION
        table[t.FAULT_PERSON] = person
        table[t.FAULT_VALUE] = chosen or last
        return x.SPEAK
    return chosen


@inlined_function
def react(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> int:
    """Let the owner of ``hand`` react to ``occasion``: the reaction with an effect on it, SPEAK for none."""
    reactions = table[table[hand + t.OWNER] + t.REACTIONS]
    if reactions and program[reactions - 1] >> occasion & 1:
        return fire(program, table, events, hand, occasion)
    return x.SPEAK


@engine_function
def everybody_reacts(program: Ints, table: Ints, events: Ints, occasion: int) -> None:
    """Let all players in seat order and then the dealer react."""
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        react(program, table, events, table[table[seat] + t.FIRST_HAND], occasion)
        if table[t.FAULT]:
            return
    react(program, table, events, table[t.DEALER_HAND], occasion)


@engine_function
def effect_of(program: Ints, reaction: int) -> int:
    """The effect of the reaction that ``react`` returned."""
    if reaction == x.SPEAK:
        return x.SPEAK
    return program[reaction + p.REACTION_DOES]
