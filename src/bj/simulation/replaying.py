"""Single games of a ruleset that is simulated: how long they are, and with which seed one cannot go on."""

from __future__ import annotations

from typing import NamedTuple

from bj.engine.driving import generator_of, no_record
from bj.engine.tallying import hands_left, want_hands
from bj.engine.view import Stop
from bj.session.engines import PLAIN
from bj.simulation.jobs import Job, prepare_table


class Sample(NamedTuple):
    """The games that `bj run` plays with the seeds 0, 1, 2 and so on, as far as they were tried."""

    games: int
    """Games that are over."""
    hands: int
    """The hands of these."""
    failing: int | None
    """The first seed with which a rule asks for something impossible, if any does."""


def sample_games(job: Job, games: int, most: int) -> Sample:
    """Play so many games of a ruleset, each with a seed of its own, or until one cannot go on.

    It ends before that after so many hands at ``most``; a game that is not over then does not count. The
    plain engine plays: nobody waits for the other one to be ready.
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
            return Sample(seed, played, seed)
        if status == Stop.ENOUGH or hands_left(program, table) <= 0:
            return Sample(seed, played, None)
        played += left - hands_left(program, table)
    return Sample(games, played, None)
