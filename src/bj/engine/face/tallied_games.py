"""Drives tallied games for simulations: sets how much to play, and reads the tallies.

The tally of a person is a list of numbers at the places below. The tally of a count has COUNT_SIZE numbers.
Money is in the ruleset's smallest unit, negative for a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..game import tallies as y
from ..layout import program as p
from ..layout import table as t
from ..layout.mode import Ints

HANDS = y.HANDS
OUTCOMES = y.OUTCOMES
"""The place of the first of several numbers: how many hands had each of the catalogue's outcomes."""
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
"""The place of the sum of the squared results of hands."""
ROUNDS_WON = y.ROUNDS_WON
ROUNDS_LOST = y.ROUNDS_LOST
PERSON_SIZE = y.PERSON_SIZE

FIRST_SIDE_BET = y.LARGEST_COUNT + 1
"""The key of the first side bet. Smaller keys are counts."""

COUNT_HANDS = y.COUNT_HANDS
COUNT_RECEIVED = y.COUNT_RECEIVED
COUNT_INITIAL = y.COUNT_INITIAL
COUNT_SIZE = y.COUNT_SIZE


class Result(NamedTuple):
    """The result of a single game."""

    hands: int
    rounds: int
    winner: int
    """The index of the winning team, or -1."""
    bankrolls: tuple[int, ...]
    """The bankroll of each person at the end."""


def prepare(program: Sequence[int], table: Sequence[int], longest: int, games: int) -> list[int]:
    """Make the table for games that are cut after ``longest`` hands, with room for ``games`` results."""
    prepared = list(table)
    head = program[p.TALLIES]
    prepared[head + y.LONGEST] = longest
    if games:
        prepared[head + y.NEXT_RESULT] = len(table)
        prepared += [0] * (games * _row(program, table))
    return prepared


def want_hands(program: Ints, table: Ints, hands: int, games: int, rest: int) -> None:
    """Make ``play`` play up to ``hands`` hands and ``games`` games.

    No game starts once ``rest`` hands or fewer are left.
    """
    head = program[p.TALLIES]
    table[head + y.HANDS_WANTED], table[head + y.GAMES_LEFT], table[head + y.BATCH_END] = hands, games, rest


def want_one_hand(program: Ints, table: Ints) -> None:
    """Make ``play`` stop with ``Stop.ENOUGH`` after it has tallied the next hand."""
    table[program[p.TALLIES] + y.HANDS_LEFT] = 1


def hands_left(program: Ints, table: Ints) -> int:
    """Return the number of requested hands that have not been played."""
    return int(table[program[p.TALLIES] + y.HANDS_WANTED])


def games_left(program: Ints, table: Ints) -> int:
    """Return the number of requested games that are not over."""
    return int(table[program[p.TALLIES] + y.GAMES_LEFT])


def moves_money(program: Sequence[int], table: Sequence[int]) -> bool:
    """Return whether powers or the bank move money in a tallied game."""
    return table[program[p.TALLIES] + y.MOVED] != 0


class TallyReader:
    """Reads the tallies of games. ``program`` and ``table`` are in the state before the games."""

    def __init__(self, program: Sequence[int], table: Sequence[int]) -> None:
        self._cut = program[p.TALLIES] + y.CUT
        self._next = program[p.TALLIES] + y.NEXT_RESULT
        self._first = table[program[p.TALLIES] + y.FIRST_PERSON]
        self._end = len(table)
        self._row = _row(program, table)
        self.persons = self._row - y.RESULT_BANKROLLS
        """The number of persons."""
        places = range(self._first, self._first + self.persons * y.PERSON_SIZE, y.PERSON_SIZE)
        self._counts = [table[place + y.BY_COUNT] for place in places]
        self._bet_count = program[p.SIDE_BET_COUNT]
        self.has_side_bets = self._bet_count > 0
        self._bets = table[program[p.TALLIES] + y.SIDE_BETS] - self._first
        self._moved = table[program[p.TALLIES] + y.MOVED]
        bankrolls = table[program[p.TALLIES] + y.BANKROLLS]
        self.players = self.persons
        """The number of players. If the bank rotates, each appears again after all players, as the banker."""
        if table[table[bankrolls] - t.BANKROLL + t.OTHER_ROLE]:
            self.players //= 2

    def read(self, table: Ints) -> list[int]:
        """Return all tallies so far. The difference of two such lists is the tally between them."""
        return _numbers(table, self._first, self._end)

    def person(self, counted: Sequence[int], person: int) -> list[int]:
        """Return the tally of ``person``, which has PERSON_SIZE numbers.

        Numbers without a name above are 0.
        """
        numbers = list(counted[person * y.PERSON_SIZE : (person + 1) * y.PERSON_SIZE])
        numbers[y.SQUARES] += numbers[y.SQUARES + 1] << y.LIMB
        numbers[y.SQUARES + 1] = numbers[y.BY_COUNT] = 0
        return numbers

    def by_count(self, counted: Sequence[int], person: int) -> dict[int, list[int]]:
        """Map each running count that ``person`` had with a hand to its tally.

        The map has no counts if the person does not count. The keys from FIRST_SIDE_BET on are side bets.
        """
        first = self._counts[person] - self._first
        found = _cells(counted, first, y.COUNTS, -y.LARGEST_COUNT) if self._counts[person] else {}
        bets = self._bets + person * self._bet_count * y.COUNT_SIZE
        return found | _cells(counted, bets, self._bet_count, FIRST_SIDE_BET)

    def by_powers(self, counted: Sequence[int], person: int) -> int:
        """Return the money that powers moved to ``person`` in all games so far."""
        is_banker = person >= self.players
        return counted[self._moved - self._first + person] if self._moved and not is_banker else 0

    def as_banker(self, counted: Sequence[int], person: int) -> int:
        """Return the money that ``person`` has won as the banker in all games so far."""
        banker = person + self.players
        return counted[self._moved - self._first + banker] if banker < self.persons else 0

    def cut(self, table: Ints) -> int:
        """Return the number of games that were cut because they were too long."""
        return int(table[self._cut])

    def results(self, table: Ints, first: int = 0) -> list[Result]:
        """Return the results of the games so far, from the game with the index ``first`` on."""
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
        """Return the bankrolls of all persons. If the bank rotates, include their bankrolls as the banker."""
        bankers = bankrolls[self.players :]
        purses = (player + banker for player, banker in zip(bankrolls, bankers, strict=False))
        return (*purses, *[0] * len(bankers)) if bankers else tuple(bankrolls)


def _cells(counted: Sequence[int], first: int, count: int, number: int) -> dict[int, list[int]]:
    """Map the number of each cell that has counted a hand to the numbers of the cell.

    The ``count`` cells are numbered from ``number`` on.
    """
    cells = counted[first : first + count * y.COUNT_SIZE]
    return {
        number + step: list(cells[y.COUNT_SIZE * step : y.COUNT_SIZE * (step + 1)])
        for step, hands in enumerate(cells[y.COUNT_HANDS :: y.COUNT_SIZE])
        if hands
    }


def _row(program: Sequence[int], table: Sequence[int]) -> int:
    """Return the size of the result of a game."""
    return y.RESULT_BANKROLLS + table[table[program[p.TALLIES] + y.BANKROLLS] - 1]


def _numbers(table: Ints, first: int, last: int) -> list[int]:
    """Copy the numbers of a table between two indices."""
    return list(table[first:last])
