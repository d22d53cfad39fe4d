"""Steps one or more games in parallel, storing questions, answers and observations in arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium.spaces import Box, Discrete

from bj.argument_values import Arguments
from bj.catalogue.actions import ACTIONS
from bj.compiler.compile import Compiled
from bj.engine.face import parallel_games as row
from bj.engine.face.driving import generator_of, no_record
from bj.engine.face.view import Kind, Stop, View
from bj.errors import GameError, UsageError
from bj.native.library import Entry, brief_entry, entry, has_library, prepare_call, repeat_call
from bj.ruleset.load import AnyRuleset
from bj.ruleset.suggestions import shorten
from bj.session.engine_errors import explain_stop
from bj.session.engines import PLAIN, compiled_engine
from bj.session.game_plan import Plan, prepare
from bj.session.legal_actions import whole_number
from bj.text.sentences import enumerate_words

Mode: TypeAlias = Literal["totals", "cards", "count", "all"]
"""The kinds of observations."""

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

Masks: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]

TOTALS = (row.KIND, row.TOTAL, row.IS_SOFT, row.UPCARD, row.CARDS, row.PART, row.HANDS)
MONEY = (row.WAGER, row.BANKROLL, row.CARDS_LEFT, row.COUNT)
LARGEST = 1 << 62
MOST_LEVELS = 32
LARGEST_LEVEL = 1_000_000
MOST_GAMES = 1 << 16
"""The maximum number of games to step together. Each game needs tens of kilobytes of memory."""
DONE, DECISION = int(Stop.DONE), int(Stop.DECISION)
NOT_LEGAL = 1 << 30
"""An answer that is never legal. It is positive, because negative answers have special meanings."""

MOST_WITHOUT_QUESTIONS = 1000
"""The maximum number of consecutive games that may end without a question."""


class SteppedGames:
    """Several games of one ruleset that are stepped together.

    In each game, exactly one person makes decisions. ``levels`` are the possible wagers, as multiples of the
    smallest wager. Each step takes one answer per game. An answer is an index into ``names``, a list of the
    actions, "no", "yes" and the wagers.
    """

    def __init__(
        self, ruleset: AnyRuleset, arguments: Arguments, count: int, levels: Sequence[int], mode: Mode
    ) -> None:
        if mode not in get_args(Mode):
            remedy = f"use {enumerate_words(get_args(Mode), 'or')}"
            raise UsageError(f"{mode!r} is not a kind of observation", remedy)
        self._levels = levels = check_levels(levels)
        if type(count) is not int or not 1 <= count <= MOST_GAMES:
            raise UsageError(f"{count!r} games cannot be stepped together", f"use 1 to {MOST_GAMES:,}")
        checked, values = prepare(ruleset, arguments)
        self.plan = Plan(
            checked, values, 0, rounds=1 if "ask again" in checked.model.procedure.steps_named() else 0
        )
        self.compiled = compiled = self.plan.compile(silent=True)
        refuse_numbers(compiled)
        start = View(compiled.program, compiled.table)
        asked = persons_asked(start, compiled.persons)
        if len(asked) != 1:
            raise UsageError(
                f"{len(asked)} players make decisions in this game",
                "pass arguments with one human player, or use SeveralPersons",
            )
        (self.person,) = asked.values()
        self.least = start.minimum_wager
        """The smallest wager, in the smallest unit of money."""
        self.names = (*ACTIONS, "no", "yes", *(f"wager {level}" for level in levels))
        self.mode: Mode = mode
        self._engine = compiled_engine() if has_library() else PLAIN
        make = self._engine.ints
        self._program, self._events = make(list(compiled.program)), make(no_record())
        self._setup = make(
            row.make_setup(
                len(compiled.table),
                self.person,
                [level * self.least for level in levels],
                cards=mode in ("cards", "all"),
                shoe=mode in ("count", "all"),
            )
        )
        table = list(compiled.table)
        if mode in ("count", "all"):
            row.observe_from(table, self.person)
        self._tables = [make([*table, *table]) for _ in range(count)]
        self.numbers = make([0] * (count * row.ROW_SIZE))
        """The rows for all games, one after another (see ``bj.engine.face.parallel_games``)."""
        self.first: Any = self.numbers
        """The row for the first game, as a sequence with fast access to individual numbers."""
        self._columns = self._choose_columns()
        start_of, end_of = self._columns[0], self._columns[-1] + 1
        self._is_range = self._columns == [*range(start_of, end_of)]
        self._range = slice(start_of, end_of)
        if self._engine is not PLAIN:
            self._shared: Numbers = np.ctypeslib.as_array(self.numbers).reshape(count, row.ROW_SIZE)
            self.first = memoryview(self._shared[0]).cast("B").cast("q")  # faster than ctypes
            self._function = entry(Entry.STEP_GAMES)
            buffers = self._program, self._setup, self._events, self.numbers, *self._tables
            self._call = prepare_call(buffers, 0, count)
        self.first_observation: Callable[[], Numbers] = self._observe_first()
        """A function that returns the first game's observation."""
        self.step_first: Callable[[], object] = self._prepare_step()
        """A function that steps only the first game.

        It returns true if the engine tried to access memory out of bounds.
        """
        self.summaries = _Summaries(len(self.names))
        """Maps the number in the column SUMMARY of a row to the result of a step."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle or copy the games with their current state. The copy gets new buffers."""
        tables = [[int(number) for number in table] for table in self._tables]
        options = self.plan.checked, dict(self.plan.values), len(tables), self._levels, self.mode
        return _restore, (options, tables, [int(number) for number in self.numbers])

    def _prepare_step(self) -> Callable[[], object]:
        """Return the fastest function that can step the first game.

        The time to call the function makes up much of the time for a step.
        """
        buffers = self._program, self._setup, self._events, self.numbers, self._tables[0]
        if self._engine is PLAIN:
            program, setup, events, rows, table = buffers
            return partial(row.step, program, setup, table, events, rows, 0)
        call = ctypes.byref(prepare_call(buffers, 0, 1))  # faster to pass than the call itself
        return partial(brief_entry(Entry.STEP_GAMES), call)

    def seed(self, seeds: Sequence[int]) -> None:
        """Seed the random generators of each game with the game's item in ``seeds``."""
        generator = generator_of(self.compiled.program)
        for table, seed in zip(self._tables, seeds, strict=True):
            self._engine.seed(table, generator, seed)

    def step(self) -> tuple[int, int]:
        """Step all games, using the answers in their rows.

        Returns how many answers were illegal, and how many games now ask a question.
        """
        if self._engine is not PLAIN:
            return divmod(repeat_call(self._function, self._call), row.ILLEGAL)
        for game, table in enumerate(self._tables):
            row.step(self._program, self._setup, table, self._events, self.numbers, game * row.ROW_SIZE)
        stops, legal = (self.numbers[first :: row.ROW_SIZE] for first in (row.STATUS, row.WAS_LEGAL))
        return legal.count(0), stops.count(DECISION)

    @property
    def rows(self) -> Numbers:
        """An array with one row per game."""
        if self._engine is PLAIN:
            return np.array(self.numbers, np.int64).reshape(-1, row.ROW_SIZE)
        return self._shared

    def answer(self, answers: Any) -> None:
        """Write the ``answers`` into the rows, one per game."""
        if self._engine is PLAIN:
            self.numbers[row.ANSWER :: row.ROW_SIZE] = [int(each) for each in answers]
        else:
            self._shared[:, row.ANSWER] = answers

    def refuse_silent(self, played: int) -> None:
        """Raise UsageError if ``played``, the number of games in a row without a question, is too large."""
        if played > MOST_WITHOUT_QUESTIONS:
            raise UsageError("these games end without a decision", "use a larger bankroll or more hands")

    def refuse_failed(self) -> None:
        """Raise GameError if any game has failed."""
        status = self.rows[:, row.STATUS]
        failed = np.flatnonzero((status != DONE) & (status != DECISION))
        if len(failed):
            view = View(self._program, self._tables[failed[0]])
            compiled = self.compiled
            raise GameError(
                explain_stop(
                    int(status[failed[0]]), view, compiled.persons, compiled.decimals, compiled.described
                )
            )

    def masks(self) -> Masks:
        """Return one row per game, with a 1 for each legal answer and a 0 for every other answer."""
        return _unpack(self.rows[:, row.MASK : row.MASK + 1], len(self.names))

    def observations(self) -> Numbers:
        """Return each game's observation, from the point of view of the person who makes decisions."""
        seen: Numbers = (
            self.rows[:, self._range].copy() if self._is_range else self.rows.take(self._columns, 1)
        )
        return seen

    def _observe_first(self) -> Callable[[], Numbers]:
        """Return the fastest function that can return the first game's observation."""
        if self._engine is PLAIN:
            return lambda: np.array([self.numbers[column] for column in self._columns], np.int64)
        if self._is_range:
            return self._shared[0, self._range].copy
        return partial(self._shared[0].take, self._columns)

    def view(self, game: int) -> View:
        """Return a view of a game's table, including hidden cards."""
        return View(self._program, self._tables[game])

    @property
    def observed(self) -> tuple[str, ...]:
        """The name of each number in an observation."""
        return tuple(_NAMES[column] for column in self._columns)

    @property
    def observation_space(self) -> Box:
        """The observation space of one game."""
        return Box(-LARGEST, LARGEST, (len(self._columns),), np.int64)

    @property
    def action_space(self) -> Discrete:
        """The action space: every possible answer in one game."""
        return Discrete(len(self.names))

    def _choose_columns(self) -> list[int]:
        """Return the indices of the columns that make up an observation."""
        ranks = len(self.plan.checked.pack.codes)
        own, dealer, seen = (
            [*range(first, first + ranks)] for first in (row.OWN_RANKS, row.DEALER_RANKS, row.SEEN_RANKS)
        )
        return {
            "totals": [*TOTALS],
            "cards": [row.KIND, *own, *dealer],
            "count": [*TOTALS, *MONEY, *seen],
            "all": [*TOTALS, *MONEY, *own, *dealer, *seen],
        }[self.mode]


