"""Parallel searches end together, and immediately."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest
from tests.analysis import games

import bj
from bj.analysis import full_search
from bj.analysis import solver_choice as exploring
from bj.analysis.exact_game import ExactGame, make_game
from bj.analysis.full_search import Shares, buffers_of, explore_graph
from bj.analysis.hand_graph_deals import WantedCards
from bj.analysis.one_hand_search import OutOfMemoryError, Room, Search, StoppedError
from bj.analysis.search_buffers import PlainBuffers
from bj.analysis.solver_choice import explore_hands
from bj.errors import GameError
from bj.native.library import has_library
from bj.session.game_plan import prepare


class Endless:
    """A search that pauses only when it is stopped."""

    def __init__(self) -> None:
        self.is_stopped = Event()

    def stop(self) -> None:
        """The function that a driver calls."""
        self.is_stopped.set()


def test_a_failure_ends_the_searches_of_all_threads() -> None:
    """After a failure running searches stop, waiting ones do not begin, and the failure is raised."""
    shares, searches, begun = Shares(None), [Endless()], []

    def find(number: int, upcard: int) -> None:
        begun.append(upcard)
        if number == 1:
            raise OutOfMemoryError
        if number:
            time.sleep(0.01)  # all of them would take seconds
        assert searches[0].is_stopped.wait(10)
        shares.tell(number, 1)

    start = time.monotonic()
    with pytest.raises(OutOfMemoryError):
        shares.run(find, cast("list[Search]", searches), range(1000), is_free=True)
    assert searches[0].is_stopped.is_set()
    assert len(begun) < 1000
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        (1 << 17, "3 kinds of cards can be dealt in too many ways"),
        (13 << 14, r"it had already explored [1-9][0-9,]* cards and decisions"),
    ],
)
def test_a_search_that_needs_too_much_memory_ends_with_a_reason(
    numbers: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The memory of the first cards counts too, and the message has the progress of the search."""
    monkeypatch.setattr(full_search, "MOST_NUMBERS", numbers)
    games.load(tmp_path)
    with pytest.raises(GameError, match=f"the search ran out of memory: {why}"):
        bj.solve(tmp_path / "small.toml", engine="plain")


INFINITE = '[shoe]\npacks = "infinite"\nreshuffle_when = false\n'
REACTING = '[dealer]\nreactions = [{ on = "bust", say = "Oh" }]\n'


