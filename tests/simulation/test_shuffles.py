"""Uniform shuffles are uniform; a shuffle that is not fails the very same test."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import pytest
from tests.session.games import shipped

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.native.library import call, function_of
from bj.native.numbers import INT, ints, zeros
from bj.ruleset.check import Checked, check
from bj.ruleset.model import Ruleset

pytest.importorskip("numba", reason="numba is not installed")

CARDS = 52
SHUFFLES = 1_000_000
RARE = 3.29
"""The normal distribution's quantile that one in two thousand exceeds."""

Count = Callable[[Any, Any, int], list[int]]
"""Shuffles so many times: how often each card was at each place, at ``52 * place + card``."""


def chi_square_quantile(degrees: int, normal: float) -> float:
    """The quantile of the chi-square distribution where the normal one has ``normal``.

    Source: E. B. Wilson and M. M. Hilferty, The Distribution of Chi-Square (1931).

    >>> round(chi_square_quantile(100, 1.6449), 1)  # tables have 124.3
    124.3
    """
    return degrees * (1 - 2 / (9 * degrees) + normal * math.sqrt(2 / (9 * degrees))) ** 3


def is_uniform(counts: list[int]) -> bool:
    """Whether cards are at all places equally often, by the chi-square test.

    Every row and every column of the counts has the same sum, so that the statistic is a 52nd too large for
    the 51 * 51 degrees of freedom that are left.
    """
    expected = sum(counts) / CARDS**2
    statistic = sum((count - expected) ** 2 / expected for count in counts) * (CARDS - 1) / CARDS
    degrees = (CARDS - 1) ** 2
    return bool(chi_square_quantile(degrees, -RARE) < statistic < chi_square_quantile(degrees, RARE))


def ruleset(generator: str, method: str) -> Checked:
    """The classic game with another shuffle."""
    data = shipped("classic").model.model_dump(by_alias=True, exclude_unset=True, mode="json")
    data["ruleset"].pop("extends", None)
    if method == "uniform":
        data["shoe"]["shuffle"] = {"method": "uniform"}
    data["shoe"]["shuffle"]["generator"] = generator
    checked = check(Ruleset.model_validate(data))[0]
    assert checked is not None
    return checked


def counted(
    count: Count, generator: str, seed: int, method: str = "uniform", shuffles: int = SHUFFLES
) -> list[int]:
    """How often every card was at every place."""
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple"}
    compiled = compile_ruleset(ruleset(generator, method), values, seed)
    assert compiled.program[p.SHUFFLE_METHOD] == (p.UNIFORM if method == "uniform" else p.RIFFLE)
    counts = count(ints(compiled.program), ints(compiled.table), shuffles)
    for index in range(CARDS):
        assert sum(counts[index::CARDS]) == shuffles
        assert sum(counts[CARDS * index : CARDS * (index + 1)]) == shuffles
    return counts


@pytest.fixture(scope="session", name="counting")
def library_of_counts(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The engine's own shuffle and draws, and a well-known mistake, as a library."""
    from bj.compiled.cards import generators, shoe

    from bj.compiled import entries
    from bj.compiled.export import make_library
    from bj.compiled.platforms import find_platform
    from bj.engine.layout.buffers import begin_call
    from bj.engine.layout.linking import entry_function

    as_program, as_table, as_ints = entries.as_program, entries.as_table, entries.as_ints
    the_shoe, work, generator_of = t.SHOE, t.WORK, p.SHUFFLE_GENERATOR

    @entry_function  # type: ignore[untyped-decorator]
    def count(buffers: Any, shuffles: int, _: int, __: int) -> int:
        """From a new pack to the last card of the shoe."""
        begin_call()
        program, table, events = as_program(buffers, 0), as_table(buffers, 1), entries.as_events(buffers, 2)
        counts, pack = as_ints(buffers, 3), as_ints(buffers, 4)
        first = table[the_shoe]
        for card in range(CARDS):
            pack[card] = table[first + card]
        for _ in range(shuffles):
            table[work] = 0  # every shuffle is one of another hand
            for card in range(CARDS):
                table[first + card] = pack[card]
            shoe.shuffle(program, table, events)
            for place in range(CARDS):
                counts[CARDS * place + shoe.draw(program, table, 0, 0)] += 1
        return 0

    @entry_function  # type: ignore[untyped-decorator]
    def swap_any(buffers: Any, shuffles: int, _: int, __: int) -> int:
        """Every card changes places with any other."""
        begin_call()
        program, table = as_program(buffers, 0), as_table(buffers, 1)
        counts, cards = as_ints(buffers, 3), as_ints(buffers, 4)
        for _ in range(shuffles):
            for card in range(CARDS):
                cards[card] = card
            for place in range(CARDS):
                other = generators.shoe_below(program[generator_of], table, CARDS)
                card = cards[place]
                cards[place], cards[other] = cards[other], card
            for place in range(CARDS):
                counts[CARDS * place + cards[place]] += 1
        return 0

    file = tmp_path_factory.mktemp("library") / "counts"
    make_library(file, {"count": count, "swap_any": swap_any}, find_platform(""))
    return ctypes.CDLL(str(file))


def counting_by(library: ctypes.CDLL, name: str) -> Count:
    """A function of the library that counts."""

    def count(program: Any, table: Any, shuffles: int) -> list[int]:
        counts = zeros(INT, CARDS * CARDS)
        call(function_of(library, name), (program, table, ints([0] * 3), counts, zeros(INT, CARDS)), shuffles)
        return list(counts)

    return count


@pytest.fixture(name="engine")
def engines_own(counting: ctypes.CDLL) -> Count:
    """The engine's own shuffle and draws."""
    return counting_by(counting, "count")


@pytest.fixture(name="biased")
def naive_shuffling(counting: ctypes.CDLL) -> Count:
    """The well-known mistake, with the engine's own generator."""
    return counting_by(counting, "swap_any")


@pytest.mark.parametrize("generator", ["mt19937", "sfc32"])
def test_uniform_shuffles_are_uniform(generator: str, engine: Count) -> None:
    """Over a million shuffles of each generator every card is at every place as often as any other."""
    assert is_uniform(counted(engine, generator, 1))


@pytest.mark.parametrize("shuffles", [SHUFFLES, SHUFFLES // 20])
def test_naive_shuffles_are_not(shuffles: int, biased: Count) -> None:
    """The same numbers, used as many do, fail the test, even with a twentieth of the shuffles."""
    assert not is_uniform(counted(biased, "sfc32", 1, shuffles=shuffles))


def test_seven_riffles_are_not(engine: Count) -> None:
    """After the seven riffles of the classic game a card's place still tells where it was in the new pack."""
    assert not is_uniform(counted(engine, "mt19937", 1, "riffle", SHUFFLES // 10))


def test_quantiles_are_those_of_tables() -> None:
    """Chi-square quantiles are those of tables."""
    for degrees, normal, quantile in ((10, 1.6449, 18.307), (100, -1.6449, 77.929), (100, 3.0902, 149.449)):
        assert chi_square_quantile(degrees, normal) == pytest.approx(quantile, rel=2e-3)
