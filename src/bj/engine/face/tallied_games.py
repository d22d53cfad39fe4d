"""Runs tallied games for simulations: sets how much to play, and reads the tallies.

A person's tally is a list of numbers, and the constants here are indices into it. The tally for a count has
COUNT_SIZE numbers. Money is in the ruleset's smallest unit, and losses are negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..game import tallies as y
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints

HANDS = y.HANDS
OUTCOMES = y.OUTCOMES
"""The index of the number of hands with the first outcome.

The other outcomes follow, in the order of the catalogue.
"""
NATURALS = y.NATURALS
BUSTS = y.BUSTS
DOUBLES = y.DOUBLES
SPLITS = y.SPLITS
INSURED = y.INSURED
INSURANCE = y.INSURANCE
INSURANCE_STAKED = y.INSURANCE_STAKED
RECEIVED = y.RECEIVED
STAKED = y.STAKED
INITIAL = y.INITIAL
SQUARES = y.SQUARES
"""The index of the sum of the squared results of all hands."""
ROUNDS_WON = y.ROUNDS_WON
ROUNDS_LOST = y.ROUNDS_LOST
PERSON_SIZE = y.PERSON_SIZE

FIRST_SIDE_BET = y.LARGEST_COUNT + 1
"""The key for the first side bet. Smaller keys are running counts."""

COUNT_HANDS = y.COUNT_HANDS
COUNT_RECEIVED = y.COUNT_RECEIVED
COUNT_INITIAL = y.COUNT_INITIAL
COUNT_SIZE = y.COUNT_SIZE


class Result(NamedTuple):
    """The result of a single game."""

    hands: int
    rounds: int
    winner: int
    """The index of the winning team, or -1 if there are no teams."""
    bankrolls: tuple[int, ...]
    """Each person's bankroll at the end."""


def prepare(program: Sequence[int], table: Sequence[int], longest: int, games: int) -> list[int]:
    """Create the table for games that are stopped after ``longest`` hands.

    The table has room for the results of ``games`` games.
    """
    prepared = list(table)
    head = program[p.TALLIES]
    prepared[head + y.LONGEST] = longest
    if games:
        prepared[head + y.NEXT_RESULT] = len(table)
        prepared += [0] * (games * _row(program, table))
    return prepared


def want_hands(program: Ints, table: Ints, hands: int, games: int, rest: int) -> None:
    """Make ``play`` run for up to ``hands`` hands and ``games`` games.

    ``play`` does not start another game when ``rest`` hands or fewer are left.
    """
    head = program[p.TALLIES]
    table[head + y.HANDS_WANTED], table[head + y.GAMES_LEFT], table[head + y.BATCH_END] = hands, games, rest


def want_one_hand(program: Ints, table: Ints) -> None:
    """Make ``play`` stop with ``Stop.ENOUGH`` as soon as it has tallied the next hand."""
    table[program[p.TALLIES] + y.HANDS_LEFT] = 1


def hands_left(program: Ints, table: Ints) -> int:
    """Return how many of the requested hands are still to be played."""
    return int(table[program[p.TALLIES] + y.HANDS_WANTED])


def games_left(program: Ints, table: Ints) -> int:
    """Return how many of the requested games are not yet over."""
    return int(table[program[p.TALLIES] + y.GAMES_LEFT])


def moves_money(program: Sequence[int], table: Sequence[int]) -> bool:
    """Return whether powers or the bank can transfer money in a tallied game."""
    return table[program[p.TALLIES] + y.MOVED] != 0


