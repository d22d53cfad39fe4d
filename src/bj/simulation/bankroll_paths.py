"""Samples the bankrolls after each hand of some games, for use in a picture."""

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
from bj.simulation.setting import Setting

SAMPLE = 1000
"""The number of games in the sample."""

HORIZON = 500
"""The maximum number of hands in a path."""

POINTS = 100
"""The maximum number of points, apart from the start, at which percentiles are computed."""

BANDS = (5, 25, 50, 75, 95)
EXAMPLES = 6


@dataclass(frozen=True, slots=True)
class PlayerPath:
    """The bankroll of one player, in money, after each of the numbers of hands in ``Paths.hands``."""

    name: str
    bands: Sequence[Sequence[float]]
    """The percentiles of the bankroll, as one sequence for each percentage in ``BANDS``."""
    examples: Sequence[Sequence[float]]
    """The bankroll in the example games, as one sequence for each game."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The bankrolls of all players. A game that has ended keeps its final bankrolls."""

    games: int
    is_cut: bool
    """Whether some game may have continued after the last number in ``hands``."""
    hands: Sequence[int]
    players: Sequence[PlayerPath]


def sample_paths(job: Job, setting: Setting, engine: Engine, games: int = SAMPLE) -> Paths:
    """Play a sample of games, and record the bankrolls after every hand. Raises GameError if a game fails."""
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
    """Return the bankrolls of the persons in ``seats``, at the start of a game and after each hand.

    ``number`` is the index of the game, from which its seed is derived.
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
        status = engine.advance(program, table, events)
        refuse_stop(job, status, table)
        if status == Stop.ENOUGH:
            walk.append([view.purse(seat) for seat in seats])
    return walk
