"""Trial games of a simulated ruleset: their length, and a seed with which a game fails."""

from __future__ import annotations

from typing import NamedTuple

from bj.engine.driving import generator_of, no_record
from bj.engine.tallying import hands_left, want_hands
from bj.engine.view import Stop
from bj.session.engines import PLAIN
from bj.simulation.blocks import prepare_table
from bj.simulation.jobs import Job


class TrialGames(NamedTuple):
    """The games that `bj run` plays with the seeds 0, 1, 2 and so on."""

    games: int
    """The number of games that ended."""
    hands: int
    """The number of their hands."""
    failing: int | None
    """The first seed with which a game fails, if one does."""


def play_trial_games(job: Job, games: int, most: int) -> TrialGames:
    """Play games of a ruleset with the plain engine, each with its own seed, until one fails.

    After ``most`` hands it stops, and an unfinished game does not count.
    """
    program, start, engine = list(job.program), prepare_table(job, 0), PLAIN
    events, generator = no_record(), generator_of(job.program)
    played = 0
    for seed in range(games):
        table = start.copy()
        engine.seed(table, generator, seed)
        left = most - played
        want_hands(program, table, left, 1, 0)
        status = engine.play_games(program, table, events)
        if status not in (Stop.DONE, Stop.ENOUGH):
            return TrialGames(seed, played, seed)
        if status == Stop.ENOUGH or hands_left(program, table) <= 0:
            return TrialGames(seed, played, None)
        played += left - hands_left(program, table)
    return TrialGames(games, played, None)
