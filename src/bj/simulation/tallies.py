"""The counts of blocks, as whole numbers that can be added in any order.

Errors come from *batches*: a few games in a row, or what both sides of a comparison play with one seed.
Batches are independent of each other; hands need not be. So the products of the counts of each batch are
added up, and nothing else is assumed to be independent.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from operator import sub
from typing import Any, NamedTuple, Protocol, TypeAlias

from bj.catalogue import outcomes as o
from bj.engine import tallying as y
from bj.engine.mode import Ints

Members: TypeAlias = tuple[int, ...]
"""One person, or several who are counted together, in the order of their event codes."""


class Counted(Protocol):
    """The parts of a job that are needed to read its tallies."""

    @property
    def program(self) -> Sequence[int]:
        """The program."""

    @property
    def table(self) -> Sequence[int]:
        """The table before anything is played."""

    @property
    def persons(self) -> tuple[str, ...]:
        """Everybody, in the order of their tallies."""

    @property
    def groups(self) -> tuple[Members, ...]:
        """Everybody alone, and those who are counted together."""

    @property
    def unit(self) -> str:
        """Hands or games."""


WON, LOST, ROUNDS, SETTLED = range(y.PERSON_SIZE, y.PERSON_SIZE + 4)
"""Hands won, hands lost, rounds of a tournament, and hands settled, those made by splitting one by one."""

SIZE = y.PERSON_SIZE + 4
"""The numbers of a group: those of ``bj.engine.tallying``, and these."""

SHARES = (*range(y.OUTCOMES, y.OUTCOMES + len(o.OUTCOMES)), y.NATURALS, y.BUSTS, y.DOUBLES, WON, LOST)
"""The numbers that are reported as shares of all settled hands."""

OPTIONS = (y.SPLITS, y.INSURED)
"""The numbers that are reported as shares of all dealt hands."""

PRODUCTS = (
    *((y.HANDS, y.HANDS), (y.HANDS, y.RECEIVED), (y.HANDS, y.SQUARES)),
    *((y.RECEIVED, y.RECEIVED), (y.RECEIVED, y.SQUARES), (y.SQUARES, y.SQUARES)),
    *((y.RECEIVED, y.STAKED), (y.STAKED, y.STAKED), (y.RECEIVED, y.INITIAL), (y.INITIAL, y.INITIAL)),
    *((place, SETTLED) for place in SHARES),
    *((place, place) for place in (*SHARES, *OPTIONS, SETTLED)),
    *((y.HANDS, place) for place in OPTIONS),
    *((y.INSURANCE, y.INSURANCE), (y.INSURANCE, y.INSURANCE_STAKED)),
    (y.INSURANCE_STAKED, y.INSURANCE_STAKED),
    *((y.ROUNDS_WON, y.ROUNDS_WON), (y.ROUNDS_WON, ROUNDS), (ROUNDS, ROUNDS)),
)
"""The numbers of a group whose products are added up, batch by batch."""

SKEWED = (y.HANDS, y.RECEIVED, y.SQUARES)
CUBES: Sequence[tuple[int, ...]] = tuple(combinations_with_replacement(SKEWED, 3))
"""The same with three factors, for the skewness of their sums."""

COUNT_PRODUCTS: Sequence[tuple[int, ...]] = tuple(combinations_with_replacement(range(y.COUNT_SIZE), 2))
"""The same at a running count."""

COUNT_BATCHES = y.COUNT_SIZE
"""The place of the number of batches with a hand at a running count; the products follow it."""

COUNT_CELL = COUNT_BATCHES + 1 + len(COUNT_PRODUCTS)

MONEY = BY_POWERS, BY_SIDE_BETS, IN_ALL = range(-y.FIRST_SIDE_BET, -y.FIRST_SIDE_BET - 3, -1)
"""Instead of a running count: the hands, and the money that powers moved, side bets brought, and all brought.

