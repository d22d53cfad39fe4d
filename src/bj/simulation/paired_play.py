"""Plays the blocks of a comparison. Both sides play each batch with the same seed, so only the rules differ.

Each batch starts a new game with a new seed on both sides, which makes it independent of all other batches.
The quantities to compare are ratios, such as net win per unit wagered. A *pair* of ratios is given by four
indices into the result of ``Side.play``: left top, left bottom, right top and right bottom. For each pair,
these sums over all batches are kept: the number of batches, the four values, all products of two or three of
the values, and the number of batches that differ. They are enough to compute the difference between the
ratios, its error, and the skewness of its residuals.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

from bj.catalogue.limits import MOST_TEAMS
from bj.engine.face import tallied_games as y
from bj.engine.face.driving import no_record
from bj.errors import HandError
from bj.session.engines import Engine
from bj.simulation.blocks import play_batch, prepare_table, seed_table
from bj.simulation.jobs import Job
from bj.simulation.tallies import PAIR_SIZE, BlockTally, add_up
from bj.simulation.tally_collector import Recorder

ONE = 0  # the denominator of numbers per game: the number of games, or 1 in a simulation of hands
TABLE_HANDS = 1  # the number of hands at the table
TEAM_WINS = 2  # the number of games won by the first team; the other teams follow
FIRST_PERSON = TEAM_WINS + MOST_TEAMS

# The numbers for each person. The last two are counted only in whole games.
HANDS, RECEIVED, STAKED, INITIAL, BY_POWERS, BY_SIDE_BETS, AS_BANKER, IN_ALL, BANKROLL, RUINED = range(10)
PLACES = (y.HANDS, y.RECEIVED, y.STAKED, y.INITIAL)
PERSON_SIZE = RUINED + 1

PRODUCTS = tuple(places for size in (2, 3) for places in combinations_with_replacement(range(4), size))
"""The factors in each product, as indices into the four values."""


def place(person: int, what: int) -> int:
    """Return the index, in a batch's outcome, of the number selected by ``what`` for this ``person``."""
    return FIRST_PERSON + PERSON_SIZE * person + what


class Side:
    """Plays one side of a comparison."""

    def __init__(self, job: Job, engine: Engine, most: int) -> None:
        self._job = job
        self._engine = engine
        self._minimum_wager = job.view.minimum_wager
        self._reader = y.TallyReader(job.program, job.table)
        self._games = 0
        self._program: Any = engine.ints(list(job.program))
        self._table: Any = engine.ints(prepare_table(job, most))
        self._events = engine.ints(no_record())
        self._recorder = Recorder(job)

    def play(self, number: int, size: int) -> list[int]:
        """Play ``size`` hands or games as batch ``number``, and return the outcome as a list of numbers.

        Raises GameError if a game fails.
        """
        seed_table(self._table, self._job, number, self._engine)
        try:
            play_batch(self._job, self._program, self._table, self._events, size, self._engine)
        except HandError as error:
            raise HandError(f"seed {self._job.seed}, batch {number + 1:,}, {error}") from None
        grown = self._recorder.take(self._table)
        found = [1 if self._job.unit == "hands" else size, size, *[0] * MOST_TEAMS]
        for person in range(len(self._job.persons)):
            counted = grown.get(person)
            if counted is None:
                found += [0] * PERSON_SIZE
            else:
                found += [counted.numbers[at] for at in PLACES]
                found += [counted.by_powers, counted.by_side_bets, counted.as_banker, counted.in_all, 0, 0]
        if self._job.unit == "games":
            self._add_results(found)
        return found

    def _add_results(self, found: list[int]) -> None:
        results = self._reader.results(self._table, self._games)
        self._games += len(results)
        found[TABLE_HANDS] = sum(result.hands for result in results)
        for result in results:
            if result.winner >= 0:
                found[TEAM_WINS + result.winner] += 1
            for person, bankroll in enumerate(result.bankrolls):
                found[place(person, BANKROLL)] += bankroll
                found[place(person, RUINED)] += bankroll < self._minimum_wager

    def tally(self, size: int) -> BlockTally:
        """Return the tally of all batches played by this side, with ``size`` hands or games in total."""
        return self._recorder.tally(self._table, size)


def play_pairs(
    job: Job, index: int, size: int, engine: Engine, right_engine: Engine | None = None
) -> BlockTally:
    """Play ``size`` hands or games on each side, in whole batches, as block ``index`` of a comparison.

    If ``right_engine`` is None, ``engine`` plays both sides. Raises GameError if a game fails.
    """
    right_job = job.against
    if right_job is None:
        raise ValueError(job)
    left, right = Side(job, engine, size), Side(right_job, right_engine or engine, size)
    first = index * (job.block // job.batch)
    pairs = [[0] * PAIR_SIZE for _ in job.pairs]
    for number in range(first, first + size // job.batch):
        here, there = left.play(number, job.batch), right.play(number, job.batch)
        for at, (top, bottom, other_top, other_bottom) in enumerate(job.pairs):
            values = (here[top], here[bottom], there[other_top], there[other_bottom])
            products = [one * other for one, other in combinations_with_replacement(values, 2)]
            products += [
                one * other * third for one, other, third in combinations_with_replacement(values, 3)
            ]
            pairs[at] = add_up(pairs[at], [1, *values, *products, int(values[:2] != values[2:])])
    sides = [left.tally(size), right.tally(size)]
    return BlockTally(
        sum(side.hands for side in sides), size * (job.unit == "games"), sides=sides, pairs=pairs
    )
