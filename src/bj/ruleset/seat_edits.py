"""Changes of inherited seats: tables by the name of a seat, such as ``[players.Ann]``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bj.errors import Fault, Fix, KeyPath, Remedy
from bj.ruleset.step_edits import Place
from bj.ruleset.suggestions import describe_kind, find_close, shorten, suggest
from bj.ruleset.toml.reading_and_writing import write_key

Seats = Sequence[Any]
"""The entries of ``[[players]]``."""


MOST_NAMED = 3  # seats that a remedy names
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
    names = [_name_of(seat) for seat in inherited]
    if changes and not any(isinstance(table, dict) for table in changes.values()):
        message = "`players` should be a list in brackets, not a table"
        yield Fault("BJ203", ("players",), message, _suggest_header(changes, names))
        return
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


def _suggest_header(changes: Mapping[str, Any], names: Sequence[str]) -> Remedy:
    """The remedy for keys of a seat below `[players]`: the header of the only seat, or of a new one."""
    if KEYS_OF_SEATS.isdisjoint(changes):
        return "write each seat as `[[players]]`, with `name`, `bankroll` and `strategy`"
    if {"name", "bankroll", "strategy"} <= changes.keys() or not names:
        return Fix("[[players]]")
    if len(names) == 1 and changes.get("name", names[0]) == names[0]:
        return Fix(f"[{write_key('players', names[0])}]")
    listed = " or ".join(f"`[{write_key('players', shorten(name))}]`" for name in names[:MOST_NAMED])
    return f"write {listed} for an inherited seat, or all keys of a new one as `[[players]]`"


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
