"""Changes compiled games so that they play by a wrong rule.

The aim is to imitate a faulty program that printed a transcript. Most of these games could not be described
by a ruleset. A variation is a function that changes the program and the table of a game in place, so callers
pass it copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from bj.catalogue import steps as s
from bj.catalogue.effects import RETAKE
from bj.catalogue.events import EVENTS
from bj.compiler.program_head import ROUNDINGS
from bj.engine.cards.seats import block_of_person, persons_of
from bj.engine.layout import program as p
from bj.engine.layout import table as t

Variation: TypeAlias = Callable[[list[int], list[int]], None]
"""A function that changes a program and the table that the game starts with."""


def decide(
    person: int, cells: Iterable[tuple[int, bool]], action: int, upcards: Iterable[int] = range(p.RANKS)
) -> Variation:
    """Make ``person`` take ``action`` with the totals in ``cells`` against ``upcards``.

    A cell is a pair: a total, and whether the total is soft. Upcards are given by rank.
    """

    def change(program: list[int], table: list[int]) -> None:
        chart = table[block_of_person(person) + t.CHART]
        for total, soft in cells if chart else ():
            for rank in upcards:
                program[chart + (2 * total + soft) * p.RANKS + rank] = action

    return change


def move_rows(person: int, by: int) -> Variation:
    """Add ``by`` to the total of each row in a person's chart."""

    def change(program: list[int], table: list[int]) -> None:
        chart = table[block_of_person(person) + t.CHART]
        if chart:
            rows = program[chart : chart + p.VALUES * p.RANKS]
            move = 2 * by * p.RANKS
            moved = rows[-move:] + rows[:-move] if move > 0 else rows[-move:] + rows[: -move or None]
            program[chart : chart + p.VALUES * p.RANKS] = moved[: len(rows)]

    return change


def play_alike(person: int, *, soft: bool) -> Variation:
    """Make ``person`` play soft hands the same way as hard hands with the same total.

    All hands are played as soft hands if ``soft`` is true, and otherwise as hard hands.
    """
    read, written = (p.RANKS, 0) if soft else (0, p.RANKS)

    def change(program: list[int], table: list[int]) -> None:
        chart = table[block_of_person(person) + t.CHART]
        for row in range(chart, chart + p.VALUES * p.RANKS, 2 * p.RANKS) if chart else ():
            program[row + written : row + written + p.RANKS] = program[row + read : row + read + p.RANKS]

    return change


def move_columns(person: int, by: int) -> Variation:
    """Make a person read the wrong column of the chart, ``by`` ranks above the upcard.

    Ranks ascend from two to ace.
    """

    def change(program: list[int], table: list[int]) -> None:
        chart = table[block_of_person(person) + t.CHART]
        for row in range(chart, chart + p.VALUES * p.RANKS, p.RANKS) if chart else ():
            cells = program[row : row + p.RANKS]
            program[row : row + p.RANKS] = [
                cells[min(max(rank + by, 0), p.RANKS - 1)] for rank in range(p.RANKS)
            ]

    return change


def columns_of(person: int, program: Sequence[int], table: Sequence[int]) -> list[tuple[int, ...]]:
    """Return a person's chart column for each rank of upcard, or an empty list without a chart."""
    chart = table[block_of_person(person) + t.CHART]
    cells = program[chart : chart + p.VALUES * p.RANKS]
    return [(*cells[rank :: p.RANKS],) for rank in range(p.RANKS)] if chart else []


def read_column(person: int, upcard: int, other: int) -> Variation:
    """Make a person play against ``upcard`` as if it were ``other``. Both are ranks."""

    def change(program: list[int], table: list[int]) -> None:
        chart = table[block_of_person(person) + t.CHART]
        for row in range(chart, chart + p.VALUES * p.RANKS, p.RANKS) if chart else ():
            program[row + upcard] = program[row + other]

    return change


def tag_cards(ranks: Iterable[int], tag: int) -> Variation:
    """Make everyone who counts cards use ``tag`` for the given ranks."""
    counted = tuple(ranks)

    def change(program: list[int], table: list[int]) -> None:
        tags = {table[block + t.TAGS] for block in persons_of(table)}
        for first in tags - {0}:
            for rank in counted:
                program[first + rank] = tag

    return change


