"""The record of a game: its events as a sequence of integers.

``events[POSITION]`` is the index for the next event, or 0 to record nothing. ``events[LIMIT]`` is the last
position at which a hand, a cut or a player's turn may begin, and ROOM more numbers fit after it. If a game
writes even more numbers, events overwrite each other at ``events[END]``, and ``play`` stops with a fault.
``bj.catalogue.events`` lists the numbers in each event.
"""

from __future__ import annotations

from .plain_or_compiled import RECORD_HEAD, Ints, inlined_function, outlined_function

POSITION = 0
LIMIT = 1
END = 2
FIRST_EVENT = RECORD_HEAD
ROOM = 16_384  # numbers between two checks of the limit; if a game writes more, it ends with RECORD_FULL
LONGEST_EVENT = 4  # in numbers


def no_record() -> list[int]:
    """Return a record that stores nothing."""
    return [0] * FIRST_EVENT


def new_record(room: int) -> list[int]:
    """Return an empty record with space for ``room`` numbers before the limit."""
    size = FIRST_EVENT + room + ROOM
    return [FIRST_EVENT, FIRST_EVENT + room, size - LONGEST_EVENT, *([0] * (size - FIRST_EVENT))]


@outlined_function
def _write(events: Ints, code: int, first: int, second: int, third: int, size: int) -> None:
    """Write an event with ``size`` numbers.

    This is not inlined, because most compiled games record nothing.
    """
    position = min(events[POSITION], events[END])
    events[position] = code
    if size > 1:
        events[position + 1] = first
    if size > 2:
        events[position + 2] = second
    if size > 3:
        events[position + 3] = third
    events[POSITION] = position + size


@inlined_function
def record(events: Ints, code: int) -> None:
    """Write an event that consists only of its code."""
    if events[POSITION]:
        _write(events, code, 0, 0, 0, 1)


@inlined_function
def record_number(events: Ints, code: int, number: int) -> None:
    """Write an event with one number."""
    if events[POSITION]:
        _write(events, code, number, 0, 0, 2)


@inlined_function
def record_numbers(events: Ints, code: int, first: int, second: int) -> None:
    """Write an event with two numbers."""
    if events[POSITION]:
        _write(events, code, first, second, 0, 3)


@inlined_function
def record_three_numbers(events: Ints, code: int, first: int, second: int, third: int) -> None:
    """Write an event with three numbers."""
    if events[POSITION]:
        _write(events, code, first, second, third, 4)
