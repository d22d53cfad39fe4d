"""Estimates with standard errors, computed from sums of integers.

The sums are exact. Only the last step uses floating point, so estimates are the same on every machine. If a
standard error is unknown, the error and both ends of the interval are None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod, sqrt

Z95 = 1.959963984540054
"""The 95% interval of a normal mean extends this many standard errors to each side."""

STUDENT95 = (
    *(12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836),
    *(2.446911851, 2.364624252, 2.306004135, 2.262157163, 2.228138852),
)
"""The 95% interval of Student's t extends this many standard errors to each side.

There is one entry for each number of degrees of freedom from 1 to 10.
"""

FEWEST_VALUES = 20
"""The minimum number of independent values needed to compute an interval for their mean."""

SKEWED = 25
"""The minimum number of independent values for an interval is this many times their squared skewness."""

MISSED = 10
"""An estimated variance is discarded if the true variance is more than this many times as large."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value estimated from a sample."""

    value: float
    error: float | None = None
    """The standard error, or None if it is unknown, for example after only one hand."""
    low: float | None = None
    """The lower end of the 95% interval, or None if the error is unknown."""
    high: float | None = None
    """The upper end of the 95% interval, or None if the error is unknown."""

    @property
    def ends(self) -> tuple[float, float]:
        """The lower and upper ends of the interval, for plotting.

        If there is no interval, both are equal to ``value``.
        """
        return (
            self.value if self.low is None else self.low,
            self.value if self.high is None else self.high,
        )

    def divided(self, divisor: float) -> Estimate:
        """Return this estimate divided by ``divisor``, which is an exact number."""
        parts = (None if part is None else part / divisor for part in (self.error, self.low, self.high))
        return Estimate(self.value / divisor, *parts)


