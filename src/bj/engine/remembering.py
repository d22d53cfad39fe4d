"""Memory: what reactions set, alone or together with others, and what begins or ends with it."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x

from . import program as p
from . import table as t
from .card_effects import aim_anew
from .formulas import evaluate
from .mode import Ints, engine_function, inlined_function
from .others import how_many, member
from .seats import side_of


@engine_function
def share(program: Ints, table: Ints, person: int, reaction: int) -> None:
    """Let all with whom ``person`` shares what a reaction sets remember it, and see what lasts by it."""
    cell = t.MEMORY + program[reaction + p.REACTION_DOES] - x.REMEMBER
    own = side_of(table, person)
    for side in (0, e.DEALER_ROLE):
        if side == own or program[reaction + p.REACTION_PARTNER] & x.WITH_TABLE:
            for place in range(how_many(table, side)):
                other = member(table, side, place)
                table[other + cell] = table[person + cell]
                if program[reaction + p.REACTION_PARTNER] & x.TELLING and other != person:
                    tell(program, table, other)


@engine_function
def tell(program: Ints, table: Ints, person: int) -> None:
    """Let ``person`` look again whether powers last by a number that somebody else has set."""
    at = table[person + t.REACTIONS]
    while at and program[at + p.REACTION_ON] and not table[t.FAULT]:
        if program[at + p.REACTION_ON] == x.TOLD:
            lasts = evaluate(program, table, program[at + p.REACTION_OPERAND], table[person + t.FIRST_HAND])
            table[person + t.MEMORY + program[at + p.REACTION_DOES] - x.REMEMBER] = lasts
        at += p.REACTION_SIZE


@engine_function
def follow_up(program: Ints, table: Ints, events: Ints, person: int, reaction: int) -> None:
    """Do what comes with a number that a reaction sets: others remember it, and targets may change."""
    about = program[reaction + p.REACTION_PARTNER]
    if about != x.AIMING:
        share(program, table, person, reaction)
    if about & x.AIMING:
        aim_anew(program, table, events)


@inlined_function
def remember(program: Ints, table: Ints, events: Ints, hand: int, reaction: int) -> None:
    """Let the owner of ``hand`` remember the number that a reaction sets."""
    number = evaluate(program, table, program[reaction + p.REACTION_OPERAND], hand)
    if not table[t.FAULT]:
        person = table[hand + t.OWNER]
        table[person + t.MEMORY + program[reaction + p.REACTION_DOES] - x.REMEMBER] = number
        if program[reaction + p.REACTION_PARTNER]:
            follow_up(program, table, events, person, reaction)
