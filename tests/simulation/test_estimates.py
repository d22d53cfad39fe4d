"""Tests that estimates equal the results of simple formulas for the same sample."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bj.engine.face import tallied_games as y
from bj.simulation.card_counting_measures import desirability, n0, score
from bj.simulation.estimates import Z95, Estimate, Sample, mean, proportion, student, variance
from bj.simulation.summaries import quantiles

VALUES = st.integers(-(10**9), 10**9)
SAMPLES = st.lists(VALUES, min_size=2, max_size=30)
WAGERS = st.integers(1, 10**6)


def about(number: float | Fraction) -> object:
    """A number up to floating-point errors."""
    return pytest.approx(float(number), rel=1e-9, abs=1e-12)


@given(SAMPLES)
def test_variance_is_that_of_the_sample(values: list[int]) -> None:
    """The sums give the exact variance of the sample."""
    found = variance(len(values), sum(values), sum(value**2 for value in values))
    assert found == statistics.variance([Fraction(value) for value in values])


@given(st.lists(VALUES, min_size=20, max_size=60))
def test_mean_has_the_error_of_the_sample(values: list[int]) -> None:
    """The error of a mean is the deviation by the root of the size; skewed samples have no interval."""
    found = mean(Counter(values))
    assert found.value == about(statistics.mean(values))
    spread = statistics.pvariance(values)
    middle = statistics.mean(values)
    cubes = statistics.mean((Fraction(value) - Fraction(sum(values), len(values))) ** 3 for value in values)
    if not spread or 25 * float(cubes) ** 2 > 1.001 * len(values) * spread**3:
        assert found == Estimate(found.value)
    elif 25 * float(cubes) ** 2 < 0.999 * len(values) * spread**3:
        error = statistics.stdev(values) / math.sqrt(len(values))
        assert found.error == about(error)
        assert found.low == about(middle - student(len(values)) * error)
        assert found.high == about(middle + student(len(values)) * error)


@pytest.mark.parametrize(
    ("values", "is_known"),
    [
        ([*range(19)], False),
        ([*range(20)], True),
        ([*range(90, 110)] * 20 + [0] * 3, False),  # three ruins of 403 games
        ([5] * 1000, False),
    ],
)
def test_too_few_values_have_no_interval(values: list[int], is_known: bool) -> None:
    """Fewer than 20 values, or than 25 times the squared skewness, or equal values give no error."""
    found = mean(Counter(values))
    assert (found.error is not None, found.low is not None) == (is_known, is_known)


def test_errors_are_as_much_larger_as_is_known_from_elsewhere() -> None:
    """If values are known to vary more than the sample, the error is larger or unknown."""
    values, pairs = Counter([*range(100)]), sample([(0, 1), (1, 1), (5, 1)])
    for found, larger in (
        (mean(values), mean(values, 2)),
        (pairs.ratio(0, 1), pairs.ratio(0, 1, factor=2)),
    ):
        assert found.error is not None
        assert larger.error == about(math.sqrt(2) * found.error)
    assert mean(values, 10).error == about(math.sqrt(10) * (mean(values).error or 0))
    assert mean(values, Fraction(101, 10)) == Estimate(49.5)
    assert pairs.ratio(0, 1, factor=Fraction(101, 10)) == Estimate(2.0)


T95 = {1: 12.70620, 2: 4.30265, 5: 2.57058, 9: 2.26216, 10: 2.22814, 11: 2.20099, 12: 2.17881, 15: 2.13145}
T95 |= {20: 2.08596, 30: 2.04227, 60: 2.00030, 120: 1.97993, 10**6: 1.95997}


@pytest.mark.parametrize("freedom", T95)
def test_intervals_are_those_of_students_table(freedom: int) -> None:
    """The width of a 95% interval is that of Student's t, with one degree of freedom less."""
    assert student(freedom + 1) == pytest.approx(T95[freedom], abs=1.1e-5)


PAIRS = st.lists(st.tuples(VALUES, WAGERS), min_size=2, max_size=20)


def sample(pairs: Sequence[tuple[int, int]]) -> Sample:
    """Units of two numbers."""
    products: dict[tuple[int, ...], int] = {
        (one, other): sum(pair[one] * pair[other] for pair in pairs)
        for one, other in ((0, 0), (0, 1), (1, 1))
    }
    return Sample(len(pairs), [sum(column) for column in zip(*pairs, strict=True)], products)