def student(batches: int) -> float:
    """Return how many standard errors the 95% interval of an estimate extends to each side.

    This is the quantile of Student's t distribution with ``batches - 1`` degrees of freedom, to five digits.
    Source: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.5.
    """
    freedom = batches - 1
    if freedom <= len(STUDENT95):
        return STUDENT95[freedom - 1]
    z, square = Z95, Z95 * Z95
    terms = (
        z * (square + 1) / 4,
        z * ((5 * square + 16) * square + 3) / 96,
        z * (((3 * square + 19) * square + 17) * square - 15) / 384,
        z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    total = 0.0
    for term in reversed(terms):
        total = (total + term) / freedom
    return z + total


def estimate(
    value: Fraction | float, variance: Fraction | float | None, batches: int, factor: Fraction | int = 1
) -> Estimate:
    """Return an estimate with Student's interval, given the mean and the variance of independent batches.

    ``factor`` is the ratio of the true variance to ``variance``, if this ratio is known from another source.
    The error is unknown if all batches are equal, or if ``factor`` shows that the batches reveal less than a
    tenth of the true variance.
    """
    number = float(value)
    # hands vary, so a variance of 0 means too little data
    if batches < 2 or not variance or variance < 0 or factor > MISSED:
        return Estimate(number)
    error = sqrt(variance * factor)
    half = student(batches) * error
    return Estimate(number, error, number - half, number + half)


def variance(count: int, total: int, squares: int) -> Fraction:
    """Return the unbiased variance of ``count`` values, given their sum and the sum of their squares.

    With fewer than two values, the variance is 0.

    >>> variance(3, 6, 14)
    Fraction(1, 1)
    """
    if count < 2:
        return Fraction(0)
    return Fraction(count * squares - total * total, count * (count - 1))


def are_few(count: int, squares: Fraction | int, cubes: Fraction | int) -> bool:
    """Return whether there are too few independent values to compute a reliable interval for their sum.

    There must be at least 20 values, and at least 25 times their squared skewness. ``squares`` and ``cubes``
    are sums of powers of the deviations from the mean. Source: W. G. Cochran, Sampling Techniques (3rd ed.
    1977), section 2.15.
    """
    return count < FEWEST_VALUES or SKEWED * cubes**2 > squares**3


def mean(counter: Mapping[int, int], factor: Fraction | int = 1) -> Estimate:
    """Estimate a mean from ``counter``, which maps each independent value to how often it occurred.

    If there are too few values, the estimate has no interval. ``factor`` has the same meaning as in
    ``estimate``.
    """
    count = sum(counter.values())
    total = sum(value * times for value, times in counter.items())
    squares = sum(value * value * times for value, times in counter.items())
    spread = variance(count, total, squares)
    cubes = sum((count * value - total) ** 3 * times for value, times in counter.items())
    is_few = are_few(count, count * (count * squares - total * total), cubes)
    return estimate(Fraction(total, count), None if is_few else spread / count, count, factor)


@dataclass(frozen=True, slots=True)
class Sample:
    """Independent batches of several numbers each, stored as sums of the numbers and of their products."""

    batches: int
    totals: Mapping[int, int] | Sequence[int]
    products: Mapping[tuple[int, ...], int]
    """Maps ascending tuples of indices to the product of those numbers, summed over all batches."""

    def variance(self, weights: Mapping[int, Fraction]) -> Fraction | None:
        """Return the variance of the sum of all residuals, or None if there are fewer than two batches.

        The residual of a batch is the sum of its numbers, each multiplied by its weight.
        """
        if self.batches < 2:
            return None
        total = Fraction(0)
        places = sorted(weights)
        for at, one in enumerate(places):
            total += weights[one] ** 2 * self.products[one, one]
            for other in places[at + 1 :]:
                total += 2 * weights[one] * weights[other] * self.products[one, other]
        return total * self.batches / (self.batches - 1)

    def are_few(self, weights: Mapping[int, Fraction]) -> bool:
        """Return whether there are too few batches for a reliable interval, given the skewness of residuals.

        Residuals are defined as in ``variance``.
        """
        squares, cubes = (
            sum(
                prod(weights[place] for place in places) * self.products[tuple(sorted(places))]
                for places in product(weights, repeat=size)
            )
            for size in (2, 3)
        )
        return are_few(self.batches, squares, cubes)

    def sum_up(self, value: Fraction, weights: Mapping[int, Fraction]) -> Estimate:
        """Return an estimate of ``value``.

        Its error is that of the sum of all residuals, which have mean 0.
        """
        return estimate(value, None if self.are_few(weights) else self.variance(weights), self.batches)

    def ratio_weights(self, top: int, bottom: int) -> dict[int, Fraction]:
        """Return the weights that turn a batch's numbers into the batch's deviation from a ratio.

        ``top`` and ``bottom`` are the indices of the numbers whose sums form the ratio.
        """
        bottoms = self.totals[bottom]
        return {top: Fraction(1, bottoms), bottom: -Fraction(self.totals[top], bottoms * bottoms)}

    def effective(self, place: int) -> int:
        """Return how many batches of equal size would give as much information as this sample.

        The variance of a batch is assumed to be proportional to its number at ``place``. A few batches, such
        as games with high wagers, may dominate the sample. Source: F. E. Satterthwaite, Biometrics Bulletin 2
        (1946), for the degrees of freedom.
        """
        squares = self.products[place, place]
        return round(Fraction(self.totals[place] ** 2, squares)) if squares else 0

    def ratio(self, top: int, bottom: int, weight: int | None = None, factor: Fraction | int = 1) -> Estimate:
        """Estimate the ratio of two sums, such as money won per money wagered.

        The variance of a batch is assumed to be proportional to its number at ``weight``, by default
        ``bottom``. ``factor`` has the same meaning as in ``estimate``. The error uses the usual linear
        approximation, which is accurate for large samples. Source: W. G. Cochran, Sampling Techniques (3rd
        ed. 1977), section 2.11.
        """
        if not self.totals[bottom]:
            return Estimate(0.0)
        value = Fraction(self.totals[top], self.totals[bottom])
        batches = self.effective(bottom if weight is None else weight)
        return estimate(value, self.variance(self.ratio_weights(top, bottom)), batches, factor)

    def share(self, hits: int, trials: int, alike: int = 1) -> Estimate:
        """Estimate the share of ``hits`` in ``trials``. Trials within a batch may depend on each other.

        The interval is Wilson's, with Student's t for the ``effective`` number of batches. The number of
        trials is replaced by the number of independent trials that would have the same variance. If all
        results are the same, the number of trials is divided by ``alike``, the number of trials that may
        share one result. Source: E. L. Korn and B. I. Graubard, Survey Methodology 24 (1998), for the number
        of trials.
        """
        found, count = self.totals[hits], self.totals[trials]
        batches = self.effective(trials)
        if batches < 2:
            return Estimate(found / count)
        spread = self.variance(self.ratio_weights(hits, trials))
        alone = Fraction(found * (count - found), count * count)
        independent = alone / spread if spread and alone > 0 else count / alike
        return wilson(found / count, float(min(count, independent)), student(batches))


def wilson(share: float, trials: float, width: float = Z95) -> Estimate:
    """Estimate a proportion from independent trials. The interval is E. B. Wilson's (1927).

    The interval stays between 0 and 1. The standard error is the larger of the usual one and the one implied
    by the interval.
    """
    square = width * width
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    spread = share * (1 - share) / trials + square / (4 * trials * trials)
    half = width * sqrt(spread) / (1 + square / trials)
    low = max(0.0, centre - half) if share else 0.0
    high = min(1.0, centre + half) if share < 1 else 1.0
    return Estimate(share, max((high - low) / (2 * width), sqrt(share * (1 - share) / trials)), low, high)


def proportion(trials: int, hits: int) -> Estimate:
    """Estimate the probability of an event that occurred in ``hits`` of ``trials`` independent trials."""
    return wilson(hits / trials, trials)
