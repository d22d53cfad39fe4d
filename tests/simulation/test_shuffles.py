"""Tests that uniform shuffles are uniform, and that the same test rejects a shuffle that is not."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from tests.session.games import shipped

from bj.argument_values import Value
from bj.compiler.compile import compile_ruleset
from bj.engine.cards import random_generators, shoe
from bj.engine.face.driving import new_record, take_events
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.ruleset.check import Checked, check
from bj.ruleset.model import Ruleset

CARDS = 52
SHUFFLES = 2_000
"""The number of shuffles; half of them reveal the well-known mistake."""
RARE = 3.29
"""The normal distribution's quantile that one in two thousand exceeds."""

Shuffle = Callable[[list[int], list[int], list[int]], list[int]]
"""Shuffles with the generator of a program and its table: the cards of a new pack in their new order."""


def chi_square_quantile(degrees: int, normal: float) -> float:
    """The quantile of the chi-square distribution where the normal one has ``normal``.

    Source: E. B. Wilson and M. M. Hilferty, The Distribution of Chi-Square (1931).

    >>> round(chi_square_quantile(100, 1.6449), 1)  # tables have 124.3
    124.3
    """
    return degrees * (1 - 2 / (9 * degrees) + normal * math.sqrt(2 / (9 * degrees))) ** 3


def is_uniform(counts: list[int]) -> bool:
    """Whether each card is at each place equally often, by the chi-square test.

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


def counted(shuffle: Shuffle, generator: str, method: str = "uniform", shuffles: int = SHUFFLES) -> list[int]:
    """The number of times that each card was at each place, at index ``52 * place + card``."""
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple"}
    compiled = compile_ruleset(ruleset(generator, method), values, 1)
    program, table = compiled.program, compiled.table
    assert program[p.SHUFFLE_METHOD] == (p.UNIFORM if method == "uniform" else p.RIFFLE)
    first, counts = table[t.SHOE], [0] * CARDS**2
    pack = table[first : first + CARDS]
    for _ in range(shuffles):
        table[first : first + CARDS] = pack
        for place, card in enumerate(shuffle(program, table, pack)):
            counts[CARDS * place + card] += 1
    for index in range(CARDS):
        assert sum(counts[index::CARDS]) == shuffles
        assert sum(counts[CARDS * index : CARDS * (index + 1)]) == shuffles
    return counts


RECORD = new_record(1000)


def engines_own(program: list[int], table: list[int], pack: list[int]) -> list[int]:
    """The engine's own shuffle, drawn to the last card."""
    table[t.WORK] = 0  # every shuffle is one of another hand
    shoe.shuffle(program, table, RECORD)
    take_events(RECORD)
    return [shoe.draw(program, table, 0, 0) for _ in pack]


def swap_any(program: list[int], table: list[int], pack: list[int]) -> list[int]:
    """The well-known mistake: swap every card with any other."""
    cards = pack.copy()
    for place in range(CARDS):
        other = random_generators.shoe_below(program[p.SHUFFLE_GENERATOR], table, CARDS)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


@pytest.mark.parametrize("generator", ["mt19937", "sfc32"])
def test_uniform_shuffles_are_uniform(generator: str) -> None:
    """With each generator, each card is at each place equally often."""
    assert is_uniform(counted(engines_own, generator))


def test_naive_shuffles_are_not() -> None:
    """The well-known mistake, with the same numbers, fails the test after half of the shuffles."""
    assert not is_uniform(counted(swap_any, "sfc32", shuffles=SHUFFLES // 2))


def test_seven_riffles_are_not() -> None:
    """After seven riffles of the classic game a card's place still depends on that in the new pack."""
    assert not is_uniform(counted(engines_own, "mt19937", "riffle", SHUFFLES // 2))
