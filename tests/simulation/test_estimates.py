"""Estimates are what the straightforward formulas give for the same sample."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bj.simulation.estimates import Z95, mean, proportion, ratio, variance
from bj.simulation.summaries import quantiles

VALUES = st.integers(-(10**9), 10**9)
SAMPLES = st.lists(VALUES, min_size=2, max_size=30)
WAGERS = st.integers(1, 10**6)


def about(number: float | Fraction) -> object:
    """A number but for what floating point loses."""
    return pytest.approx(float(number), rel=1e-9, abs=1e-12)


@given(SAMPLES)
def test_variance_is_that_of_the_sample(values: list[int]) -> None:
    """From the sums alone comes the very variance of the sample, exactly."""
    found = variance(len(values), sum(values), sum(value**2 for value in values))
    assert found == statistics.variance([Fraction(value) for value in values])


@given(SAMPLES)
def test_mean_has_the_error_of_the_sample(values: list[int]) -> None:
    """A mean has the deviation by the root of the size for an error, and 1.96 errors on both sides."""
    found = mean(len(values), sum(values), sum(value**2 for value in values))
    error = statistics.stdev(values) / math.sqrt(len(values))
    assert found.value == about(statistics.mean(values))
    assert found.error == about(error)
    assert found.high - found.low == pytest.approx(2 * 1.959963985 * error, rel=1e-8, abs=1e-6)
    assert found.low <= found.value <= found.high


@given(st.lists(st.tuples(VALUES, WAGERS), min_size=2, max_size=20))
def test_ratio_has_the_error_of_its_residuals(pairs: list[tuple[int, int]]) -> None:
    """A ratio's error is the deviation of what each pair differs from it by, in average bottoms."""
    tops, bottoms = [top for top, _ in pairs], [bottom for _, bottom in pairs]
    found = ratio(
        len(pairs),
        sum(tops),
        sum(bottoms),
        sum(top**2 for top in tops),
        sum(bottom**2 for bottom in bottoms),
        sum(top * bottom for top, bottom in pairs),
    )
    value = Fraction(sum(tops), sum(bottoms))
    residuals = [top - value * bottom for top, bottom in pairs]
    squares = sum(residual**2 for residual in residuals) / (len(pairs) - 1)
    error = math.sqrt(squares / len(pairs)) / statistics.mean(bottoms)
    assert found.value == about(float(value))
    assert found.error == about(error)


@given(SAMPLES, st.integers(1, 1000))
def test_ratio_to_a_constant_is_a_mean(values: list[int], wager: int) -> None:
    """Where every wager is the same, money per wager has the mean and error of money by that wager."""
    squares, count = sum(value**2 for value in values), len(values)
    found = ratio(count, sum(values), count * wager, squares, count * wager**2, wager * sum(values))
    per_hand = mean(count, sum(values), squares)
    assert found.value == about(per_hand.value / wager)
    assert found.error == about(per_hand.error / wager)


@given(st.integers(1, 1000), st.integers(0, 1000))
def test_proportions_stay_proportions(trials: int, hits: int) -> None:
    """The interval of a probability is inside 0 to 1, holds the share, and solves Wilson's equation."""
    assume(hits <= trials)
    found = proportion(trials, hits)
    assert 0 <= found.low <= found.value <= found.high <= 1
    for end in (found.low, found.high):  # where the share is exactly 1.96 deviations away
        if 0.001 < end < 0.999:
            distance = Z95 * math.sqrt(end * (1 - end) / trials)
            assert abs(found.value - end) == pytest.approx(distance, rel=1e-6, abs=1e-9)


def test_nothing_is_known_of_a_single_value() -> None:
    """One value, or none that is wagered, has no error to speak of."""
    assert variance(1, 5, 25) == 0
    assert mean(1, 5, 25).error == 0
    assert ratio(1, 5, 2, 25, 4, 10).error == 0
    assert ratio(3, 0, 0, 0, 0, 0).value == 0


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=60))
def test_quantiles_are_those_of_the_sorted_sample(values: list[int]) -> None:
    """The value that q of a hundred do not exceed is the smallest with so many of the sample up to it."""
    counter = {value: values.count(value) for value in values}
    for percent, found in quantiles(counter).items():
        up_to = [
            value
            for value in sorted(set(values))
            if 100 * sum(v <= value for v in values) >= percent * len(values)
        ]
        assert found == up_to[0]
