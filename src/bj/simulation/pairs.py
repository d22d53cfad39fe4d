"""Pairs: two jobs with the same seeds, stretch by stretch, so that they differ by their rules, not by luck.

Every stretch begins with a new seed and a new game on both sides, so it is a pair of values that does not
depend on any other. A quantity that is compared is a ratio on either side, such as money received by money
wagered: a pair is the four places of left top, left bottom, right top and right bottom in what ``Side.play``
finds out. Added up over all stretches are their number, the four values, and the ten products of two of them:
all that the difference of the ratios and its error depend on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

from bj.engine import events as e
from bj.engine import program as p
from bj.engine import table as t
from bj.engine import tallies as y
from bj.engine.generators import seed_generators
from bj.engine.mode import Ints
from bj.session.engines import Engine
from bj.simulation.jobs import BLOCK, GAMES_PER_HAND, LONGEST_GAME, Job, refuse_stop, seed_of_block
from bj.simulation.tallies import BlockTally, add_up, read_tally

ONE = 0  # the number 1, as the bottom of what is counted per game
TABLE_HANDS = 1  # hands of the table
TEAM_WINS = 2  # 1 for the team that has won the game, 0 for the other, which has the next place
FIRST_PERSON = 4

HANDS, RECEIVED, STAKED, INITIAL, BANKROLL, RUINED = range(6)  # of a person; the last two of whole games
PLACES = (y.HANDS, y.RECEIVED, y.STAKED, y.INITIAL)
PERSON_SIZE = 6

PRODUCTS = tuple(combinations_with_replacement(range(4), 2))


def place(person: int, what: int) -> int:
    """Where something of a person stands in what a stretch has found out."""
    return FIRST_PERSON + PERSON_SIZE * person + what


class Side:
    """One job of a comparison, which plays stretch after stretch."""

    def __init__(self, job: Job, engine: Engine, most: int) -> None:
        self._job = job
        self._engine = engine
        self._head = job.program[p.TALLIES]
        self._row = y.RESULT_BANKROLLS + len(job.persons)
        self._start: Any = engine.ints(list(job.table[: self._head]))
        self._results = len(job.table)
        self._games = 0
        table = [*job.table, *([0] * (most * self._row if job.unit == "games" else 0))]
        if job.unit == "games":
            table[self._head + y.NEXT_RESULT] = self._results
        first = job.table[self._head + y.FIRST_PERSON]
        self._places = [
            first + index * y.PERSON_SIZE + number for index in range(len(job.persons)) for number in PLACES
        ]
        self._counted = [0] * len(self._places)
        self._program: Any = engine.ints(list(job.program))
        self._table: Any = engine.ints(table)
        self._events = engine.ints(e.no_record())

    def play(self, state: Ints, size: int) -> list[int]:
        """What a stretch of ``size`` hands or games brings with these generators: see the places above.

        Raises GameError when a rule asks for something impossible.
        """
        table, head = self._table, self._head
        table[:head] = self._start
        table[t.GENERATORS : t.CONSTANTS] = state
        table[head + y.HANDS_OF_GAME] = 0
        is_of_hands = self._job.unit == "hands"
        table[head + y.HANDS_LEFT] = size if is_of_hands else size * LONGEST_GAME
        table[head + y.GAMES_LEFT] = GAMES_PER_HAND * size if is_of_hands else size
        refuse_stop(self._job, self._engine.play_games(self._program, table, self._events), table)
        counted = [int(table[at]) for at in self._places]
        grown = [now - before for now, before in zip(counted, self._counted, strict=True)]
        self._counted = counted
        return [1, size, 0, 0, *_spread_out(grown)] if is_of_hands else self._read_games(grown, size)

    def _read_games(self, grown: Sequence[int], size: int) -> list[int]:
        """What ``size`` games have brought."""
        found = [size, 0, 0, 0, *_spread_out(grown)]
        for _ in range(size):
            at = self._results + self._games * self._row
            self._games += 1
            result = [int(number) for number in self._table[at : at + self._row]]
            found[TABLE_HANDS] += result[y.RESULT_HANDS]
            if result[y.RESULT_WINNER] >= 0:
                found[TEAM_WINS + result[y.RESULT_WINNER]] += 1
            for person, bankroll in enumerate(result[y.RESULT_BANKROLLS :]):
                found[place(person, BANKROLL)] += bankroll
                found[place(person, RUINED)] += bankroll < self._job.table[t.MINIMUM_WAGER]
        return found

    def tally(self, size: int) -> BlockTally:
        """Everything that all stretches together have counted."""
        return read_tally([int(number) for number in self._table[self._head :]], self._head, self._job, size)


def _spread_out(grown: Sequence[int]) -> Iterator[int]:
    """The numbers of all persons, with room for a bankroll and whether it is ruined."""
    for at in range(0, len(grown), len(PLACES)):
        yield from (*grown[at : at + len(PLACES)], 0, 0)


def seed_state(job: Job, number: int, engine: Engine) -> Ints:
    """The generators of a table at the beginning of a stretch."""
    table = [0] * t.CONSTANTS
    generator = job.program[p.SHUFFLE_GENERATOR]
    seed_generators(table, generator, seed_of_block(job.seed, number, 32 if generator == p.MT19937 else 64))
    return engine.ints(table[t.GENERATORS :])


def play_pairs(job: Job, index: int, size: int, engine: Engine) -> BlockTally:
    """Play ``size`` hands or games of the block ``index`` of a comparison, on both sides.

    Raises GameError when a rule asks for something impossible.
    """
    right_job = job.against
    if right_job is None:
        raise ValueError(job)
    left, right = Side(job, engine, size), Side(right_job, engine, size)
    are_alike = job.program[p.SHUFFLE_GENERATOR] == right_job.program[p.SHUFFLE_GENERATOR]
    first = index * -(-BLOCK[job.unit] // job.stretch)
    pairs = [[0] * (5 + len(PRODUCTS)) for _ in job.pairs]
    for number, begin in enumerate(range(0, size, job.stretch), first):
        length = min(job.stretch, size - begin)
        state = other = seed_state(job, number, engine)
        if not are_alike:
            other = seed_state(right_job, number, engine)
        here, there = left.play(state, length), right.play(other, length)
        for at, (top, bottom, other_top, other_bottom) in enumerate(job.pairs):
            values = (here[top], here[bottom], there[other_top], there[other_bottom])
            products = (values[one] * values[two] for one, two in PRODUCTS)
            pairs[at] = add_up(pairs[at], [1, *values, *products])
    sides = [left.tally(size), right.tally(size)]
    return BlockTally(
        sum(side.hands for side in sides), size * (job.unit == "games"), sides=sides, pairs=pairs
    )
