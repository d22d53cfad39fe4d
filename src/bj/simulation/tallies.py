"""What blocks have counted, as whole numbers that can be added in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from bj.engine import tallies as y


class Counted(Protocol):
    """What is known of the job whose tallies are read."""

    @property
    def persons(self) -> tuple[str, ...]:
        """Everybody, in the order of their tallies."""

    @property
    def unit(self) -> str:
        """Hands or games."""


def add_up(mine: Sequence[int], yours: Sequence[int]) -> list[int]:
    """The sums of the numbers of two lists."""
    return [first + second for first, second in zip(mine, yours, strict=True)]


@dataclass(slots=True)
class PersonTally:
    """The hands of one person. Money is in the ruleset's smallest units."""

    numbers: list[int] = field(default_factory=lambda: [0] * y.PERSON_SIZE)
    """See ``bj.engine.tallies``; the sums of products are whole in their first number."""
    by_count: dict[int, list[int]] = field(default_factory=dict)
    """For each running count: hands, money received, initial wagers, and the sum of squares received."""

    def add(self, other: PersonTally) -> None:
        """Add what another tally of the same person has."""
        self.numbers = add_up(self.numbers, other.numbers)
        for count, numbers in other.by_count.items():
            self.by_count[count] = add_up(self.by_count.get(count, [0] * len(numbers)), numbers)


@dataclass(slots=True)
class BlockTally:
    """One block, or several together."""

    hands: int = 0
    """Hands of the table, in games that are over or not."""
    games: int = 0
    """Games that are over; only counted when games are what is simulated."""
    persons: list[PersonTally] = field(default_factory=list)
    bankrolls: list[Counter[int]] = field(default_factory=list)
    """How often each person ended a game with so much money."""
    lengths: Counter[int] = field(default_factory=Counter)
    """How often a game had so many hands."""
    rounds: Counter[int] = field(default_factory=Counter)
    """How often a game had so many rounds."""
    winners: Counter[int] = field(default_factory=Counter)
    """How often each team won."""
    sides: list[BlockTally] = field(default_factory=list)
    """Of a comparison: what the left and the right job have counted."""
    pairs: list[list[int]] = field(default_factory=list)
    """Of a comparison: sums over stretches with the same seed, see ``bj.simulation.pairs``."""

    def add(self, other: BlockTally) -> None:
        """Add what another tally of the same job has."""
        self.hands += other.hands
        self.games += other.games
        self.persons = self.persons or [PersonTally() for _ in other.persons]
        self.bankrolls = self.bankrolls or [Counter() for _ in other.bankrolls]
        for mine, yours in zip(self.persons, other.persons, strict=True):
            mine.add(yours)
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
            "persons": [[tally.numbers, sorted(tally.by_count.items())] for tally in self.persons],
            "bankrolls": [sorted(counter.items()) for counter in self.bankrolls],
            "lengths": sorted(self.lengths.items()),
            "rounds": sorted(self.rounds.items()),
            "winners": sorted(self.winners.items()),
        }
        if self.sides:
            told |= {"sides": [side.to_json() for side in self.sides], "pairs": self.pairs}
        return told

    @classmethod
    def from_json(cls, told: Any, persons: int) -> BlockTally:
        """The tally of so many persons that ``to_json`` has written.

        Raises KeyError, TypeError or ValueError when it is none.
        """
        if "sides" in told:
            sides = [cls.from_json(side, len(side["persons"])) for side in told["sides"]]
            pairs = [_numbers(sums, PAIR_SIZE) for sums in told["pairs"]]
            hands, games = _numbers([told["hands"], told["games"]], 2)
            return cls(hands, games, sides=sides, pairs=pairs)
        tallies = [
            PersonTally(
                _numbers(numbers, y.PERSON_SIZE),
                {count: _numbers(told, COUNTED) for count, told in _pairs(counts)},
            )
            for numbers, counts in told["persons"]
        ]
        bankrolls = [_counter(pairs) for pairs in told["bankrolls"]]
        if len(tallies) != persons or len(bankrolls) not in (0, persons):
            raise ValueError(len(tallies))
        hands, games = _numbers([told["hands"], told["games"]], 2)
        lengths, rounds, winners = (_counter(told[name]) for name in ("lengths", "rounds", "winners"))
        return cls(hands, games, tallies, bankrolls, lengths, rounds, winners)


def _numbers(told: Any, count: int) -> list[int]:
    """So many whole numbers, and nothing else."""
    if type(told) is not list or len(told) != count or any(type(number) is not int for number in told):
        raise ValueError(told)
    return told


def _pairs(told: Any) -> list[tuple[int, Any]]:
    """Pairs of a number and what belongs to it."""
    return [(_numbers([first], 1)[0], second) for first, second in told]


def _counter(told: Any) -> Counter[int]:
    """How often each number came."""
    counter: Counter[int] = Counter()
    for pair in told:
        number, times = _numbers(list(pair), 2)
        counter[number] = times
    return counter


COUNTED = 4
"""The numbers of every running count of a person."""

PAIR_SIZE = 15
"""The sums of every pair of a comparison."""

PRODUCTS = (
    y.RECEIVED_RECEIVED,
    y.STAKED_STAKED,
    y.RECEIVED_STAKED,
    y.INITIAL_INITIAL,
    y.RECEIVED_INITIAL,
)


def read_tally(numbers: Sequence[int], offset: int, job: Counted, size: int) -> BlockTally:
    """The tally of a block from the end of its table, which begins at ``offset`` in it."""
    tally = BlockTally()
    first = numbers[y.FIRST_PERSON] - offset
    for index in range(len(job.persons)):
        at = first + index * y.PERSON_SIZE
        tally.persons.append(_read_person(numbers, at, offset))
    if job.unit == "hands":
        tally.hands = size
        return tally
    tally.games = size
    row = y.RESULT_BANKROLLS + len(job.persons)
    results = numbers[len(numbers) - size * row :]
    tally.hands = sum(results[y.RESULT_HANDS :: row])
    tally.lengths = Counter(results[y.RESULT_HANDS :: row])
    tally.rounds = Counter(results[y.RESULT_ROUNDS :: row])
    tally.winners = Counter(results[y.RESULT_WINNER :: row])
    tally.bankrolls = [Counter(results[at::row]) for at in range(y.RESULT_BANKROLLS, row)]
    return tally


def _read_person(numbers: Sequence[int], at: int, offset: int) -> PersonTally:
    """One person's tally."""
    person = list(numbers[at : at + y.PERSON_SIZE])
    for place in PRODUCTS:
        person[place] += person[place + 1] << y.LIMB
        person[place + 1] = 0
    person[y.STAKED_STAKED] += person[y.INITIAL_INITIAL]
    person[y.RECEIVED_STAKED] += person[y.RECEIVED_INITIAL]
    by_count: dict[int, list[int]] = {}
    if person[y.BY_COUNT]:
        first = person[y.BY_COUNT] - offset
        for step in range(y.COUNTS):
            cell = first + step * y.COUNT_SIZE
            hands, received, initial, low, high = numbers[cell : cell + y.COUNT_SIZE]
            if hands:
                squares = low + (high << y.LIMB)
                by_count[step - y.LARGEST_COUNT] = [hands, received, initial, squares]
    person[y.BY_COUNT] = 0
    return PersonTally(person, by_count)