@given(PAIRS)
def test_ratio_has_the_error_of_its_residuals(pairs: list[tuple[int, int]]) -> None:
    """The error of a ratio is the deviation of its residuals, divided by the mean denominator."""
    found = sample(pairs).ratio(0, 1)
    value = Fraction(sum(top for top, _ in pairs), sum(bottom for _, bottom in pairs))
    residuals = [top - value * bottom for top, bottom in pairs]
    squares = sum(residual**2 for residual in residuals) / (len(pairs) - 1)
    error = math.sqrt(squares / len(pairs)) / statistics.mean(bottom for _, bottom in pairs)
    assert found.value == about(float(value))
    units = sample(pairs).effective(1)
    if squares and units > 1:
        assert found.error == about(error)
        assert found.low == about(found.value - student(units) * error)
    else:
        assert found == Estimate(found.value)


def test_units_that_decide_all_are_few() -> None:
    """Units of equal size count in full; if one is much larger, the number is about one."""
    assert sample([(1, 3), (2, 3), (5, 3)]).effective(1) == 3
    lopsided = [*[(1, 1), (0, 1)] * 50, (900, 1000)]
    assert sample(lopsided).effective(1) == 1
    assert sample(lopsided).ratio(0, 1).error is None
    assert sample([*[(1, 1), (0, 1)] * 50, (9, 10)]).effective(1) == 60


@given(st.integers(1, 1000), st.integers(0, 1000))
def test_proportions_stay_proportions(trials: int, hits: int) -> None:
    """The interval of a probability is between 0 and 1, has the share, and solves Wilson's equation."""
    assume(hits <= trials)
    found = proportion(trials, hits)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1
    usual = math.sqrt(found.value * (1 - found.value) / trials)
    assert found.error == pytest.approx(max((found.high - found.low) / 2 / Z95, usual))
    for end in (found.low, found.high):  # where the share is exactly 1.96 deviations away
        if 0.001 < end < 0.999:
            distance = Z95 * math.sqrt(end * (1 - end) / trials)
            assert abs(found.value - end) == pytest.approx(distance, rel=1e-6, abs=1e-9)


def test_a_proportion_of_few_trials_has_the_error_of_its_spread() -> None:
    """The printed error of ten trials is, on average, the deviation of their shares."""
    for chance in (0.3, 0.5):
        errors = [proportion(10, hits).error or 0 for hits in range(11)]
        weights = [math.comb(10, hits) * chance**hits * (1 - chance) ** (10 - hits) for hits in range(11)]
        printed = sum(weight * error for weight, error in zip(weights, errors, strict=True))
        assert 0.9 < printed / math.sqrt(chance * (1 - chance) / 10) < 1.1


def test_shares_have_the_trials_that_vary_as_much_as_the_units() -> None:
    """If the trials of each unit are equal, each unit counts as one trial; even units count in full."""
    lumps = sample([(0, 100), (100, 100)] * 50).share(0, 1)
    assert lumps.error == pytest.approx(0.05, rel=0.03)
    even = sample([(49, 100), (51, 100)] * 50).share(0, 1)
    assert even.error == pytest.approx(0.005, rel=0.03)


def test_shares_of_what_never_happened_have_an_upper_end() -> None:
    """Without a hit, the interval is that of all trials, or of fewer if they may be alike."""
    never = sample([(0, 100)] * 100)
    alone, alike = never.share(0, 1), never.share(0, 1, 5)
    assert alone.low == alike.low == 0
    assert alone.high == pytest.approx(student(100) ** 2 / (10_000 + student(100) ** 2))
    assert alike.high == pytest.approx(student(100) ** 2 / (2_000 + student(100) ** 2))
    assert alone.error is not None


def test_nothing_is_known_of_a_single_unit() -> None:
    """One unit, or several equal ones, have an unknown error rather than 0."""
    assert variance(1, 5, 25) == 0
    for units in ([(5, 10)], [(5, 10), (5, 10)], [(1, 10), (2, 20)]):
        assert sample(units).ratio(0, 1) == Estimate(0.5 if units[0][0] == 5 else 0.1)
    assert sample([(5, 10)]).share(0, 1) == Estimate(0.5)
    assert sample([(0, 0), (0, 0)]).ratio(0, 1) == Estimate(0.0)