Counted only where powers move money. The wagers of these cells are 0.
"""

PAIR_SIZE = 36
"""The sums of every pair of a comparison."""


def add_up(mine: Sequence[int], yours: Sequence[int]) -> list[int]:
    """The sums of the numbers of two lists."""
    return [first + second for first, second in zip(mine, yours, strict=True)]


@dataclass(slots=True)
class GroupTally:
    """The hands of one person, or of several together. Money is in the ruleset's smallest units."""

    batches: int = 0
    """The number of batches in which they had a hand or a round."""
    numbers: list[int] = field(default_factory=lambda: [0] * SIZE)
    products: list[int] = field(default_factory=lambda: [0] * len(PRODUCTS))
    by_count: dict[int, list[int]] = field(default_factory=dict)
    """For each running count, each side bet, and BY_POWERS, BY_SIDE_BETS and IN_ALL.

    Each has its hands, money received, wagers, batches, and the products.
    """
    cubes: list[int] = field(default_factory=lambda: [0] * len(CUBES))

    def take(self, numbers: Sequence[int], by_count: Mapping[int, Sequence[int]]) -> None:
        """Add a batch."""
        self.batches += 1
        self.numbers = add_up(self.numbers, numbers)
        self.products = [
            total + numbers[one] * numbers[other]
            for total, (one, other) in zip(self.products, PRODUCTS, strict=True)
        ]
        cubes = combinations_with_replacement([numbers[place] for place in SKEWED], 3)
        self.cubes = [
            total + one * other * third for total, (one, other, third) in zip(self.cubes, cubes, strict=True)
        ]
        for count, (hands, received, initial) in by_count.items():
            cell = (
                *(hands, received, initial, 1, hands * hands, hands * received, hands * initial),
                *(received * received, received * initial, initial * initial),
            )
            known = self.by_count.get(count)
            self.by_count[count] = list(cell) if known is None else add_up(known, cell)

    def add(self, other: GroupTally) -> None:
        """Add another tally of the same group."""
        self.batches += other.batches
        self.numbers = add_up(self.numbers, other.numbers)
        self.products = add_up(self.products, other.products)
        self.cubes = add_up(self.cubes, other.cubes)
        for count, numbers in other.by_count.items():
            self.by_count[count] = add_up(self.by_count.get(count, [0] * len(numbers)), numbers)


@dataclass(slots=True)
class BlockTally:
    """One block, or several together."""

    hands: int = 0
    """Hands of the table, in games that are over or not."""
    games: int = 0
    """Games that are over; counted only when games are simulated."""
    cut: int = 0
    """Games that were cut, as they were too long to give independent ones."""
    groups: dict[Members, GroupTally] = field(default_factory=dict)
    bankrolls: list[Counter[int]] = field(default_factory=list)
    """How often each person ended a game with each amount of money."""
    lengths: Counter[int] = field(default_factory=Counter)
    """How often a game had each number of hands."""
    rounds: Counter[int] = field(default_factory=Counter)
    """How often a game had each number of rounds."""
    winners: Counter[int] = field(default_factory=Counter)
    """How often each team won."""
    sides: list[BlockTally] = field(default_factory=list)
    """Of a comparison: the tallies of the left and the right job."""
    pairs: list[list[int]] = field(default_factory=list)
    """Of a comparison: sums over batches with the same seed, see ``bj.simulation.pairs``."""

    @property
    def persons(self) -> list[GroupTally]:
        """Everybody alone, in the order of their event codes."""
        return [tally for members, tally in self.groups.items() if len(members) == 1]

    def add(self, other: BlockTally) -> None:
        """Add another tally of the same job."""
        self.hands += other.hands
        self.games += other.games
        self.cut += other.cut
        self.bankrolls = self.bankrolls or [Counter() for _ in other.bankrolls]
        for members, tally in other.groups.items():
            self.groups.setdefault(members, GroupTally()).add(tally)
        for ours, theirs in zip(self.bankrolls, other.bankrolls, strict=True):
            ours.update(theirs)
        self.lengths.update(other.lengths)
        self.rounds.update(other.rounds)
        self.winners.update(other.winners)
        self.sides = self.sides or [BlockTally() for _ in other.sides]
        for here, there in zip(self.sides, other.sides, strict=True):
            here.add(there)
        self.pairs = self.pairs or [[0] * len(sums) for sums in other.pairs]
        self.pairs = [add_up(mine, yours) for mine, yours in zip(self.pairs, other.pairs, strict=True)]

    def to_json(self) -> dict[str, Any]:
        """The tally as plain lists, with its counters in order: equal tallies are equal text."""
        told = {
            "hands": self.hands,
            "games": self.games,
            "cut": self.cut,
            "groups": [
                [
                    *(list(members), tally.batches, tally.numbers, tally.products),
                    *(sorted(tally.by_count.items()), tally.cubes),
                ]
                for members, tally in self.groups.items()
            ],
            "bankrolls": [sorted(counter.items()) for counter in self.bankrolls],
            "lengths": sorted(self.lengths.items()),
            "rounds": sorted(self.rounds.items()),
            "winners": sorted(self.winners.items()),
        }
        if self.sides:
            told |= {"sides": [side.to_json() for side in self.sides], "pairs": self.pairs}
        return told

    def key(self) -> str:
        """A hash of all counts: equal keys mean equal numbers.

        The last numbers of a group and a pair are left out, as they only decide whether an error is known.
        """
        told = self.to_json()
        for side in (told, *told.get("sides", ())):
            side["groups"] = [group[:-1] for group in side["groups"]]
        if self.sides:
            told["pairs"] = [sums[:-1] for sums in self.pairs]
        return hashlib.sha256(json.dumps(told, separators=(",", ":")).encode()).hexdigest()

    @classmethod
    def from_json(cls, told: Any, *groups: Sequence[Members]) -> BlockTally:
        """The tally of these groups, or of those of both sides of a comparison, that ``to_json`` has written.

        Raises KeyError, TypeError or ValueError when it is none.
        """
        hands, games, cut = _numbers([told["hands"], told["games"], told["cut"]], 3)
        if len(groups) > 1:
            sides = [cls.from_json(side, each) for side, each in zip(told["sides"], groups, strict=True)]
            pairs = [_numbers(sums, PAIR_SIZE) for sums in told["pairs"]]
            return cls(hands, games, cut, sides=sides, pairs=pairs)
        tallies = {
            tuple(_numbers(members, len(members))): GroupTally(
                _numbers([batches], 1)[0],
                _numbers(numbers, SIZE),
                _numbers(products, len(PRODUCTS)),
                {count: _numbers(cell, COUNT_CELL) for count, cell in _pairs(counts)},
                _numbers(cubes, len(CUBES)),
            )
            for members, batches, numbers, products, counts, cubes in told["groups"]
        }
        bankrolls = [_counter(pairs) for pairs in told["bankrolls"]]
        persons = sum(len(members) == 1 for members in groups[0])
        if tuple(tallies) != tuple(groups[0]) or len(bankrolls) not in (0, persons) or "sides" in told:
            raise ValueError(len(tallies))
        lengths, rounds, winners = (_counter(told[name]) for name in ("lengths", "rounds", "winners"))
        return cls(hands, games, cut, tallies, bankrolls, lengths, rounds, winners)


