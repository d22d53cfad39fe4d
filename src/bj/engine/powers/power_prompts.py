"""Asking people about their powers, in the middle of a step.

A step is not left in its middle when a power asks: the table is put back to where the engine has played on
from, and that is played again with the answer. What it records once more is taken out of the record.
"""

from __future__ import annotations

from bj.catalogue.limits import LARGEST_ANSWER

from ..cards.formulas import evaluate
from ..layout import events as r
from ..layout import program as p
from ..layout import table as t
from ..layout.mode import Ints, copy, engine_function

MOST_REPLIES = 60
"""Answers between two stops of the engine."""


@engine_function
def place_of(table: Ints, number: int) -> int:
    """The index of an answer, from 0: behind the table and its copy."""
    return table[t.NOTED] + table[t.NOTED] + number


@engine_function
def agrees(program: Ints, table: Ints, events: Ints, hand: int, reaction: int) -> bool:
    """Whether the owner of ``hand`` wants a reaction that asks; a fault is noted while that is not known.

    Whoever answers with a number always does, and so does who is not asked and has a number all the same.
    """
    if table[t.FAULT]:
        return False  # somebody else is to be asked first
    asks = program[reaction + p.REACTION_ASKS]
    if asks < 0:
        table[t.REPLY] = evaluate(program, table, -asks, hand)
        return table[t.FAULT] == 0
    read = table[t.REPLIES_READ]
    if read < table[t.REPLIES_GIVEN]:
        table[t.REPLIES_READ] = read + 1
        reply = table[place_of(table, read)]
        if abs(reply) > LARGEST_ANSWER:
            table[t.FAULT] = p.NUMBER_TOO_LARGE
            return False
        if asks == p.ASKS_NUMBER:
            table[t.REPLY] = reply
        return asks == p.ASKS_NUMBER or reply != 0
    table[t.FAULT] = p.ASKING if read < MOST_REPLIES else p.TOO_MANY_QUESTIONS
    table[t.FAULT_VALUE] = reaction
    table[t.ASKED] = hand
    table[t.TOLD_END] = events[r.POSITION]
    return False


@engine_function
def begin_again(table: Ints, events: Ints) -> None:
    """Note where the engine plays on from, or go back to there when somebody was asked about a power."""
    size = table[t.NOTED]
    told = given = 0
    if table[t.QUESTION] == p.ASK_POWER:
        told, given = table[t.TOLD], table[t.REPLIES_GIVEN]
        if table[t.ANSWERED]:
            table[place_of(table, given)] = table[t.ANSWER]
            given += 1
        copy(table, 0, size, size)
    else:
        copy(table, size, 0, size)
    table[t.TOLD], table[t.REPLIES_GIVEN] = told, given
    table[t.REPLIES_READ] = 0
    table[t.TOLD_BEGIN] = events[r.POSITION]


@engine_function
def end_or_ask(table: Ints, events: Ints, status: int) -> int:
    """Take out of the record what was told before; DECISION if somebody has to be asked, else ``status``."""
    asks = status == p.FAULTY and table[t.FAULT] == p.ASKING
    told = table[t.TOLD]
    begin = table[t.TOLD_BEGIN]
    if asks:
        if events[r.POSITION]:
            events[r.POSITION] = table[t.TOLD_END]
        table[t.TOLD] = events[r.POSITION] - begin
        table[t.QUESTION] = p.ASK_POWER
        table[t.ANSWERED] = 0
        table[t.FAULT] = 0
        table[t.FAULT_PERSON] = 0
    if told:
        for at in range(begin + told, events[r.POSITION]):
            events[at - told] = events[at]
        events[r.POSITION] -= told
    return p.DECISION if asks else status