def multiply_tags(by: int) -> Variation:
    """Multiply the tags of everyone who counts cards by ``by``."""

    def change(program: list[int], table: list[int]) -> None:
        for first in {table[block + t.TAGS] for block in persons_of(table)} - {0}:
            tags = slice(first, first + p.RANKS)
            program[tags] = [by * tag for tag in program[tags]]

    return change


def ask(persons: Iterable[int], *, wagers: bool = False, least: int | None = None) -> Variation:
    """Ask ``persons`` how to play instead of using their strategies.

    If ``wagers`` is true, ask only how much to wager. If ``least`` is given, the minimum wager is lowered to
    it.
    """

    def change(program: list[int], table: list[int]) -> None:
        if least is not None:
            table[t.MINIMUM_WAGER] = min(table[t.MINIMUM_WAGER], least)
        for person in persons:
            block = block_of_person(person)
            if wagers:
                table[block + t.WAGER_FORMULA] = 0
            else:
                table[block + t.CHART] = table[block + t.RULES] = table[block + t.BY_CHART] = 0

    return change


def pay(keys: Iterable[str], numerator: int, denominator: int = 1) -> Variation:
    """Make the house pay ``numerator`` to ``denominator`` on the stake for the events in ``keys``.

    A negative ratio is a loss.
    """
    kinds = {EVENTS[key].code for key in keys}

    def change(program: list[int], table: list[int]) -> None:
        for outcome in _outcomes(program):
            if program[outcome + p.OUTCOME_EVENT] in kinds:
                program[outcome + p.OUTCOME_PAYS : outcome + p.OUTCOME_PAYS + 2] = [numerator, denominator]

    return change


def reverse_payouts() -> Variation:
    """Swap wins and losses: the house collects what it should pay, and pays what it should collect."""

    def change(program: list[int], table: list[int]) -> None:
        for outcome in _outcomes(program):
            program[outcome + p.OUTCOME_PAYS] = -program[outcome + p.OUTCOME_PAYS]

    return change


def round_payouts(how: str) -> Variation:
    """Set how the house rounds payouts: "down", "up" or "nearest"."""

    def change(program: list[int], table: list[int]) -> None:
        program[p.ROUNDING] = ROUNDINGS[how]

    return change


def overlook_busts(*, totals: bool = True, busts: bool = False) -> Variation:
    """Make busted hands win.

    They beat the dealer's totals if ``totals`` is true, and the dealer's busts if ``busts`` is true.
    """

    def change(program: list[int], table: list[int]) -> None:
        target = p.TOTALS + table[t.TARGET]  # another variation may have moved it
        bust, highest = (p.OUTCOMES + own * p.CLASSES for own in (p.BUST, target))
        tied = program[highest + target]
        beaten = (p.NATURAL, *range(p.TOTALS, target + 1)) if totals else ()
        for dealers in (*beaten, *((p.OVER_TARGET,) if busts else ())):
            compared = program[highest + dealers]
            program[bust + dealers] = program[highest + target - 1] if compared == tied else compared

    return change


def level_dealers_natural() -> Variation:
    """Treat a dealer's natural like other hands that reach the target, except against a player's natural."""

    def change(program: list[int], table: list[int]) -> None:
        target = p.TOTALS + table[t.TARGET]  # another variation may have moved it
        for own in (p.OVER_TARGET, p.PUSHING_TOTAL, p.CHARLIE, *range(p.TOTALS, p.CLASSES)):
            row = p.OUTCOMES + own * p.CLASSES
            program[row + p.NATURAL] = program[row + target]

    return change


def win_like_naturals() -> Variation:
    """Announce and pay every winning hand whose total is the target as a natural."""

    def change(program: list[int], table: list[int]) -> None:
        target = p.TOTALS + table[t.TARGET]  # another variation may have moved it
        own, natural = (p.OUTCOMES + each * p.CLASSES for each in (target, p.PAID_AT_ONCE))
        for dealers in (p.OVER_TARGET, *range(p.TOTALS, target)):
            program[own + dealers] = program[natural + dealers]

    return change


