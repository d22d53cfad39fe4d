"""Counts of the events in blocks. The counts are integers, so tallies can be added in any order.

Standard errors are computed from *batches*. A batch is a few consecutive games or, in a comparison, the games
that both sides play with one seed. Batches are independent of each other, but hands may not be. A tally
therefore sums the products of the counts in each batch, and assumes only that batches are independent.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

from bj.catalogue import outcomes as o
from bj.engine.face import tallied_games as y

Members: TypeAlias = tuple[int, ...]
"""The indices of a group's members in the list of all people, which is in the order of event codes."""


WON, LOST, ROUNDS, SETTLED = range(y.PERSON_SIZE, y.PERSON_SIZE + 4)
"""The indices of four more counts: hands won, hands lost, tournament rounds, and settled hands."""

SIZE = y.PERSON_SIZE + 4
"""The number of counts for a group: those in ``bj.engine.face.tallied_games`` and the four above."""

SHARES = (*range(y.OUTCOMES, y.OUTCOMES + len(o.OUTCOMES)), y.NATURALS, y.BUSTS, y.DOUBLES, WON, LOST)
"""The counts to report as a share of all settled hands."""

OPTIONS = (y.SPLITS, y.INSURED)
"""The counts to report as a share of all dealt hands."""

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
"""The pairs of counts whose products are summed over all batches."""

SKEWED = (y.HANDS, y.RECEIVED, y.SQUARES)
CUBES: Sequence[tuple[int, ...]] = tuple(combinations_with_replacement(SKEWED, 3))
"""The triples of counts whose products are summed over all batches, to compute the skewness."""

COUNT_PRODUCTS: Sequence[tuple[int, ...]] = tuple(combinations_with_replacement(range(y.COUNT_SIZE), 2))
"""The pairs of counts at one running count whose products are summed over all batches."""

COUNT_BATCHES = y.COUNT_SIZE
"""The index of the number of batches with a hand at a running count. It is followed by sums of products."""

MONEY = BY_POWERS, BY_SIDE_BETS, IN_ALL, AS_BANKER = range(-y.FIRST_SIDE_BET, -y.FIRST_SIDE_BET - 4, -1)
"""The keys for money from powers, from side bets, in total, and as the banker.

All other keys are running counts or side bets. Money from powers is counted only if powers or the bank move
money, and money as the banker only if the bank rotates. Money from side bets and money in total are counted
if either of these conditions holds or there are side bets.
"""

PAIR_SIZE = 36
"""The number of sums for each pair of ratios in a comparison."""


def add_up(mine: Sequence[int], yours: Sequence[int]) -> list[int]:
    """Add two lists item by item, and return the list of sums."""
    return [first + second for first, second in zip(mine, yours, strict=True)]


def add_cells(cells: dict[int, list[int]], others: Mapping[int, Sequence[int]]) -> None:
    """Add each list in ``others`` to the list in ``cells`` with the same key."""
    for count, numbers in others.items():
        cells[count] = add_up(cells[count], numbers) if count in cells else list(numbers)


@dataclass(slots=True)
class GroupTally:
    """The tally for a group of one or more people. Money is in the ruleset's smallest unit."""

    batches: int = 0
    """The number of batches in which the group played a hand or a round."""
    numbers: list[int] = field(default_factory=lambda: [0] * SIZE)
    products: list[int] = field(default_factory=lambda: [0] * len(PRODUCTS))
    by_count: dict[int, list[int]] = field(default_factory=dict)
    """Maps each running count, side bet and key in MONEY to numbers: hands, net win, wagers, batches and
    products.
    """
    cubes: list[int] = field(default_factory=lambda: [0] * len(CUBES))

    def take(self, numbers: Sequence[int], by_count: Mapping[int, Sequence[int]]) -> None:
        """Add the counts from one batch."""
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
            add_cells(self.by_count, {count: cell})

    def add(self, other: GroupTally) -> None:
        """Add another tally for the same group."""
        self.batches += other.batches
        self.numbers = add_up(self.numbers, other.numbers)
        self.products = add_up(self.products, other.products)
        self.cubes = add_up(self.cubes, other.cubes)
        add_cells(self.by_count, other.by_count)


@dataclass(slots=True)
class BlockTally:
    """The tally of one or more blocks."""

    hands: int = 0
    """The number of hands at the table, including hands in unfinished games."""
    games: int = 0
    """The number of finished games, or 0 in a simulation of hands."""
    cut: int = 0
    """The number of games that were stopped because they were too long."""
    groups: dict[Members, GroupTally] = field(default_factory=dict)
    bankrolls: list[Counter[int]] = field(default_factory=list)
    """For each person, the number of games that ended with each bankroll."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Maps each number of hands to the number of games in which that many hands were played."""
    rounds: Counter[int] = field(default_factory=Counter)
    """Maps each number of rounds to the number of games in which that many rounds were played."""
    winners: Counter[int] = field(default_factory=Counter)
    """Maps each team's index to the number of games that it won."""
    sides: list[BlockTally] = field(default_factory=list)
    """In a comparison, the tallies for the left and the right side."""
    pairs: list[list[int]] = field(default_factory=list)
    """In a comparison, sums over batches for each pair of ratios (see ``bj.simulation.paired_play``)."""

    @property
    def persons(self) -> list[GroupTally]:
        """The tally of each person, in the order of their event codes."""
        return [tally for members, tally in self.groups.items() if len(members) == 1]

    def add(self, other: BlockTally) -> None:
        """Add a tally of other blocks from the same job."""
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
        """Return the tally as plain lists and sorted counters, so that equal tallies produce equal text."""
        tally = {
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
            tally |= {"sides": [side.to_json() for side in self.sides], "pairs": self.pairs}
        return tally

    def key(self) -> str:
        """Return a hash of all counts. Tallies with the same key have the same results.

        The hash excludes the last item of each group and each pair, which only affects whether an error is
        known.
        """
        tally = self.to_json()
        for side in (tally, *tally.get("sides", ())):
            side["groups"] = [group[:-1] for group in side["groups"]]
        if self.sides:
            tally["pairs"] = [sums[:-1] for sums in self.pairs]
        return hashlib.sha256(json.dumps(tally, separators=(",", ":")).encode()).hexdigest()

    @classmethod
    def from_json(cls, tally: Any) -> BlockTally:
        """Create a tally from the output of ``to_json``."""
        groups = {
            tuple(members): GroupTally(batches, numbers, products, dict(by_count), cubes)
            for members, batches, numbers, products, by_count, cubes in tally["groups"]
        }
        bankrolls = [Counter(dict(counted)) for counted in tally["bankrolls"]]
        lengths, rounds, winners = (Counter(dict(tally[name])) for name in ("lengths", "rounds", "winners"))
        sides = [cls.from_json(side) for side in tally.get("sides", ())]
        totals = tally["hands"], tally["games"], tally["cut"]
        return cls(*totals, groups, bankrolls, lengths, rounds, winners, sides, tally.get("pairs", []))
