"""Reads the counts from a table after each batch, and adds them to tallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import sub
from typing import NamedTuple

from bj.catalogue import outcomes as o
from bj.engine.face import tallied_games as y
from bj.engine.layout.plain_or_compiled import Ints
from bj.simulation.jobs import Job
from bj.simulation.tallies import (
    AS_BANKER,
    BY_POWERS,
    BY_SIDE_BETS,
    IN_ALL,
    ROUNDS,
    BlockTally,
    GroupTally,
    add_cells,
)


class PersonCounts(NamedTuple):
    """The counts for one person in one batch."""

    numbers: list[int]
    by_count: dict[int, list[int]]
    by_side_bets: int
    """The money won from side bets."""
    by_powers: int
    """The money that powers moved to this person."""
    as_banker: int
    """The money won as the banker."""

    @property
    def is_empty(self) -> bool:
        """Whether this person had no hand, no round, and no money moved by powers or the bank."""
        return not (self.numbers[y.HANDS] or self.numbers[ROUNDS] or self.by_powers or self.as_banker)

    @property
    def in_all(self) -> int:
        """The total change in this person's bankroll."""
        return self.numbers[y.RECEIVED] + self.by_side_bets + self.by_powers + self.as_banker


class Recorder:
    """Collects the tallies for a job by reading the table after each batch."""

    def __init__(self, job: Job) -> None:
        self.groups = {members: GroupTally() for members in job.groups}
        self._job = job
        self._reader = y.TallyReader(job.program, job.table)
        self._before: list[int] = []
        self._moves_money = y.moves_money(job.program, job.table)

    def take(self, table: Ints) -> dict[int, PersonCounts]:
        """Add the batch that was just played, and return the counts for each person who took part in it."""
        now = self._reader.read(table)
        grown = list(map(sub, now, self._before)) if self._before else now
        self._before = now
        counts = {person: self._count(grown, person) for person in range(self._reader.persons)}
        found = {person: counted for person, counted in counts.items() if not counted.is_empty}
        for members, tally in self.groups.items():
            active = [found[person] for person in members if person in found]
            if len(active) == 1:
                tally.take(active[0].numbers, active[0].by_count)
            elif active:
                numbers = [sum(column) for column in zip(*(each.numbers for each in active), strict=True)]
                together: dict[int, list[int]] = {}
                for each in active:
                    add_cells(together, each.by_count)
                tally.take(numbers, together)
        return found

    def _count(self, grown: Sequence[int], person: int) -> PersonCounts:
        """Return the counts for ``person`` since the previous batch."""
        numbers = self._reader.person(grown, person)
        numbers += [
            sum(numbers[y.OUTCOMES + outcome.number] for outcome in o.WON),
            sum(numbers[y.OUTCOMES + outcome.number] for outcome in o.LOST),
            numbers[y.ROUNDS_WON] + numbers[y.ROUNDS_LOST],
            numbers[y.HANDS] + numbers[y.SPLITS],
        ]
        by_count = self._reader.by_count(grown, person)
        by_side_bets = sum(
            cell[y.COUNT_RECEIVED] for count, cell in by_count.items() if count >= y.FIRST_SIDE_BET
        )
        by_powers, as_banker = self._reader.by_powers(grown, person), self._reader.as_banker(grown, person)
        found = PersonCounts(numbers, by_count, by_side_bets, by_powers, as_banker)
        ways = {BY_POWERS: by_powers} if self._moves_money else {}
        if self._reader.players < self._reader.persons:
            ways[AS_BANKER] = as_banker
        if ways or self._reader.has_side_bets:
            ways |= {BY_SIDE_BETS: by_side_bets, IN_ALL: found.in_all}
        by_count |= {kind: [numbers[y.HANDS], money, 0] for kind, money in ways.items()}
        return found

    def tally(self, table: Ints, size: int) -> BlockTally:
        """Return the tally of a block of ``size`` hands or games that was played at ``table``."""
        cut = self._reader.cut(table)
        if self._job.unit == "hands":
            return BlockTally(size, 0, cut, self.groups)
        results = self._reader.results(table)
        return BlockTally(
            sum(result.hands for result in results),
            size,
            cut,
            self.groups,
            [Counter(column) for column in zip(*(result.bankrolls for result in results), strict=True)],
            Counter(result.hands for result in results),
            Counter(result.rounds for result in results),
            Counter(result.winner for result in results),
        )