class TallyReader:
    """Reads the tallies of games. ``program`` and ``table`` are as they were before the games."""

    def __init__(self, program: Sequence[int], table: Sequence[int]) -> None:
        self._cut = program[p.TALLIES] + y.CUT
        self._next = program[p.TALLIES] + y.NEXT_RESULT
        self._first = table[program[p.TALLIES] + y.FIRST_PERSON]
        self._end = len(table)
        self._row = _row(program, table)
        self.persons = self._row - y.RESULT_BANKROLLS
        """The number of people in the game."""
        places = range(self._first, self._first + self.persons * y.PERSON_SIZE, y.PERSON_SIZE)
        self._counts = [table[place + y.BY_COUNT] for place in places]
        self._bet_count = program[p.SIDE_BET_COUNT]
        self.has_side_bets = self._bet_count > 0
        self._bets = table[program[p.TALLIES] + y.SIDE_BETS] - self._first
        self._moved = table[program[p.TALLIES] + y.MOVED]
        bankrolls = table[program[p.TALLIES] + y.BANKROLLS]
        self.players = self.persons
        """The number of players.

        If the bank rotates, everyone is listed twice: first all players, and then the same people as bankers.
        """
        if table[table[bankrolls] - t.BANKROLL + t.OTHER_ROLE]:
            self.players //= 2

    def read(self, table: Ints) -> list[int]:
        """Return all tallies so far.

        The difference between two such lists is the tally of the hands in between.
        """
        return _numbers(table, self._first, self._end)

    def person(self, counted: Sequence[int], person: int) -> list[int]:
        """Return the tally for ``person``, which has PERSON_SIZE numbers.

        Numbers at indices without a name in this module are 0.
        """
        numbers = list(counted[person * y.PERSON_SIZE : (person + 1) * y.PERSON_SIZE])
        numbers[y.SQUARES] += numbers[y.SQUARES + 1] << y.LIMB
        numbers[y.SQUARES + 1] = numbers[y.BY_COUNT] = 0
        return numbers

    def by_count(self, counted: Sequence[int], person: int) -> dict[int, list[int]]:
        """Map each running count to the tally of the hands that ``person`` played at that count.

        There are no counts if the person does not count cards. The keys from FIRST_SIDE_BET on are for side
        bets.
        """
        first = self._counts[person] - self._first
        found = _cells(counted, first, y.COUNTS, -y.LARGEST_COUNT) if self._counts[person] else {}
        bets = self._bets + person * self._bet_count * y.COUNT_SIZE
        return found | _cells(counted, bets, self._bet_count, FIRST_SIDE_BET)

    def by_powers(self, counted: Sequence[int], person: int) -> int:
        """Return how much money ``person`` has received through powers in all games so far."""
        is_banker = person >= self.players
        return counted[self._moved - self._first + person] if self._moved and not is_banker else 0

    def as_banker(self, counted: Sequence[int], person: int) -> int:
        """Return how much ``person`` has won as banker in all games so far."""
        banker = person + self.players
        return counted[self._moved - self._first + banker] if banker < self.persons else 0

    def cut(self, table: Ints) -> int:
        """Return the number of games that were stopped because they were too long."""
        return int(table[self._cut])

    def results(self, table: Ints, first: int = 0) -> list[Result]:
        """Return the results of the games so far, starting with the game at the index ``first``."""
        numbers = _numbers(table, self._end + first * self._row, int(table[self._next]))
        rows = (numbers[at : at + self._row] for at in range(0, len(numbers), self._row))
        return [
            Result(
                row[y.RESULT_HANDS],
                row[y.RESULT_ROUNDS],
                row[y.RESULT_WINNER],
                self._purses(row[y.RESULT_BANKROLLS :]),
            )
            for row in rows
        ]

    def _purses(self, bankrolls: Sequence[int]) -> tuple[int, ...]:
        """Return each person's bankroll.

        If the bank rotates, include the money that they have as the banker.
        """
        bankers = bankrolls[self.players :]
        purses = (player + banker for player, banker in zip(bankrolls, bankers, strict=False))
        return (*purses, *[0] * len(bankers)) if bankers else tuple(bankrolls)


def _cells(counted: Sequence[int], first: int, count: int, number: int) -> dict[int, list[int]]:
    """Map the numbers of all cells with at least one hand to their contents.

    There are ``count`` cells, numbered from ``number`` on.
    """
    cells = counted[first : first + count * y.COUNT_SIZE]
    return {
        number + step: list(cells[y.COUNT_SIZE * step : y.COUNT_SIZE * (step + 1)])
        for step, hands in enumerate(cells[y.COUNT_HANDS :: y.COUNT_SIZE])
        if hands
    }


def _row(program: Sequence[int], table: Sequence[int]) -> int:
    """Return the number of integers in the result of a game."""
    return y.RESULT_BANKROLLS + table[table[program[p.TALLIES] + y.BANKROLLS] - 1]


def _numbers(table: Ints, first: int, last: int) -> list[int]:
    """Copy the numbers between two indices of a table."""
    return list(table[first:last])