def move_limit(by: int) -> Variation:
    """Add ``by``, which is -1 or 1, to the highest total with which the dealer does not bust.

    With -1, the dealer busts even on the target. With 1, the dealer can exceed the target by one.
    """

    def change(program: list[int], table: list[int]) -> None:
        first, target = p.OUTCOMES, p.TOTALS + table[t.TARGET]  # another variation may have moved it
        rows = (p.OVER_TARGET, p.NATURAL, p.CHARLIE, *range(p.TOTALS, target + 1))
        if by < 0:
            for at in (first + own * p.CLASSES for own in rows):
                program[at + target] = program[at + p.NATURAL] = program[at + p.OVER_TARGET]
        if by > 0:
            above = p.CLASS_OF + 2 * (table[t.TARGET] + 1)
            for at in (above, above + p.VALUES):
                program[at : at + 2] = [p.PUSHING_TOTAL] * 2
            for at in (first + own * p.CLASSES for own in rows):
                program[at + p.PUSHING_TOTAL] = program[at + target]
            beaten, tied = (first + (target - less) * p.CLASSES + target for less in (1, 0))
            program[first + target * p.CLASSES + p.PUSHING_TOTAL] = program[beaten]
            program[first + p.PUSHING_TOTAL * p.CLASSES + p.PUSHING_TOTAL] = program[tied]

    return change


def settle_as(others: Mapping[str, str]) -> Variation:
    """Settle hands as if other events had happened.

    ``others`` maps the key of each replaced event to the key of the event whose outcome is used instead.
    """
    kinds = {EVENTS[key].code: EVENTS[other].code for key, other in others.items()}

    def change(program: list[int], table: list[int]) -> None:
        known = {program[outcome + p.OUTCOME_EVENT]: outcome for outcome in _outcomes(program)}
        for cell in range(p.OUTCOMES, p.OUTCOMES + p.CLASSES * p.CLASSES):
            kind = program[program[cell] + p.OUTCOME_EVENT] if program[cell] else 0
            program[cell] = known.get(kinds.get(kind, 0), program[cell])

    return change


def _outcomes(program: list[int]) -> set[int]:
    return {index for index in program[p.OUTCOMES : p.OUTCOMES + p.CLASSES * p.CLASSES] if index}


def retake(more: int) -> Variation:
    """Make powers that retake a hand draw ``more`` additional cards."""

    def change(program: list[int], table: list[int]) -> None:
        for block in persons_of(table):
            at = table[block + t.REACTIONS]
            while at and program[at + p.REACTION_ON]:
                if program[at + p.REACTION_DOES] == RETAKE:
                    flags = program[at + p.REACTION_OPERAND] % p.RETAKE_MORE
                    program[at + p.REACTION_OPERAND] = flags + p.RETAKE_MORE * more
                at += p.REACTION_SIZE

    return change


def lay_out(order: Sequence[int]) -> Variation:
    """Arrange the new shoe in the given ``order``, provided that both have the same number of cards."""

    def change(program: list[int], table: list[int]) -> None:
        if len(order) == table[t.SHOE_SIZE]:
            table[table[t.SHOE] : table[t.SHOE] + len(order)] = order

    return change


def play_dealer_first() -> Variation:
    """Make the dealer play before the players, provided that at most one step separates their turns."""

    def change(program: list[int], table: list[int]) -> None:
        steps = range(program[p.START], len(program), p.STEP_SIZE)
        first = next((at for at in steps if program[at] == s.PLAYERS_ACT), 0)
        rest = first + p.STEP_SIZE
        for end in (rest + p.STEP_SIZE, rest + 2 * p.STEP_SIZE) if first else ():
            if program[end - p.STEP_SIZE] == s.DEALER_ACTS:
                program[first:end] = program[rest:end] + program[first:rest]
                return

    return change


def enter_in_order(persons: Sequence[int], *, is_dealer: bool) -> Variation:
    """Make the members of a team enter the game in the given order, either as dealers or as players."""
    roster, left = (t.DEALER_ROSTER, t.DEALERS_LEFT) if is_dealer else (t.ROSTER, t.PLAYERS_LEFT)

    def change(_: list[int], table: list[int]) -> None:
        blocks = [block_of_person(person) for person in reversed(persons)]
        waiting = slice(table[roster], table[roster] + table[left])
        if sorted(table[waiting]) == sorted(blocks):
            table[waiting] = blocks

    return change
