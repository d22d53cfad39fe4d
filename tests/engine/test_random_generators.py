from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bj.engine.cards import random_generators as g
from bj.engine.layout import table as t
from bj.engine.layout.program import MT19937, SFC32

MASK = 2**32 - 1
SEEDS = st.integers(0, MASK)


def table_of_mt19937(seed: int) -> list[int]:
    """A table whose shoe draws from MT19937."""
    table = [0] * t.PERSONS
    g.seed_mt19937(table, seed)
    return table


def table_of_sfc32(seed: int) -> list[int]:
    """A table whose shoe and choices draw from sfc32."""
    table = [0] * t.PERSONS
    g.seed_sfc32(table, t.GENERATORS, seed)
    g.seed_sfc32(table, g.CHOICES, seed)
    return table


def sfc32(seed: int) -> Iterator[int]:
    """The numbers of sfc32 from the four words a, b, c and a counter, without the first fifteen."""
    a, b, c, counter = seed & MASK, seed >> 32, 0x9E3779B9, 1
    number = 0
    while True:
        number = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b // 2**9)
        b = 9 * c % 2**32
        c = ((c * 2**21) % 2**32 + c // 2**11 + number) % 2**32
        if counter > 16:
            yield number


def chi_square(numbers: Iterable[int], sizes: int) -> float:
    """The deviation of the frequencies of 0 to ``sizes`` - 1 from equal frequencies."""
    counts = Counter(numbers)
    expected = counts.total() / sizes
    assert set(counts) == set(range(sizes))
    return sum((count - expected) ** 2 / expected for count in counts.values())


# --- MT19937 ----------------------------------------------------------------------------------------------


def test_mt19937_gives_the_published_numbers() -> None:
    """The first and the ten thousandth number of the seed 5489 are those of the C++ standard."""
    table = table_of_mt19937(5489)
    numbers = [g.next_mt19937(table) for _ in range(10_000)]
    assert (numbers[0], numbers[-1]) == (3499211612, 4123659995)


@given(SEEDS)
def test_mt19937_is_that_of_python(seed: int) -> None:
    """Python's own generator draws the same numbers from the same state, across two renewals."""
    table = table_of_mt19937(seed)
    state = (*table[t.GENERATORS : t.GENERATORS + 624], 624)
    python = random.Random()  # noqa: S311  # the generator that is compared, not a secret
    python.setstate((3, state, None))
    assert [g.next_mt19937(table) for _ in range(1300)] == [python.getrandbits(32) for _ in range(1300)]


def test_mt19937_seeds_count_modulo_32_bits() -> None:
    """A seed of more than 32 bits has the same effect as its lower 32 bits."""
    assert table_of_mt19937(2**32 + 7) == table_of_mt19937(7)


# --- sfc32 ------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**64 - 1))
def test_sfc32_is_that_of_another_program(seed: int) -> None:
    """Shoe and choices draw the numbers of an independent sfc32."""
    table, other = table_of_sfc32(seed), sfc32(seed)
    numbers = [next(other) for _ in range(100)]
    assert [g.next_sfc32(table, g.CHOICES) for _ in range(100)] == numbers
    assert [g.shoe_number(SFC32, table) for _ in range(100)] == numbers


def test_generators_do_not_disturb_each_other() -> None:
    """Draws for choices do not affect the draws of the shoe, and vice versa."""
    alone = table_of_mt19937(3)
    g.seed_sfc32(alone, g.CHOICES, 4)
    mixed = [*alone]
    shoe = [g.shoe_number(MT19937, alone) for _ in range(1300)]
    choices = [g.choice_below(alone, 100) for _ in range(1300)]
    drawn = [(g.choice_below(mixed, 100), g.shoe_number(MT19937, mixed)) for _ in range(1300)]
    assert drawn == list(zip(choices, shoe, strict=True))


# --- bounded numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bound", "limit"), [(2, 10.9), (13, 32.9), (52, 87.0), (100, 148.3)])
def test_bounded_numbers_are_equally_likely(bound: int, limit: float) -> None:
    """Numbers below a bound are equally frequent, by a test at one in a thousand."""
    table = table_of_sfc32(2024)
    assert chi_square((g.choice_below(table, bound) for _ in range(400 * bound)), bound) < limit
    assert chi_square((g.shoe_below(SFC32, table, bound) for _ in range(400 * bound)), bound) < limit
    table = table_of_mt19937(2024)
    assert chi_square((g.shoe_below(MT19937, table, bound) for _ in range(400 * bound)), bound) < limit


def test_large_bounds_have_no_bias() -> None:
    """Without rejection, every third number below three eighths of 2**32 would be too rare."""
    table, bound = table_of_sfc32(7), 3 * 2**29
    assert chi_square((g.choice_below(table, bound) % 3 for _ in range(6000)), 3) < 13.8
    assert chi_square((g.shoe_below(SFC32, table, bound) % 3 for _ in range(6000)), 3) < 13.8


def test_bounds_that_divide_evenly_use_every_number() -> None:
    """Below a power of two no number is rejected, down to the bound of one."""
    for bits in (31, 20, 1, 0):
        table, other = table_of_sfc32(11), sfc32(11)
        expected = [next(other) >> (32 - bits) for _ in range(200)]
        assert [g.choice_below(table, 2**bits) for _ in range(200)] == expected
        assert [g.shoe_below(SFC32, table, 2**bits) for _ in range(200)] == expected
