"""Searches at both speeds: their sequences grow as far as the bound on memory allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias

from bj.engine import searching
from bj.engine.driving import new_record
from bj.engine.exploring import begin, explore
from bj.engine.found import Node, read_node
from bj.engine.mode import Floats, Found, Ints, Memo
from bj.engine.searching import End, Sight
from bj.engine.view import Stop

Progress: TypeAlias = Callable[[int], None]
"""Is told from time to time how often the engine was called."""

CALLS = {"plain": 20_000, "compiled": 2_000_000}
"""After how many calls of the engine a search tells how far it is, and an interrupt is noticed."""


EVENTS = 1 << 10
"""Room for the events between two cards."""


class Store(Protocol):
    """Makes and enlarges sequences for one speed, and searches on them."""

    name: str

    def ints(self, numbers: Sequence[int], room: int) -> Ints:
        """Whole numbers, with so much ``room`` behind them."""

    def floats(self, numbers: Sequence[float], room: int) -> Floats:
        """The same of any numbers."""

    def listed(self, numbers: Any, count: int) -> Any:
        """The first ``count`` numbers of a sequence as a list, which Python reads faster."""

    def memo(self, old: Memo | None) -> Memo:
        """A memo with more room than the ``old`` one, and all that is in it."""

    def begin(self, table: Ints, work: Ints, memo: Memo, nodes: Ints, first: int, members: int) -> None:
        """See ``bj.engine.exploring.begin``."""

    def explore(
        self,
        program: Ints,
        table: Ints,
        events: Ints,
        work: Ints,
        memo: Memo,
        nodes: Ints,
        values: Floats,
        sizes: Ints,
    ) -> int:
        """See ``bj.engine.exploring.explore``."""


class PlainStore:
    """Lists, and the plain engine."""

    name = "plain"

    def ints(self, numbers: Sequence[int], room: int) -> Ints:
        """A list."""
        return [*numbers, *([0] * room)]

    def floats(self, numbers: Sequence[float], room: int) -> Floats:
        """A list."""
        return [*numbers, *([0.0] * room)]

    def listed(self, numbers: Any, count: int) -> Any:
        """The list that it is."""
        return numbers

    def memo(self, old: Memo | None) -> Memo:
        """A memo that is never full."""
        return old if old is not None else Found()

    begin = staticmethod(begin)
    explore = staticmethod(explore)


class OutOfMemoryError(Exception):
    """A search takes more memory than it may."""


class Search:
    """A search through one hand, which remembers all that it has found."""

    def __init__(
        self,
        program: Sequence[int],
        table: Sequence[int],
        head: Sequence[int],
        store: Store,
        most: int,
        progress: Progress | None = None,
    ) -> None:
        self._store = store
        self._most = most
        self._progress = progress
        self.calls = 0
        """How often the engine was called."""
        self._program = store.ints(program, 0)
        self._table = store.ints(table, 0)
        self._events = store.ints(new_record(EVENTS), 0)
        room = 4 * searching.ROOM
        self._work = store.ints(head, room)
        self._memo = store.memo(None)
        self._nodes = store.ints([], room)
        self._values = store.floats([], room)

    @property
    def states(self) -> int:
        """How many different states were found."""
        return searching.finished(self._work)

    def find(self, sights: Sequence[Sight]) -> int:
        """The node of tables that the observer cannot tell apart.

        Raises Stopped when the engine cannot go on, and OutOfMemoryError.
        """
        self._make_room(len(sights))
        first = searching.used(self._work)[0]
        searching.begin_with(self._work, sights)
        self._store.begin(self._table, self._work, self._memo, self._nodes, first, len(sights))
        while True:
            calls = CALLS[self._store.name]
            searching.allow(self._work, calls)
            sizes = self._store.ints([len(self._work), len(self._nodes), len(self._values)], 0)
            status = self._store.explore(
                self._program,
                self._table,
                self._events,
                self._work,
                self._memo,
                self._nodes,
                self._values,
                sizes,
            )
            self.calls += calls - searching.calls_left(self._work)
            if status == Stop.DONE:
                searching.drop(self._work, first)
                return searching.found(self._work)
            if status == End.FULL:
                self._make_room(0)
            elif status != Stop.PAUSED:
                raise StoppedError(status, self._table)
            elif self._progress is not None:
                self._progress(self.calls)

    def reader(self) -> Callable[[int], Node]:
        """Reads what was found so far, by its place in the nodes."""
        used = searching.used(self._work)
        head = self._store.listed(self._work, searching.HEAD)
        nodes, values = self._store.listed(self._nodes, used[1]), self._store.listed(self._values, used[2])
        return partial(read_node, head, nodes, values)

    def _make_room(self, sights: int) -> None:
        """Let every sequence grow that may be too small for the next step."""
        needed = searching.room_for(self._work, sights)
        work, nodes, values = searching.used(self._work)
        if work + needed > len(self._work):
            self._work = self._store.ints(self._work, len(self._work) + needed)
        if nodes + searching.ROOM > len(self._nodes):
            self._refuse_more(len(self._nodes))
            self._nodes = self._store.ints(self._nodes, len(self._nodes))
        if values + searching.ROOM > len(self._values):
            self._refuse_more(len(self._values))
            self._values = self._store.floats(self._values, len(self._values))
        self._memo = self._store.memo(self._memo)

    def _refuse_more(self, size: int) -> None:
        """Raise OutOfMemoryError when a sequence of this size may not grow."""
        if 2 * size > self._most:
            raise OutOfMemoryError


class StoppedError(Exception):
    """The engine, or the search, cannot go on."""

    def __init__(self, status: int, table: Ints) -> None:
        super().__init__(status)
        self.status = status
        self.table = list(table)
