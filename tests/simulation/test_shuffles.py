"""Uniform shuffles are uniform; a shuffle that is not fails the very same test."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from tests.session.games import shipped

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.engine.layout import events as r
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.ruleset.check import Checked, check
from bj.ruleset.model import Ruleset

np = pytest.importorskip("numpy", reason="the extra is not installed: pip install '.[fast]'")
numba = pytest.importorskip("numba", reason="the extra is not installed: pip install '.[fast]'")

CARDS = 52
SHUFFLES = 1_000_000
RARE = 3.29
"""The normal distribution's quantile that one in two thousand exceeds."""

Count = Callable[[Any, Any, int, Any], None]
"""Shuffles so many times and counts in ``counts[52 * place + card]``."""


def chi_square_quantile(degrees: int, normal: float) -> float:
    """The quantile of the chi-square distribution where the normal one has ``normal``.

    Source: E. B. Wilson and M. M. Hilferty, The Distribution of Chi-Square (1931).

    >>> round(chi_square_quantile(100, 1.6449), 1)  # tables have 124.3
    124.3
    """
    return degrees * (1 - 2 / (9 * degrees) + normal * math.sqrt(2 / (9 * degrees))) ** 3


def is_uniform(counts: Any) -> bool:
    """Whether cards are at all places equally often, by the chi-square test.

    Every row and every column of the counts has the same sum, so that the statistic is a 52nd too large for
    the 51 * 51 degrees of freedom that are left.
    """
    expected = counts.sum() / CARDS**2
    statistic = ((counts - expected) ** 2 / expected).sum() * (CARDS - 1) / CARDS
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
) -> Any:
    """How often every card was at every place."""
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple"}
    compiled = compile_ruleset(ruleset(generator, method), values, seed)
    assert compiled.program[p.SHUFFLE_METHOD] == (p.UNIFORM if method == "uniform" else p.RIFFLE)
    table = np.array(compiled.table, dtype=np.int64)
    counts = np.zeros(CARDS * CARDS, dtype=np.int64)
    count(np.array(compiled.program, dtype=np.int64), table, shuffles, counts)
    assert (counts.reshape(CARDS, CARDS).sum(axis=0) == shuffles).all()
    assert (counts.reshape(CARDS, CARDS).sum(axis=1) == shuffles).all()
    return counts


@pytest.fixture(scope="session", name="engine")
def compiled_counting() -> Count:
    """The engine's own shuffle and draws, from a new pack to the last card of the shoe."""
    from bj.compiled.cards import shoe

    from bj.compiled.entry import as_events, as_program, as_table
    from bj.engine.layout.buffers import begin_call
    from bj.engine.layout.linking import WholeCompiler

    the_shoe, work, head = t.SHOE, t.WORK, r.FIRST_EVENT

    @numba.njit(pipeline_class=WholeCompiler)  # type: ignore[untyped-decorator]
    def count(program: Any, table: Any, shuffles: int, counts: Any) -> None:
        begin_call()
        events = np.zeros(head, np.int64)
        pack = table[table[the_shoe] : table[the_shoe] + CARDS].copy()
        for _ in range(shuffles):
            table[work] = 0  # every shuffle is one of another hand
            table[table[the_shoe] : table[the_shoe] + CARDS] = pack
            shoe.shuffle(as_program(program), as_table(table), as_events(events))
            for place in range(CARDS):
                counts[CARDS * place + shoe.draw(as_program(program), as_table(table), 0, 0)] += 1

    return count  # type: ignore[no-any-return]


@pytest.fixture(scope="session", name="biased")
def naive_shuffling() -> Count:
    """The well-known mistake: every card changes places with any other, with the engine's own generator."""
    from bj.compiled.cards import generators

    from bj.compiled.entry import as_table
    from bj.engine.layout.buffers import begin_call
    from bj.engine.layout.linking import WholeCompiler

    generator_of = p.SHUFFLE_GENERATOR

    @numba.njit(pipeline_class=WholeCompiler)  # type: ignore[untyped-decorator]
    def count(program: Any, table: Any, shuffles: int, counts: Any) -> None:
        begin_call()
        cards = np.arange(CARDS)
        for _ in range(shuffles):
            cards[:] = np.arange(CARDS)
            for place in range(CARDS):
                other = generators.shoe_below(program[generator_of], as_table(table), CARDS)
                cards[place], cards[other] = cards[other], cards[place]
            for place in range(CARDS):
                counts[CARDS * place + cards[place]] += 1

    return count  # type: ignore[no-any-return]


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