def test_figures_of_winning_follow_from_di() -> None:
    """SCORE and N0 have the ends of DI's interval; if that includes 0, N0 may be infinite."""
    found = Estimate(20.0, 5.0, 10.0, 30.0)
    assert score(found) == Estimate(400.0, 200.0, 100.0, 900.0)
    assert n0(found).value == pytest.approx(2500)
    assert n0(found).low == pytest.approx(1e6 / 900)
    assert n0(found).high == pytest.approx(1e4)
    assert n0(found).error == pytest.approx(2 * 2500 * 5 / 20)
    open_ended = Estimate(2.0, 5.0, -8.0, 12.0)
    assert score(open_ended) == Estimate(4.0, None, 0.0, 144.0)
    assert n0(open_ended) == Estimate(250_000.0, None, (1000 / 12) ** 2, math.inf)
    losing = Estimate(-20.0, 5.0, -30.0, -10.0)
    assert score(losing) == Estimate(0.0, None, 0.0, 0.0)
    assert n0(losing) == Estimate(math.inf, None, math.inf, math.inf)


PLACES = (y.HANDS, y.RECEIVED, y.SQUARES)


def hands_of(batches: Sequence[tuple[int, int, int]]) -> Sample:
    """Batches with these hands, winnings and squares."""
    products: dict[tuple[int, ...], int] = {
        tuple(PLACES[at] for at in factors): sum(math.prod(batch[at] for at in factors) for batch in batches)
        for size in (2, 3)
        for factors in combinations_with_replacement(range(3), size)
    }
    totals = dict(zip(PLACES, (sum(column) for column in zip(*batches, strict=True)), strict=True))
    return Sample(len(batches), totals, products)


def index_of(hands: float, money: float, squares: float) -> float:
    """DI of these totals."""
    return 1000 * (money / hands) / math.sqrt(squares / hands - (money / hands) ** 2)


def slopes_of(totals: Sequence[float], step: float = 1e-6) -> list[float]:
    """The slopes of DI by hands, money and squares, found numerically."""
    slopes = []
    for at in range(3):
        more, less = ([total + sign * step * (a == at) for a, total in enumerate(totals)] for sign in (1, -1))
        slopes.append((index_of(*more) - index_of(*less)) / (2 * step))
    return slopes


BATCHES = st.tuples(st.integers(1, 9), st.integers(-50, 60), st.integers(1, 900))


@given(st.lists(BATCHES, min_size=15, max_size=40))
def test_di_has_the_error_of_its_slopes(batches: list[tuple[int, int, int]]) -> None:
    """The error of DI follows from its slopes; it is unknown if batches are few or skewed."""
    totals = [sum(column) for column in zip(*batches, strict=True)]
    assume(totals[0] * totals[2] > totals[1] ** 2)
    slopes = slopes_of(totals)
    residuals = [sum(slope * part for slope, part in zip(slopes, batch, strict=True)) for batch in batches]
    squares, cubes = (sum(residual**power for residual in residuals) for power in (2, 3))
    found, count = desirability(hands_of(batches)), len(batches)
    unbiased = math.sqrt((totals[0] - 1) / totals[0])
    assert found.value == pytest.approx(index_of(*totals) * unbiased, rel=1e-6, abs=1e-6)
    if count < 20 or 25 * cubes**2 > 1.1 * squares**3:
        assert found == Estimate(found.value)
    elif 25 * cubes**2 < 0.9 * squares**3:
        error = math.sqrt(squares * count / (count - 1))
        assert found.error == pytest.approx(error, rel=1e-2, abs=1e-2)


def test_di_is_unknown_where_a_few_pieces_decide_it() -> None:
    """The error of DI is known for a hundred similar batches, but not if three had the high wagers."""
    alike = [(10, at % 7 - 4, 90 + at % 3) for at in range(100)]
    assert desirability(hands_of(alike)).error is not None
    assert desirability(hands_of([*alike[:97], *[(10, -200, 9000)] * 3])).error is None


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=60))
def test_quantiles_are_those_of_the_sorted_sample(values: list[int]) -> None:
    """The q-th percentile is the smallest value with at least q percent of the sample up to it."""
    counter = {value: values.count(value) for value in values}
    for percent, found in quantiles(counter).items():
        up_to = [
            value
            for value in sorted(set(values))
            if 100 * sum(v <= value for v in values) >= percent * len(values)
        ]
        assert found == up_to[0]
