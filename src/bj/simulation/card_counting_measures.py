"""Measures for card counters: DI, SCORE and N0. Source: D. Schlesinger, Blackjack Attack.

DI is 1,000 times the mean win per hand divided by its standard deviation. SCORE is DI squared. N0 is the
number of hands after which the expected win equals one standard deviation. For a losing player, SCORE is 0
and N0 is infinite.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt

from bj.engine.face import tallied_games as y
from bj.simulation.estimates import Estimate, Sample, estimate, variance

DI = 1000


def desirability(sample: Sample, factor: Fraction | int = 1) -> Estimate:
    """Estimate DI from a sample of hands. ``factor`` has the same meaning as in ``estimate``.

    The standard error comes from a linear approximation. If m is the mean result per hand, q the mean square
    and s the standard deviation, the residual of a batch is (q * money - m/2 * squares - m*q/2 * hands) /
    s**3, divided by the total number of hands.
    """
    hands = sample.totals[y.HANDS]
    mean, square = (Fraction(sample.totals[place], hands) for place in (y.RECEIVED, y.SQUARES))
    spread = square - mean * mean
    if not spread:
        return Estimate(0.0)
    weights = {y.RECEIVED: square, y.SQUARES: -mean / 2, y.HANDS: -mean * square / 2}
    weights = {place: weight / hands for place, weight in weights.items()}
    residuals = None if sample.are_few(weights) else sample.variance(weights)
    found = residuals and residuals / spread**3
    deviation = sqrt(variance(hands, sample.totals[y.RECEIVED], sample.totals[y.SQUARES]))
    return estimate(float(mean) / deviation, found, sample.effective(y.SQUARES), factor).divided(1 / DI)


def score(found: Estimate) -> Estimate:
    """Estimate SCORE from an estimate of DI. The interval is derived from the interval for DI."""
    ends = (found.value, found.low, found.high)
    value, low, high = (None if end is None else max(end, 0) ** 2 for end in ends)
    return Estimate(value or 0.0, _error(found, 2 * found.value), low, high)


def n0(found: Estimate) -> Estimate:
    """Estimate N0 from an estimate of DI.

    The interval is derived from the interval for DI. Its upper end may be infinite.
    """
    ends = (found.value, found.low, found.high)
    value, high, low = (None if end is None else (DI / end) ** 2 if end > 0 else inf for end in ends)
    slope = 2 * DI**2 / found.value**3 if found.value > 0 else 0.0
    return Estimate(inf if value is None else value, _error(found, slope), low, high)


def _error(found: Estimate, slope: float) -> float | None:
    """Return the standard error of a function of DI, given its ``slope`` at the estimate.

    The error is None if the interval for DI extends to 0 or below, where the slope is meaningless.
    """
    is_winning = found.low is not None and found.low > 0
    return found.error * slope if found.error is not None and is_winning else None
