"""What blocks have counted, as whole numbers that can be added in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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


@dataclass(slots=True)
class PersonTally:
    """The hands of one person. Money is in the ruleset's smallest units."""

    numbers: list[int] = field(default_factory=lambda: [0] * y.PERSON_SIZE)
    """See ``bj.engine.tallies``; the sums of products are whole in their first number."""
    by_count: dict[int, list[int]] = field(default_factory=dict)
    """For each running count: hands, money received, initial wagers, and the sum of squares received."""

    def add(self, other: PersonTally) -> None:
        """Add what another tally of the same person has."""
        self.numbers = [mine + yours for mine, yours in zip(self.numbers, other.numbers, strict=True)]
        for count, numbers in other.by_count.items():
            mine = self.by_count.setdefault(count, [0] * len(numbers))
            self.by_count[count] = [first + second for first, second in zip(mine, numbers, strict=True)]


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

    def to_json(self) -> dict[str, Any]:
        """The tally as plain lists, with its counters in order: equal tallies are equal text."""
        return {
            "hands": self.hands,
            "games": self.games,
            "persons": [[tally.numbers, sorted(tally.by_count.items())] for tally in self.persons],
            "bankrolls": [sorted(counter.items()) for counter in self.bankrolls],
            "lengths": sorted(self.lengths.items()),
            "rounds": sorted(self.rounds.items()),
            "winners": sorted(self.winners.items()),
        }

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> BlockTally:
        """The tally that ``to_json`` has written. Raises KeyError, TypeError or ValueError without one."""
        return cls(
            int(told["hands"]),
            int(told["games"]),
            [PersonTally(numbers, dict(_pairs(counts))) for numbers, counts in told["persons"]],
            [Counter(dict(_pairs(pairs))) for pairs in told["bankrolls"]],
            Counter(dict(_pairs(told["lengths"]))),
            Counter(dict(_pairs(told["rounds"]))),
            Counter(dict(_pairs(told["winners"]))),
        )


def _pairs(told: Iterable[Any]) -> list[tuple[int, Any]]:
    """Pairs of a number and what belongs to it."""
    return [(int(first), second) for first, second in told]


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
    tally.bankrolls = [Counter() for _ in job.persons]
    row = y.RESULT_BANKROLLS + len(job.persons)
    start = len(numbers) - size * row
    for at in range(start, len(numbers), row):
        tally.hands += numbers[at + y.RESULT_HANDS]
        tally.lengths[numbers[at + y.RESULT_HANDS]] += 1
        tally.rounds[numbers[at + y.RESULT_ROUNDS]] += 1
        tally.winners[numbers[at + y.RESULT_WINNER]] += 1
        for index, counter in enumerate(tally.bankrolls):
            counter[numbers[at + y.RESULT_BANKROLLS + index]] += 1
    return tally


def _read_person(numbers: Sequence[int], at: int, offset: int) -> PersonTally:
    """One person's tally."""
    person = list(numbers[at : at + y.PERSON_SIZE])
    for place in PRODUCTS:
        person[place] += person[place + 1] << y.LIMB
        person[place + 1] = 0
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
