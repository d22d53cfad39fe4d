"""Estimates: a value with its standard error, from whole-number sums.

Sums are exact, and only the last step is done in floating point, so an estimate is the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

Z95 = 1.959963984540054
"""Standard errors on either side of a value that make a 95% interval: the normal distribution's quantile."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value that was estimated from a sample."""

    value: float
    error: float
    """The standard error; 0 when the sample says nothing about it, as of a single hand."""
    low: float
    """The 95% interval's lower end."""
    high: float
    """The 95% interval's upper end."""

    def in_units(self, unit: float) -> Estimate:
        """The same of a unit that is so many times as large, such as money in whole units."""
        return Estimate(self.value / unit, self.error / unit, self.low / unit, self.high / unit)

    def widen(self, factor: float) -> Estimate:
        """The same value with an error so many times as large."""
        return Estimate(
            self.value,
            self.error * factor,
            self.value - (self.value - self.low) * factor,
            self.value + (self.high - self.value) * factor,
        )


def estimate(value: Fraction | float, variance: Fraction | float) -> Estimate:
    """A value whose estimate has this variance, with the interval of a normal distribution."""
    error = sqrt(max(variance, 0))
    number = float(value)
    return Estimate(number, error, number - Z95 * error, number + Z95 * error)


def variance(count: int, total: int, squares: int) -> Fraction:
    """The variance of ``count`` values, from their sum and the sum of their squares, unbiased.

    0 for fewer than two values.

    >>> variance(3, 6, 14)
    Fraction(1, 1)
    """
    if count < 2:
        return Fraction(0)
    return Fraction(count * squares - total * total, count * (count - 1))


def mean(count: int, total: int, squares: int) -> Estimate:
    """The mean of ``count`` independent values."""
    return estimate(Fraction(total, count), variance(count, total, squares) / count)


def ratio(
    count: int, tops: int, bottoms: int, top_squares: int, bottom_squares: int, products: int
) -> Estimate:
    """The ratio of two sums over ``count`` independent pairs of values: money won per money wagered.

    The error is the one of the usual linearisation, exact as the sample grows. Source: W. G. Cochran,
    Sampling Techniques (3rd ed. 1977), section 2.11.
    """
    if bottoms == 0:
        return estimate(0, 0)
    value = Fraction(tops, bottoms)
    if count < 2:
        return estimate(value, 0)
    residuals = top_squares - 2 * value * products + value * value * bottom_squares
    return estimate(value, residuals * count / (count - 1) / (Fraction(bottoms) ** 2))


def proportion(trials: int, hits: int, alike: int = 1) -> Estimate:
    """The probability of something that happened ``hits`` times in so many trials.

    The interval is E. B. Wilson's (1927): it stays between 0 and 1, and says something when there is no hit.
    Of trials that come ``alike`` at a time only so many fewer are taken for independent.
    """
    share = hits / trials
    count = trials / alike
    square = Z95 * Z95
    centre = (share + square / (2 * count)) / (1 + square / count)
    half = Z95 * sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    low = max(0.0, centre - half) if hits else 0.0
    high = min(1.0, centre + half) if hits < trials else 1.0
    return Estimate(share, sqrt(share * (1 - share) / count), low, high)
