"""Asks players about their powers within a step.

The engine cannot interrupt a step. So if a power asks, the engine restores the table from its last call, and
replays the step with the answer. Repeated events are removed.
"""

from __future__ import annotations

from bj.catalogue.limits import LARGEST_ANSWER

from ..cards.formulas import evaluate
from ..layout import events as r
from ..layout import program as p
from ..layout import table as t
from ..layout.mode import Ints, copy, engine_function

MOST_REPLIES = 60
"""The most answers between two stops of the engine."""


@engine_function
def ask_owner(program: Ints, table: Ints, events: Ints, hand: int, reaction: int) -> bool:
    """Whether the owner of ``hand`` wants a reaction that asks; if there is no answer, set the fault ASKING.

    A number always counts as consent, including the default for a holder who is not asked.
    """
    if table[t.FAULT]:
        return False  # another person is asked first
    asks = program[reaction + p.REACTION_ASKS]
    if asks < 0:
        table[t.REPLY] = evaluate(program, table, -asks, hand)
        return table[t.FAULT] == 0
    read = table[t.REPLIES_READ]
    if read == table[t.REPLIES_GIVEN]:
        table[t.FAULT] = p.ASKING if read < MOST_REPLIES else p.TOO_MANY_QUESTIONS
        table[t.FAULT_VALUE] = reaction
        table[t.ASKED] = hand
        table[t.RECORDED_END] = events[r.POSITION]
        return False
    table[t.REPLIES_READ] = read + 1
    reply = table[table[t.COPY_AT] + table[t.COPY_AT] + read]
    if abs(reply) > LARGEST_ANSWER:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        return False
    if asks == p.ASKS_NUMBER:
        table[t.REPLY] = reply
    return asks == p.ASKS_NUMBER or reply != 0


@engine_function
def begin_again(table: Ints, events: Ints) -> None:
    """Copy the table before the engine plays; after a power's question, restore the copy instead.

    The answer is stored after the table and its copy. The engine then replays the step and continues.
    """
    size = table[t.COPY_AT]
    recorded = given = 0
    if table[t.QUESTION] == p.ASK_POWER:
        recorded, given = table[t.RECORDED], table[t.REPLIES_GIVEN]
        if table[t.ANSWERED]:
            table[size + size + given] = table[t.ANSWER]
            given += 1
        copy(table, 0, size, size)
    else:
        copy(table, size, 0, size)
    table[t.RECORDED], table[t.REPLIES_GIVEN] = recorded, given
    table[t.REPLIES_READ] = 0
    table[t.RECORDED_BEGIN] = events[r.POSITION]


@engine_function
def end_or_ask(table: Ints, events: Ints, status: int) -> int:
    """Remove repeated events from the record; return DECISION if a power asks, otherwise ``status``."""
    asks = status == p.FAULTY and table[t.FAULT] == p.ASKING
    recorded = table[t.RECORDED]
    begin = table[t.RECORDED_BEGIN]
    if asks:
        if events[r.POSITION]:
            events[r.POSITION] = table[t.RECORDED_END]
        table[t.RECORDED] = events[r.POSITION] - begin
        table[t.QUESTION] = p.ASK_POWER
        table[t.ANSWERED] = 0
        table[t.FAULT] = 0
        table[t.FAULT_PERSON] = 0
    if recorded:
        for at in range(begin + recorded, events[r.POSITION]):
            events[at - recorded] = events[at]
        events[r.POSITION] -= recorded
    return p.DECISION if asks else status