@pytest.mark.parametrize(
    ("changes", "remedy"),
    [
        ("", "use `bj simulate`, or use an infinite shoe, or use a pack with fewer kinds of cards"),
        (INFINITE, "use `bj simulate`, or use a pack with fewer kinds of cards"),
        (INFINITE + REACTING, "use `bj simulate`, or remove all powers and reactions"),
        (REACTING, "use `bj simulate`, or remove all powers and reactions"),
    ],
)
def test_the_remedy_for_too_little_memory_is_not_what_the_ruleset_has(
    changes: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An infinite shoe is not recommended to a game that has one, or to one with reactions."""
    monkeypatch.setattr(full_search, "MOST_NUMBERS", 1 << 17)
    games.load(tmp_path)
    (tmp_path / "own.toml").write_text(
        f'[ruleset]\ntitle = "Own"\nextends = "small.toml"\n\n{changes}', encoding="utf-8"
    )
    with pytest.raises(GameError, match="the search ran out of memory") as caught:
        bj.solve(tmp_path / "own.toml", engine="plain")
    assert caught.value.remedy == remedy


class Moving(PlainBuffers):
    """Lists that are emptied when they grow, so that any use of the old list is noticed."""

    def __init__(self, growths: int) -> None:
        self.growths = growths

    def resized(self, numbers: Any, size: int) -> Any:
        """A new list. Raises OutOfMemoryError after this many growths."""
        self.growths -= 1
        if self.growths < 0:
            raise OutOfMemoryError
        moved = [*numbers[:size], *[0] * (size - len(numbers))]
        numbers.clear()
        return moved


@pytest.mark.parametrize("growths", range(10, 17))
def test_a_search_without_room_has_only_sequences_that_are_still_there(
    growths: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory that has moved is replaced immediately, even if there is no room for the next sequence."""
    monkeypatch.setattr(full_search, "buffers_of", lambda engine: Moving(growths))
    searches: list[Search] = []
    before = full_search.explain_end

    def keep(game: ExactGame, some: Sequence[Search], error: StoppedError | OutOfMemoryError) -> GameError:
        searches.extend(some)
        return before(game, some, error)

    monkeypatch.setattr(full_search, "explain_end", keep)
    games.load(tmp_path)
    with pytest.raises(GameError, match="the search ran out of memory"):
        bj.solve(tmp_path / "small.toml", engine="plain")
    assert searches
    for search in searches:
        search.stop()
        assert search.states > 0


@pytest.mark.skipif(not has_library(), reason="without the compiled engine time runs out first")
def test_sequences_grow_without_a_copy() -> None:
    """The memory of the old sequence is used again, and the new part is 0."""
    store, size = buffers_of("compiled"), 1 << 20
    tracemalloc.start()
    numbers = store.resized(store.ints([1, 2, 3], size), 2 * size)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.1 * 8 * len(numbers)
    assert store.listed(numbers, 2 * size) == [1, 2, 3, *[0] * (2 * size - 3)]


@pytest.mark.skipif(not has_library(), reason="without the compiled engine time runs out first")
def test_searches_take_no_more_memory_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """One bound holds for all searches together, also while their sequences grow."""
    numbers = 1 << 23
    monkeypatch.setattr(full_search, "MOST_NUMBERS", numbers)
    buffers_of("compiled")
    game = make_game(*prepare("casino", (), {}), fresh=True)
    tracemalloc.start()
    with pytest.raises(GameError, match="the search ran out of memory"):
        explore_graph(game, "compiled")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.5 < peak / (8 * numbers) < 1.2


def test_the_first_cards_take_no_more_memory_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many first cards report their progress and end like other searches."""
    numbers, told = 1 << 21, list[int]()
    monkeypatch.setattr(full_search, "MOST_NUMBERS", numbers)
    game = make_game(*prepare("casino", (), {}), fresh=True)
    tracemalloc.start()
    with pytest.raises(GameError, match="10 kinds of cards can be dealt in too many ways"):
        explore_graph(game, "plain", told.append)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert told == sorted(told)
    assert told[-1] > 1000
    assert peak < 1.2 * 8 * numbers


@pytest.mark.skipif(not has_library(), reason="without the compiled engine time runs out first")
def test_hand_graphs_take_no_more_memory_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """All memory of hand graphs counts; with one number less they are abandoned."""
    game, fives = make_game(*prepare("casino", (), {}), fresh=True, solved=True), WantedCards((3,), (3, 3))
    left = [1 << 24]

    class Counting(Room):
        def take(self, count: int) -> None:
            super().take(count)
            left.append(left[-1] - count)

    monkeypatch.setattr(exploring, "Room", Counting)
    tracemalloc.start()
    assert explore_hands(game, "compiled", None, ("received",), fives) is not None
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    most = left[0] - min(left)
    assert 0.5 < peak / (8 * most) < 1
    monkeypatch.setattr(full_search, "MOST_NUMBERS", most - 1)
    assert explore_hands(game, "compiled", None, ("received",), fives) is None
    monkeypatch.setattr(full_search, "MOST_NUMBERS", most)
    assert explore_hands(game, "compiled", None, ("received",), fives) is not None


def test_sequences_grow_into_all_the_room_there_is() -> None:
    """Two sequences double while there is much room, and fill most of it in a few steps."""
    room = Room(1_000_000)
    sizes = [10_000, 10_000]
    room.take(sum(sizes))
    steps = []

    def grow_without_end() -> None:
        while True:
            more = 1 + room.share(sizes[0])
            room.take(more)
            steps.append(more / sizes[0])
            sizes[:] = [sizes[1], sizes[0] + more]

    with pytest.raises(OutOfMemoryError):
        grow_without_end()
    assert min(steps[:6]) >= 1
    assert sum(sizes) > 900_000
    assert len(steps) < 40
