"""Changes of inherited seats: tables by the name of a seat, such as ``[players.Ann]``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bj.errors import Fault, Fix, KeyPath
from bj.ruleset.step_edits import Place
from bj.ruleset.suggestions import describe_kind, find_close, shorten, suggest

Seats = Sequence[Any]
"""The entries of ``[[players]]``."""


KEYS_OF_SEATS = {"name", "bankroll", "strategy", "spots"}


def has_changes(players: Any) -> bool:
    """Whether a document changes inherited seats."""
    return isinstance(players, dict)


def lay_seats(changes: Mapping[str, Any], inherited: Seats) -> list[Any]:
    """The inherited seats with the keys of the changes laid over them. Impossible changes are skipped."""
    return [
        {**seat, **table} if isinstance(table := changes.get(_name_of(seat)), dict) else seat
        for seat in inherited
    ]


def check_seats(changes: Any, inherited: Any) -> Iterator[Fault]:
    """The faults of changes: each is a table for an inherited seat."""
    if not isinstance(changes, dict) or not isinstance(inherited, list):
        return  # a table instead of a list is a separate fault
    if changes and not any(isinstance(table, dict) for table in changes.values()):
        message = "`players` should be a list in brackets, not a table"
        is_seat = not KEYS_OF_SEATS.isdisjoint(changes)
        each = "write each seat as `[[players]]`, with `name`, `bankroll` and `strategy`"
        yield Fault("BJ203", ("players",), message, Fix("[[players]]") if is_seat else each)
        return
    names = [_name_of(seat) for seat in inherited]
    for name, table in changes.items():
        path: KeyPath = ("players", name)
        if names.count(name) != 1:
            message = f"no inherited seat is called `{shorten(name)}`"
            if name in names:
                message = f"{names.count(name)} inherited seats are called `{shorten(name)}`"
            others = [each for each in names if each and names.count(each) == 1]
            remedy = suggest(name, others) if others else "write all seats, each as `[[players]]`"
            if others and find_close(name, others) is None:
                remedy = (
                    f'{remedy}, or write all seats, each as `[[players]]` with `name = "{shorten(name)}"`'
                )
            yield Fault("BJ129", path, message, remedy, part="key")
        elif not isinstance(table, dict):
            message = f"`{shorten(name)}` should be a table, not {describe_kind(table)}"
            yield Fault("BJ203", path, message, f"write its keys below `[players.{shorten(name)}]`")


def find_seat(documents: Sequence[Mapping[str, Any]], path: KeyPath) -> Place | None:
    """The number of the document that writes a value of a seat, and the path of the value there.

    ``path`` is the path in the merged data. None if no document changes seats.
    """
    whole = next((at for at, data in enumerate(documents) if isinstance(data.get("players"), list)), None)
    if (
        whole is None
        or len(path) < 2
        or not any(has_changes(data.get("players")) for data in documents[:whole])
    ):
        return None
    seats: Seats = documents[whole]["players"]
    place: Place = (whole, path)
    for number in range(whole - 1, -1, -1):
        changes = documents[number].get("players")
        if not isinstance(changes, dict):
            continue
        index = path[1]
        name = _name_of(seats[index]) if isinstance(index, int) and index < len(seats) else ""
        table = changes.get(name)
        if isinstance(table, dict) and path[2:3] and path[2] in table:
            place = number, ("players", name, *path[2:])
        seats = lay_seats(changes, seats)
    return place


def _name_of(seat: Any) -> str:
    """The name of a seat; empty if it has none."""
    name = seat.get("name") if isinstance(seat, dict) else None
    return name if isinstance(name, str) else ""
