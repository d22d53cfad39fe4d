"""Reserves space for tallies at the end of a table."""

from __future__ import annotations

from collections.abc import Sequence

from bj.catalogue import effects as x
from bj.engine.game import tallies as y
from bj.engine.layout import program as p
from bj.engine.layout import table as t


def add_tallies(program: list[int], table: list[int], blocks: Sequence[int]) -> None:
    """Reserve space for each person's tallies.

    ``blocks`` lists the block of each person, in the order of their event codes. A copy of the table is added
    to the program, and every game starts from this copy.
    """
    head = program[p.TALLIES] = len(table)
    bankrolls = head + y.TALLY_HEAD + 1
    first = bankrolls + len(blocks)
    for index, block in enumerate(blocks):
        table[block + t.TALLY] = first + index * y.PERSON_SIZE
    program[p.START_IMAGE] = len(program)
    program += table
    table += [0] * y.TALLY_HEAD
    table[head + y.BANKROLLS], table[head + y.FIRST_PERSON] = bankrolls, first
    table += [len(blocks), *(block + t.BANKROLL for block in blocks)]
    table += [0] * (y.PERSON_SIZE * len(blocks))
    for block in blocks:
        if table[block + t.TAGS] or program[p.NOTES]:
            table[table[block + t.TALLY] + y.BY_COUNT] = len(table)
            table += [0] * (y.COUNTS * y.COUNT_SIZE)
    table[head + y.SIDE_BETS] = len(table)
    table += [0] * (len(blocks) * program[p.SIDE_BET_COUNT] * y.COUNT_SIZE)
    bank_goes_round = table[blocks[0] + t.OTHER_ROLE] != 0
    if bank_goes_round or any(_moves_money(program, table[block + t.REACTIONS]) for block in blocks):
        table[head + y.MOVED] = len(table)
        table += [0] * len(blocks)


def _moves_money(program: Sequence[int], reactions: int) -> bool:
    at = reactions
    while at and program[at + p.REACTION_ON]:
        if program[at + p.REACTION_DOES] == x.CHANGE_BANKROLL:
            return True
        at += p.REACTION_SIZE
    return False
