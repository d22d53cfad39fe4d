"""Searches through everything that can happen in one hand, with buffers that grow up to a memory limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from threading import Lock
from typing import TypeAlias

from bj.analysis.search_buffers import Buffers
from bj.engine.face.driving import new_record
from bj.engine.face.view import Stop
from bj.engine.layout.plain_or_compiled import Floats, Ints, Memo, Space, Weights
from bj.engine.search import chart_cells, search_driving
from bj.engine.search.nodes import Finds, Node, read_node
from bj.engine.search.search_driving import End, SearchRequest, Sight, Turn

Progress: TypeAlias = Callable[[int], None]
"""A function that is called from time to time with the number of cards and decisions played so far."""

STEPS = {"plain": 100_000, "compiled": 4_000_000}
"""How many cards and decisions to play between progress reports.

Interrupts are noticed only at these times.
"""


TURNS = 64
"""The minimum number of further results for which memory is reserved at a time."""

TURN = 512
"""The memory needed for a stored turn and the tables that follow it, as a count of numbers."""

SHARE, LEAST_SHARE = 4, 64
"""Limits on how far a full sequence is enlarged.

It grows by at most 1/SHARE of the remaining memory, but by at least 1/LEAST_SHARE of its own size.
"""

EVENTS = 1 << 10
"""The maximum number of events between one card and the next."""


class OutOfMemoryError(Exception):
    """Raised if a search needs more memory than allowed."""


class Room:
    """A memory limit for several searches, as a count of numbers."""

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self, count: int) -> None:
        """Reserve memory for ``count`` numbers. Raises OutOfMemoryError if there is not enough left."""
        self._left -= count
        if self._left < 0:
            raise OutOfMemoryError

    def share(self, size: int) -> int:
        """Return how many numbers to add to a sequence of ``size`` numbers.

        The sequence doubles in size, or grows more slowly if memory is running out.
        """
        return min(size, max(self._left // SHARE, size // LEAST_SHARE))


class Search:
    """A search through everything that can happen in one hand. It stores all results."""

    def __init__(
        self,
        program: Sequence[int],
        table: Sequence[int],
        head: Sequence[int],
        store: Buffers,
        room: Room,
        progress: Progress | None = None,
    ) -> None:
        self._store = store
        self._room = room
        self._moving = Lock()  # held while a sequence may move in memory
        self._progress = progress
        self.steps = 0
        """The number of cards and decisions played."""
        self._space = Space(
            store.ints(program, 0),
            store.ints(table, 0),
            store.ints(new_record(EVENTS), 0),
            store.ints(head, store.room),
            store.ints([], store.room),
            store.ints([], store.room),
            store.floats([], store.room),
            store.memo(None, 0),
            store.memo(None, 0),
        )
        room.take(self._size())
        search_driving.read_all_cards(self._space.work, wanted=True)
        self._make_room(0)
        self._turns: dict[tuple[int, int], Turn] = {}
        self._payoffs: dict[Sequence[int], search_driving.Payoffs] = {}
        """A cache of payoffs, keyed by the stored numbers that encode them."""
        self._dealt: set[int] = set()
        """The situations for which the results of all possible cards are stored."""
        self._facts: dict[int, search_driving.Facts] = {}
        self._others: dict[tuple[SearchRequest, int, int], int] = {}
        self._reserved = 0  # how many more results there is room for
        self.start = self._serve(SearchRequest.ENTER)
        """The situation before the first card.

        Until ``join_situations`` is called, two situations are different if any hand contains different
        cards.
        """

    def join_situations(self) -> None:
        """Restart the search, now distinguishing situations only by what the rules read."""
        search_driving.read_all_cards(self._space.work, wanted=False)
        self.start = self._serve(SearchRequest.ENTER)

    def fork(self, progress: Progress | None, spare: Ints | None = None) -> Search:
        """Return an independent copy of the search, with all results so far.

        If a ``spare`` sequence of situations is given, the copy uses it, because clearing a new one would
        take as long as the search itself.
        """
        other = copy(self)
        other._progress = progress
        other._moving = Lock()
        other.steps = 0
        # turns are needed only for dealing the first cards
        other._turns, other._dealt, other._facts, other._others, other._reserved = {}, set(), {}, {}, 0
        space, store = self._space, self._store
        work, situations, nodes, values = search_driving.used(space.work)
        copies = (
            work + nodes + values + 3 * store.room + (situations + 2 * store.room if spare is None else 0)
        )
        self._room.take(copies + store.size_of(space.known) + store.size_of(space.memo))
        if spare is None:
            own = store.part(space.situations, situations, 2 * store.room)
        else:
            own = spare
            store.carry(own, space.situations, situations)
        other._space = space._replace(
            program=store.part(space.program, len(space.program), 0),
            table=store.part(space.table, len(space.table), 0),
            events=store.part(space.events, len(space.events), 0),
            work=store.part(space.work, work, store.room),
            situations=own,
            nodes=store.part(space.nodes, nodes, store.room),
            values=store.part(space.values, values, store.room),
            known=store.copied(space.known),
            memo=store.copied(space.memo),
        )
        other._make_room(0)
        return other

    def give_up_situations(self) -> Ints:
        """Return the sequence of situations, so that another search can reuse it.

        This search keeps its results, but it cannot continue.
        """
        space, store = self._space, self._store
        work, _, nodes, values = search_driving.used(space.work)
        before = self._size()
        for name, used in (("work", work), ("nodes", nodes), ("values", values)):
            self._resize(name, used)
        self._space = self._space._replace(
            situations=store.ints([], 0), known=store.memo(None, 0), memo=store.memo(None, 0)
        )
        self._room.take(self._size() + len(space.situations) - before)
        return space.situations

    def _size(self) -> int:
        """Return how many numbers the sequences and memos in this search contain."""
        space, size_of = self._space, self._store.size_of
        sequences = (space.work, space.situations, space.nodes, space.values)
        return sum(len(each) for each in sequences) + size_of(space.known) + size_of(space.memo)

    def stop(self) -> None:
        """Make the search pause as soon as possible. Call this from another thread."""
        with self._moving:
            search_driving.allow(self._space.work, 0)

    @property
    def states(self) -> int:
        """The number of different states found."""
        return search_driving.finished(self._space.work)

    def turn(self, situation: int, index: int) -> Turn:
        """Return the turn that follows the card or answer ``index`` in ``situation``.

        Raises StoppedError if the engine cannot continue.
        """
        found = self._turns.get((situation, index))
        if found is None:
            self._reserve(1)
            at = self._serve(SearchRequest.TURN, situation, index)
            if at < 0:
                raise StoppedError(-at, self._space.table)
            found = search_driving.read_turn(self._space.work, self._space.situations, at, self._payoffs)
            self._turns[situation, index] = found
            self._count(1)
        return found

    def deal(self, situation: int) -> None:
        """Find and store what follows each possible card in ``situation``, in a single call to the engine."""
        if situation in self._dealt:
            return
        self._dealt.add(situation)
        self._reserve(self.classes)
        self._serve(SearchRequest.DEAL, situation)
        work, situations = self._space.work, self._space.situations
        before = len(self._turns)
        for kind, at in enumerate(search_driving.turns_at(work, situations, situation)):
            if at:
                self._turns[situation, kind] = search_driving.read_turn(work, situations, at, self._payoffs)
        self._count(len(self._turns) - before)

    def _count(self, turns: int) -> None:
        """Count ``turns`` new results, and reserve the memory for them."""
        self.steps += turns
        self._room.take(TURN * turns)

    def forget_turns(self) -> None:
        """Discard all stored turns."""
        self._room.take(-TURN * len(self._turns))
        self._turns.clear()
        self._dealt.clear()
        self._facts.clear()
        self._others.clear()

    @property
    def classes(self) -> int:
        """The number of card classes."""
        return search_driving.classes(self._space.work)

    @property
    def alike(self) -> tuple[int, ...]:
        """For each card class, the first class whose cards have the same value."""
        return search_driving.alike(self._space.work)

    def facts(self, situation: int) -> search_driving.Facts:
        """Return what the search knows about the next card or question in ``situation``."""
        found = self._facts.get(situation)
        if found is None:
            found = self._facts[situation] = search_driving.facts_at(self._space.situations, situation)
        return found

    def alone(self, situation: int, place: int) -> int:
        """Return ``situation`` reduced to the hand at ``place``, without the other split hands.

        Raises StoppedError if the hand is not waiting for its second card.
        """
        return self._other(SearchRequest.ALONE, situation, place)

    def hide(self, situation: int, place: int, kind: int) -> int:
        """Return a copy of ``situation`` in which the dealer's hidden card at ``place`` has this ``kind``."""
        return self._other(SearchRequest.HIDE, situation, place * self.classes + kind)

    def _other(self, wanted: SearchRequest, situation: int, index: int) -> int:
        found = self._others.get((wanted, situation, index))
        if found is None:
            self._reserve(1)
            found = self._serve(wanted, situation, index)
            if found < 0:
                raise StoppedError(-found, self._space.table)
            self._others[wanted, situation, index] = found
        return found

    def _reserve(self, count: int) -> None:
        """Make room for ``count`` more results."""
        if self._reserved < count:
            self._reserved = max(TURNS, count)
            self._make_room(self._reserved)
            if self._progress is not None:
                self._progress(self.steps)
        self._reserved -= count

    def table(self, situation: int) -> list[int]:
        """Return the table in ``situation``, without the cards in the shoe."""
        self._serve(SearchRequest.LOAD, situation)
        found: list[int] = self._store.listed(self._space.table, len(self._space.table))
        return list(found)

    def find(self, sights: Sequence[Sight]) -> int:
        """Return the node for ``sights``, which are tables that the observer cannot distinguish.

        Raises StoppedError if the engine cannot continue, and OutOfMemoryError if memory runs out.
        """
        self._make_room(len(sights))
        self._reserved = 0
        search_driving.read_all_cards(self._space.work, wanted=False)
        first = search_driving.begin_with(self._space.work, sights)
        if first is None:
            raise StoppedError(End.TOO_MANY_DOWN, self._space.table)
        self._serve(SearchRequest.BEGIN, first, len(sights))
        while True:
            steps = STEPS[self._store.name]
            search_driving.allow(self._space.work, steps)
            status = self._serve(SearchRequest.EXPLORE)
            work = self._space.work
            self.steps += steps - search_driving.not_made(work)
            if status == Stop.DONE:
                search_driving.drop(work, first)
                search_driving.read_all_cards(work, wanted=True)
                return search_driving.found(work)
            if status == End.FULL:
                self._make_room(0)
            elif status != Stop.PAUSED:
                raise StoppedError(status, self._space.table)
            if self._progress is not None:
                self._progress(self.steps)

    def reader(self, first: int = 0) -> Callable[[int], Node]:
        """Return a function that reads the nodes found so far, numbered from ``first``."""
        space = self._space
        work, _, nodes, values = search_driving.used(space.work)
        return partial(
            read_node,
            Finds(
                first,
                self._store.listed(space.work, work),
                self._store.listed(space.nodes, nodes),
                self._store.listed(space.values, values),
            ),
        )

    def weights(self) -> Weights:
        """Return the buffers needed to evaluate charts using the nodes found so far."""
        ints, space = self._store.ints, self._space
        most = chart_cells.most_nodes(space.work)
        return Weights(
            space.nodes,
            space.values,
            ints([], most),
            ints([], 2 * most),
            self.zeros(most + 1),
            self.zeros(0),
            ints([], chart_cells.CELLS),
            ints(chart_cells.actions_of_codes(), 0),
            self.zeros(0),
            ints([], chart_cells.CELLS),
        )

    def zeros(self, count: int) -> Floats:
        """Return a sequence of ``count`` zeros."""
        return self._store.floats([], count)

    def weigh(self, weights: Weights, wanted: chart_cells.ChartRequest, first: int, second: int) -> int:
        """Evaluate charts (see ``bj.engine.search.chart_values.weigh``)."""
        return self._store.weigh(weights, int(wanted), first, second)

    def _serve(self, wanted: SearchRequest, first: int = 0, second: int = 0) -> int:
        return self._store.serve(self._space, int(wanted), first, second)

    def _make_room(self, sights: int) -> None:
        """Enlarge every sequence that may be too small for the next step, which has this many ``sights``."""
        work, situations, nodes, values = search_driving.needed(self._space.work, sights)
        more = search_driving.more_situations(self._space.work, sights)
        needed = {"work": work, "situations": situations, "nodes": nodes, "values": values}
        for name, count in needed.items():
            self._grow(name, count)
        known, memo = self._roomier(self._space.known, more), self._roomier(self._space.memo, 1)
        if known is not self._space.known or memo is not self._space.memo:
            self._space = self._space._replace(known=known, memo=memo)
        search_driving.note_sizes(self._space.work, [len(getattr(self._space, name)) for name in needed])

    def _roomier(self, memo: Memo, more: int) -> Memo:
        """Return ``memo``, or a larger copy if it has no room for ``more`` entries.

        Raises OutOfMemoryError if memory runs out.
        """
        old, new = self._store.size_of(memo), self._store.size_with(memo, more)
        if new == old:
            return memo
        self._room.take(new)
        found = self._store.memo(memo, more)
        self._room.take(-old)
        return found

    def _grow(self, name: str, needed: int) -> None:
        """Enlarge the sequence called ``name`` so that it has room for at least ``needed`` numbers.

        Raises OutOfMemoryError if that would exceed the memory limit.
        """
        size = len(getattr(self._space, name))
        if needed > size:
            more = needed - size + self._room.share(needed)
            self._room.take(more)
            self._resize(name, size + more)

    def _resize(self, name: str, size: int) -> None:
        """Resize the sequence called ``name``.

        The sequence may move in memory, so do not use the old one afterward.
        """
        with self._moving:
            resized = self._store.resized(getattr(self._space, name), size)
            self._space = self._space._replace(**{name: resized})


class StoppedError(Exception):
    """Raised if the engine or the search cannot continue."""

    def __init__(self, status: int, table: Ints) -> None:
        super().__init__(status)
        self.status = status
        self.table = list(table)
