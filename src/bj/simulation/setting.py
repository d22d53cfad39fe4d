"""The setting of a simulation: its players, strategies and teams. It does not affect numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bj.arguments import Seat, Value
from bj.engine.face.tallying import moves_money
from bj.ruleset.check import Checked
from bj.ruleset.model.side_bets import name_of
from bj.simulation.jobs import Job
from bj.simulation.seats import spots_of, strategies_of, teams_of


@dataclass(frozen=True, slots=True)
class Setting:
    """The parts of a job that do not affect its numbers: names and units."""

    title: str
    arguments: Mapping[str, str]
    """The ruleset's arguments, in words."""
    persons: Sequence[str]
    strategies: Sequence[str]
    """By person; empty for a dealer."""
    starts: Sequence[int]
    """The starting bankroll of each person, in smallest units."""
    smallest_wager: int
    """In smallest units."""
    decimals: int
    teams: Sequence[str] = ()
    """By number; empty without a tournament."""
    team_of: Sequence[int] = ()
    """The team of each person."""
    spots: Sequence[int] = ()
    """The number of hands that each person is dealt in a round."""
    bets: Sequence[str] = ()
    """The names of the side bets."""
    by: str = ""
    """The expression by whose value hands are counted; empty for the running count."""
    moves_money: bool = False
    """Whether money moves by powers or with the bank."""
    bank_goes_round: bool = False


def describe_setting(checked: Checked, values: Mapping[str, Value], job: Job, by: str = "") -> Setting:
    """The setting of a job, in the compiler's order of seats."""
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
        teams_of(model),
        spots_of(model, len(job.persons)),
        [name_of(key, bet) for key, bet in model.side_bets.items()],
        by,
        moves_money(job.program, job.table),
        model.bank_goes_round,
    )


def describe_value(value: Value) -> str:
    """The value of an argument in words.

    >>> describe_value((Seat("safe", "Ann", 100),)), describe_value((26, 30))
    ('safe:Ann:100', '26 30')
    """
    if isinstance(value, tuple):
        return " ".join(":".join(map(str, part)) if isinstance(part, Seat) else str(part) for part in value)
    return str(value)
