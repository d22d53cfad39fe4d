"""Describes who plays in a simulation: the names of the players, their strategies and their teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from bj.argument_values import Seat, Value
from bj.engine.face.tallied_games import moves_money
from bj.ruleset.check import Checked
from bj.ruleset.model import Ruleset
from bj.ruleset.model.side_bets import name_of
from bj.simulation.tallies import Members

if TYPE_CHECKING:
    from bj.simulation.jobs import Job

Name = TypeVar("Name")


def strategies_of(model: Ruleset, values: Mapping[str, Value]) -> list[str]:
    """Return the strategy of each person, in the compiler's order of seats.

    A dealer's strategy is an empty string.
    """
    if model.tournament is not None:
        entrants = model.entrants(values)
        chosen = [model.members[entrant.member].strategy for entrant in entrants]
        return [
            "" if entrant.deals else model.strategy_of(strategy, values)
            for entrant, strategy in zip(entrants, chosen, strict=True)
        ]
    strategies = [model.strategy_of(player.strategy, values) for player in model.players]
    for argument in model.command_line:
        seats = values.get(argument.name, ()) if argument.type == "players" else ()
        strategies += [seat.strategy for seat in seats if isinstance(seat, Seat)]  # type: ignore[union-attr]
    dealers = len(strategies) if model.bank_goes_round else 1
    return [*strategies, *[""] * dealers]


def members_of(names: Sequence[Name]) -> dict[Name, Members]:
    """Return the indices of the people with each name, in the order in which the names first appear.

    >>> members_of(["safe", "random", "safe"])
    {'safe': (0, 2), 'random': (1,)}
    """
    found: dict[Name, Members] = {}
    for person, each in enumerate(names):
        found[each] = (*found.get(each, ()), person)
    return found


def groups_of(model: Ruleset, values: Mapping[str, Value]) -> tuple[Members, ...]:
    """Return the groups of people for whom results are added up. A group is a tuple of its members' indices.

    There is a group for each person, each strategy and each team, and one for each team member as both player
    and dealer.
    """
    strategies = strategies_of(model, values)
    alone = [(person,) for person in range(len(strategies))]
    together = members_of(strategies)
    together.pop("", None)
    entrants = model.entrants(values)
    roles = members_of([entrant.member for entrant in entrants])
    teams = members_of([entrant.team for entrant in entrants])
    return tuple(dict.fromkeys([*alone, *together.values(), *roles.values(), *teams.values()]))


@dataclass(frozen=True, slots=True)
class Setting:
    """The properties of a simulation that do not affect its counts, such as names and the unit of money."""

    title: str
    arguments: Mapping[str, str]
    """Maps each of the ruleset's arguments to a description of its value."""
    persons: Sequence[str]
    strategies: Sequence[str]
    """Each person's strategy, or an empty string for a dealer."""
    starts: Sequence[int]
    """Each person's starting bankroll, in the smallest unit of money."""
    smallest_wager: int
    """The smallest wager allowed, in the smallest unit of money."""
    decimals: int
    teams: Sequence[str] = ()
    """The names of the teams. Empty outside tournaments."""
    team_of: Sequence[int] = ()
    """For each person, the index of the person's team."""
    spots: Sequence[int] = ()
    """How many hands each person is dealt per round."""
    bets: Sequence[str] = ()
    by: str = ""
    """The expression by which hands are grouped. If it is empty, hands are grouped by running count."""
    moves_money: bool = False
    """Whether powers or the bank move money."""
    bank_goes_round: bool = False


def describe_setting(checked: Checked, values: Mapping[str, Value], job: Job, by: str = "") -> Setting:
    """Return the setting of a job, with the people in the compiler's order of seats."""
    model, start = checked.model, job.view
    return Setting(
        model.ruleset.title,
        {each.name: describe_value(values[each.name]) for each in model.command_line if each.name in values},
        job.persons,
        strategies_of(model, values),
        [start.purse(person) for person in range(len(job.persons))],
        start.minimum_wager,
        job.decimals,
        [team.id for team in model.teams] if model.tournament is not None else [],
        [entrant.team for entrant in model.entrants(values)],
        [*(player.spots for player in model.players), *[1] * (len(job.persons) - len(model.players))],
        [name_of(key, bet) for key, bet in model.side_bets.items()],
        by,
        moves_money(job.program, job.table),
        model.bank_goes_round,
    )


def describe_value(value: Value) -> str:
    """Return the value of an argument as text.

    >>> describe_value((Seat("safe", "Ann", 100),)), describe_value((26, 30))
    ('safe:Ann:100', '26 30')
    """
    if isinstance(value, tuple):
        return " ".join(":".join(map(str, part)) if isinstance(part, Seat) else str(part) for part in value)
    return str(value)
