"""Plays trial games to find out how long games are and whether any game fails."""

from __future__ import annotations

from typing import NamedTuple

from bj.engine.face.driving import generator_of, no_record
from bj.engine.face.tallied_games import want_one_hand
from bj.engine.face.view import Stop, View
from bj.engine.face.work_meter import Meter
from bj.session.engines import PLAIN
from bj.simulation.blocks import prepare_table
from bj.simulation.jobs import Job

MOST_WORK = 4_000_000
"""The maximum amount of work for all trial games, in units of the engine's work meter.

This amount takes a few seconds.
"""


class TrialGames(NamedTuple):
    """The results of trial games. `bj run` plays the same games with the seeds 0, 1, 2 and so on."""

    games: int
    """The number of finished games."""
    hands: int
    """The number of hands in the finished games."""
    failing: int | None
    """The first seed with which a game fails, or None if no game failed."""


def play_trial_games(job: Job, games: int, most: int) -> TrialGames:
    """Play up to ``games`` games with the plain engine, each with its own seed, until one fails.

    Stops after ``most`` hands, or after a few seconds of work. A game that is unfinished at that point does
    not count.
    """
    program, start, engine = list(job.program), prepare_table(job, 0), PLAIN
    events, generator = no_record(), generator_of(job.program)
    played = work = 0
    for seed in range(games):
        table = start.copy()
        engine.seed(table, generator, seed)
        hands, status = 0, Stop.ENOUGH.value
        meter = Meter(View(program, table))
        while status == Stop.ENOUGH:
            if played + hands >= most or work > MOST_WORK:
                return TrialGames(seed, played, None)
            want_one_hand(program, table)
            status = engine.play(program, table, events)
            hands += status == Stop.ENOUGH
            work += meter.spent()
        if status != Stop.DONE:
            return TrialGames(seed, played, seed)
        played += hands
    return TrialGames(games, played, None)
