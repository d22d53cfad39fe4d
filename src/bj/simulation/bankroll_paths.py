"""Plays sample games and records the bankrolls after each hand, so that they can be plotted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bj.engine.face.driving import no_record
from bj.engine.face.tallied_games import want_one_hand
from bj.engine.face.view import Stop, View
from bj.session.engines import Engine
from bj.simulation.blocks import refuse_stop, seed_table
from bj.simulation.jobs import Job
from bj.simulation.participants import Setting

SAMPLE = 1000
"""The number of sample games."""

HORIZON = 500
"""The maximum number of hands in a path."""

POINTS = 100
"""The maximum number of points, besides the start, at which percentiles are computed."""

BANDS = (5, 25, 50, 75, 95)
EXAMPLES = 6


@dataclass(frozen=True, slots=True)
class PlayerPath:
    """One player's bankroll, in money, at each point in ``Paths.hands``."""

    name: str
    bands: Sequence[Sequence[float]]
    """The percentiles of the bankroll. There is one sequence for each percentage in ``BANDS``."""
    examples: Sequence[Sequence[float]]
    """The bankroll in a few example games. There is one sequence per game."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The bankrolls of all players in the sample games. Games that have ended keep their final bankrolls."""

    games: int
    is_cut: bool
    """Whether any sample game may have been stopped because it reached the maximum length."""
    hands: Sequence[int]
    players: Sequence[PlayerPath]


def sample_paths(job: Job, setting: Setting, engine: Engine, games: int = SAMPLE) -> Paths:
    """Play sample games, and record the bankrolls after every hand. Raises GameError if a game fails."""
    seats = [index for index, strategy in enumerate(setting.strategies) if strategy]
    walks = [_walk(job, number, engine, seats) for number in range(games)]
    longest = max(len(walk) for walk in walks) - 1
    step = max(1, -(-longest // POINTS))
    hands = [*range(0, longest, step), longest]
    scale = 10**setting.decimals
    players = []
    for place, seat in enumerate(seats):
        columns = [sorted(walk[min(at, len(walk) - 1)][place] / scale for walk in walks) for at in hands]
        bands = [[column[(len(column) - 1) * share // 100] for column in columns] for share in BANDS]
        examples = [
            [walk[min(at, len(walk) - 1)][place] / scale for at in hands] for walk in walks[:EXAMPLES]
        ]
        players.append(PlayerPath(setting.persons[seat], bands, examples))
    return Paths(games, longest == HORIZON, hands, players)


def _walk(job: Job, number: int, engine: Engine, seats: Sequence[int]) -> list[list[int]]:
    """Return the bankrolls of ``seats`` at the start of a game and after each of its hands.

    The seed of the game is derived from its ``number`` in the sample.
    """
    table: Any = engine.ints(list(job.table))
    seed_table(table, job, number, engine)
    program = engine.ints(list(job.program))
    events = engine.ints(no_record())
    view = View(program, table)
    walk = [[view.purse(seat) for seat in seats]]
    status: int = Stop.ENOUGH
    while status == Stop.ENOUGH and len(walk) <= HORIZON:
        want_one_hand(program, table)
        status = engine.play(program, table, events)
        refuse_stop(job, status, table)
        if status == Stop.ENOUGH:
            walk.append([view.purse(seat) for seat in seats])
    return walk