Summary: TypeAlias = tuple[Callable[[], Masks], bool, bool]
"""The result of a step.

It contains a function that returns the mask of legal answers, and two flags: whether the answer was legal,
and whether the game is over.
"""


class _Summaries(dict[int, Summary]):
    """Maps the number in the column SUMMARY of a row to a summary, which is created on first use.

    ``count`` is the number of answers, legal or not.
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def __missing__(self, number: int) -> Summary:
        [mask] = _unpack(np.array([[number]]), self._count)
        self[number] = found = mask.copy, not number & row.REPLACED, bool(number & row.ENDED)
        return found


def _restore(options: tuple[Any, ...], tables: list[list[int]], numbers: list[int]) -> SteppedGames:
    games = SteppedGames(*options)
    for own, table in zip(games._tables, tables, strict=True):
        own[:] = table
    games.numbers[:] = numbers
    return games


def persons_asked(view: View, persons: Sequence[str]) -> dict[str, int]:
    """Return the indices of the players who may be asked for a decision, keyed by name.

    ``view`` may show the game in any state.
    """
    return {
        name: person
        for person, name in enumerate(persons)
        if not (view.decides(person, Kind.WAGER) and view.decides(person, Kind.ACTION))
    }


def check_levels(levels: Sequence[int]) -> tuple[int, ...]:
    """Return ``levels`` as integers. Raises UsageError if they are not positive or not in ascending order."""
    numbers = [whole_number(level) or 0 for level in levels] if isinstance(levels, Iterable) else []
    are_levels = all(1 <= number <= LARGEST_LEVEL for number in numbers)
    if not 1 <= len(numbers) <= MOST_LEVELS or not are_levels or sorted({*numbers}) != numbers:
        shown = shorten(repr(levels))
        raise UsageError(
            f"the wagers {shown} should be 1 to {MOST_LEVELS} multiples of the smallest wager, in ascending "
            "order",
            f"use whole numbers from 1 to {LARGEST_LEVEL:,}",
        )
    return tuple(numbers)


def refuse_numbers(compiled: Compiled) -> None:
    """Raise UsageError if a power asks for a number, because environments have no action for a number."""
    for asked in compiled.power_questions.values():
        if asked.numbers is not None:
            raise UsageError(f"a power asks for a number: {asked.text}", "play such games with `bj.State`")


_OCTETS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.int8)
"""The bits of every 8-bit number. There is one row per number, and the lowest bit comes first."""


def _unpack(bits: Numbers, count: int) -> Masks:
    """Return a row for each number in a column: its lowest ``count`` bits, as zeros and ones."""
    octets = bits.astype("<i8", copy=False).view(np.uint8)[:, : -(-count // 8)]
    masks: Masks = _OCTETS.take(octets, 0).reshape(len(bits), -1)[:, :count]
    return masks


_PLAIN = (
    "kind",
    "total",
    "is_soft",
    "upcard",
    "cards",
    "part",
    "hands",
    "wager",
    "bankroll",
    "cards_left",
    "count",
)
_NAMES: dict[int, str] = {
    **{getattr(row, name.upper()): name for name in (_PLAIN)},
    **{
        first + rank: f"{kind} {rank}"
        for kind, first in (("own", row.OWN_RANKS), ("dealer", row.DEALER_RANKS), ("seen", row.SEEN_RANKS))
        for rank in range(row.DEALER_RANKS - row.OWN_RANKS)
    },
}