def _numbers(told: Any, count: int) -> list[int]:
    """Return ``told`` if it is a list of ``count`` whole numbers. Raises ValueError otherwise."""
    if type(told) is not list or len(told) != count or any(type(number) is not int for number in told):
        raise ValueError(told)
    return told


def _pairs(told: Any) -> list[tuple[int, Any]]:
    """Pairs of a number and its value."""
    return [(_numbers([first], 1)[0], second) for first, second in told]


def _counter(told: Any) -> Counter[int]:
    """How often each number came."""
    counter: Counter[int] = Counter()
    for pair in told:
        number, times = _numbers(list(pair), 2)
        counter[number] = times
    return counter


class PersonCounts(NamedTuple):
    """The counts of a person in one batch."""

    numbers: list[int]
    by_count: dict[int, list[int]]
    by_side_bets: int
    """The money that side bets brought."""
    by_powers: int
    """The money that powers moved to the person."""

    @property
    def is_empty(self) -> bool:
        """Whether the person had neither a hand nor a round nor money from powers."""
        return not (self.numbers[y.HANDS] or self.numbers[ROUNDS] or self.by_powers)

    @property
    def in_all(self) -> int:
        """The change of the bankroll."""
        return self.numbers[y.RECEIVED] + self.by_side_bets + self.by_powers


class Recorder:
    """Collects the tallies of batches, each from the table as it is after the batch."""

    def __init__(self, job: Counted) -> None:
        self.groups = {members: GroupTally() for members in job.groups}
        self._job = job
        self._reader = y.Reader(job.program, job.table)
        self._before: list[int] = []
        self._moves_money = y.moves_money(job.program, job.table)

    def take(self, table: Ints) -> dict[int, PersonCounts]:
        """Collect a batch, and return the counts of each person who is in it."""
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
                tally.take(numbers, _together([each.by_count for each in active]))
        return found

    def _count(self, grown: Sequence[int], person: int) -> PersonCounts:
        """The counts of a person since the last batch."""
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
        found = PersonCounts(numbers, by_count, by_side_bets, self._reader.by_powers(grown, person))
        if self._moves_money:
            ways = (found.by_powers, by_side_bets, found.in_all)
            for kind, money in zip(MONEY, ways, strict=True):
                by_count[kind] = [numbers[y.HANDS], money, 0]
        return found

    def tally(self, table: Ints, size: int) -> BlockTally:
        """The tally of this many hands or games, from the table at their end."""
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


def _together(counted: Sequence[Mapping[int, Sequence[int]]]) -> dict[int, list[int]]:
    """The sums of several persons' numbers at every count."""
    found: dict[int, list[int]] = {}
    for each in counted:
        for count, numbers in each.items():
            found[count] = add_up(found.get(count, [0] * y.COUNT_SIZE), numbers)
    return found
