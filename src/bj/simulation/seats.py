"""Seats: who plays by which strategy and in which team, and whose numbers are reported together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from bj.arguments import Seat, Value
from bj.ruleset.model import Ruleset
from bj.simulation.tallies import Members

Name = TypeVar("Name")


def strategies_of(model: Ruleset, values: Mapping[str, Value]) -> list[str]:
    """The strategy of each person, in the compiler's order of seats; empty for a dealer."""
    if model.tournament is not None:
        dealing = values.get(model.tournament.dealers, model.tournament.dealers)
        chosen = {name: model.members[name].strategy for team in model.teams for name in team.members}
        return [
            "" if team.id == dealing else str(values.get(chosen[name], chosen[name]))
            for team in model.teams
            for name in team.members
        ]
    strategies = [str(values.get(player.strategy, player.strategy)) for player in model.players]
    for argument in model.command_line:
        seats = values.get(argument.name, ()) if argument.type == "players" else ()
        strategies += [seat.strategy for seat in seats if isinstance(seat, Seat)]  # type: ignore[union-attr]
    dealers = len(strategies) if model.bank_goes_round else 1
    return [*strategies, *[""] * dealers]


def spots_of(model: Ruleset, persons: int) -> list[int]:
    """The number of hands that each person is dealt in a round."""
    spots = [player.spots for player in model.players]
    return spots + [1] * (persons - len(spots))


def teams_of(model: Ruleset) -> list[int]:
    """The number of each person's team; empty without a tournament."""
    if model.tournament is None:
        return []
    return [number for number, team in enumerate(model.teams) for _ in team.members]


def members_of(names: Sequence[Name]) -> dict[Name, Members]:
    """The persons of each name, in the order of the names.

    >>> members_of(["safe", "random", "safe"])
    {'safe': (0, 2), 'random': (1,)}
    """
    found: dict[Name, Members] = {}
    for person, each in enumerate(names):
        found[each] = (*found.get(each, ()), person)
    return found


def groups_of(model: Ruleset, values: Mapping[str, Value]) -> tuple[Members, ...]:
    """Each person alone, all of each strategy, and all of each team."""
    strategies = strategies_of(model, values)
    alone = [(person,) for person in range(len(strategies))]
    together = members_of(strategies)
    together.pop("", None)
    return tuple(dict.fromkeys([*alone, *together.values(), *members_of(teams_of(model)).values()]))
