"""The search and the weighing on sequences that are exactly as long as requested.

In a Python list, a negative index counts from the end, and a slice beyond the end lengthens the list. Here
either is an error, because at the compiled speed it could be other memory.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from tests.analysis.odd import odd_ruleset
from tests.engine import guarded
from tests.engine.variants import Variant

from bj.analysis import full_search, one_hand_search
from bj.analysis.best_play import Solver
from bj.analysis.exact_game import make_game
from bj.analysis.full_search import explore_graph
from bj.analysis.search_buffers import PlainBuffers
from bj.analysis.search_graph import best_by
from bj.analysis.solve_ruleset import NEEDED
from bj.catalogue.limits import MOST_DEALT, MOST_SEATS
from bj.errors import BjError

explorer: Any = importlib.import_module("guarded_engine.search.explorer")
chart_values: Any = importlib.import_module("guarded_engine.search.chart_values")
for called, module in list(sys.modules.items()):
    if called.startswith("guarded_engine.search."):
        vars(module)["range"] = guarded.guarded_range

STEPS = 50
"""The number of cards and decisions after which a search reports its progress."""


class OutOfBoundsError(AssertionError):
    """Something was read or written outside a sequence."""


class Bounded(list[Any]):
    """Numbers that have a beginning and an end."""

    def _look(self, index: Any) -> None:
        """Raise OutOfBoundsError unless an index, or everything that a slice covers, is inside."""
        first, last = index, index
        if isinstance(index, slice):
            first, last = index.start or 0, len(self) if index.stop is None else index.stop
            if first == last <= len(self):
                return
            last -= 1
        if not 0 <= first <= last < len(self):
            raise OutOfBoundsError(f"{first} to {last} is outside {len(self)}")

    def __getitem__(self, index: Any) -> Any:
        """The items there."""
        self._look(index)
        return list.__getitem__(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        """Write ``value``, which must be as long as the replaced items."""
        self._look(index)
        if isinstance(index, slice) and len(value) != len(range(*index.indices(len(self)))):
            raise OutOfBoundsError(f"{len(value)} numbers for {index}")
        list.__setitem__(self, index, value)


class BoundedBuffers(PlainBuffers):
    """Allocates sequences with bounds."""

    serve = staticmethod(explorer.serve)
    weigh = staticmethod(chart_values.weigh)

    def ints(self, numbers: Sequence[int], room: int) -> Any:
        """A list with bounds."""
        return Bounded([*numbers, *([0] * room)])

    def floats(self, numbers: Sequence[float], room: int) -> Any:
        """A list with bounds."""
        return Bounded([*numbers, *([0.0] * room)])

    def resized(self, numbers: Any, size: int) -> Any:
        """The list with another length."""
        list.__delitem__(numbers, slice(size, None))
        list.extend(numbers, [0] * (size - len(numbers)))
        return numbers


class ExactRoom(one_hand_search.Room):
    """Sizes without spare room."""

    def share(self, size: int) -> int:
        """Zero, because there is no spare room."""
        return 0


@contextmanager
def bounded() -> Iterator[None]:
    """Make searches of the plain engine use sequences with bounds."""
    with pytest.MonkeyPatch.context() as patch:
        buffers_of = full_search.buffers_of
        bounds = BoundedBuffers()
        patch.setattr(
            full_search, "buffers_of", lambda engine: bounds if engine == "plain" else buffers_of(engine)
        )
        patch.setattr(full_search, "Room", ExactRoom)
        patch.setitem(one_hand_search.STEPS, "plain", STEPS)
        yield


MOST_STEPS = 300
"""Cards and decisions after which a search is abandoned."""


def any_search(seed: int) -> dict[str, Any]:
    """A ruleset whose hands can be searched; sometimes, something has its maximum size."""
    chance = Random(f"search {seed}")  # noqa: S311  # a test that can be repeated
    data = odd_ruleset(seed, small=True)
    if chance.random() < 0.3:
        players = data["players"]
        count = chance.choice([MOST_SEATS, MOST_SEATS, chance.randint(2, MOST_SEATS)])
        data["players"] = [
            {**chance.choice(players), "name": f"P{number}", "spots": 1} for number in range(count)
        ]
        data["shoe"] = {"packs": "infinite", "seed": "random"}
        data["procedure"] = {"game": {"without": ["shuffle"]}, "hand": {"without": ["reshuffle"]}}
        data["cards"]["pack"] = dict.fromkeys(data["cards"]["pack"], 0) | {chance.choice("5T"): 1}
    if chance.random() < 0.3:
        hidden = ["dealer down"] * chance.choice([2, 9, 10, MOST_DEALT - 3])
        deal = ["player up", "dealer up", "player up", *hidden]
        data.setdefault("procedure", {})["deal"] = deal
        data["rules"]["split"] = "pair"
        data["cards"]["pack"] = dict.fromkeys(data["cards"]["pack"], 0) | {chance.choice("25A"): 16}
    return data


def look_through(seed: int, fast: bool) -> str:
    """Search one hand of a ruleset for its value or the best play; return how it went.

    Raises AssertionError if an access leaves its sequence, or the engines differ.
    """

    def stop(steps: int) -> None:
        if steps > MOST_STEPS:
            raise guarded.TooLongError

    variant = Variant(any_search(seed), {"hands": 5})
    is_solved = seed % 2 == 1 and len(variant.data["players"]) == 1
    try:
        game = make_game(variant.load(), variant.values, fresh=False, solved=is_solved)
        with bounded():
            plain = explore_graph(game, "plain", stop, NEEDED)
            worth = _worth(plain, is_solved)
    except guarded.TooLongError:
        return "search too long"
    except BjError as error:
        return f"search {type(error).__name__}"
    if fast:
        assert _worth(explore_graph(game, "compiled", None, NEEDED), is_solved) == worth
    return "search done"


def _worth(found: full_search.SolutionGraph, is_solved: bool) -> Any:
    """The mean values of a hand, or the best choices and their value."""
    if not is_solved:
        return found.mean(found.values(best_by(0)))
    solver = Solver(found)
    codes = solver.solve()
    return codes, solver.value(codes)
