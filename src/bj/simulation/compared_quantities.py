"""Lists the quantities to show in a comparison, and computes how much they differ between the two sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isinf

from bj.errors import UsageError
from bj.session.engines import Engine
from bj.simulation import paired_play as pairs
from bj.simulation.estimates import Estimate, Sample, proportion
from bj.simulation.jobs import Job, Unit
from bj.simulation.participants import Setting
from bj.simulation.tallies import BlockTally

FEWEST_DIFFERENT = 10
"""The minimum number of batches that must differ between the sides for the error of a difference to be shown.
"""

PER_WAGER, PER_STAKED, PER_HAND = "value per initial wager", "value per unit wagered", "value per hand"
BY_POWERS, BY_SIDE_BETS = "money per hand by powers", "money per hand by side bets"
AS_BANKER = "money per hand as the banker"
IN_ALL = "change of the bankroll per hand"
FINAL, RUIN = "final bankroll", "probability of ruin"
LENGTH, WINS = "hands per game", "probability of winning a game"

NO_SHARES = (PER_HAND, BY_POWERS, BY_SIDE_BETS, AS_BANKER, IN_ALL, FINAL, LENGTH)
"""The quantities that are not proportions. All others are shown as percentages."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One quantity on both sides of a comparison, and the difference between the sides."""

    quantity: str
    name: str
    """The name of the player or team on the left. Empty if the quantity is about the whole table."""
    right_name: str
    left: Estimate
    right: Estimate
    difference: Estimate
    """The value on the right minus the value on the left."""
    reduction: float
    """How many times larger the variance of the difference would be if the sides used independent random
    numbers.

    It is infinite if the difference does not vary.
    """

    @property
    def is_share(self) -> bool:
        """Whether the quantity is a proportion, which is shown as a percentage."""
        return self.quantity not in NO_SHARES


@dataclass(frozen=True, slots=True)
class Contest:
    """A comparison that is ready to play: a job, both sides' settings, and the quantities to compare."""

    job: Job
    left: Setting
    right: Setting
    quantities: Sequence[tuple[str, str, str]]
    """For each pair of ratios, three names: the quantity, and the player or team on the left and on the
    right.
    """
    is_same: bool
    """Whether the two sides are identical."""
    engines: Sequence[Engine] = ()
    """The engine for each side. Empty unless some strategies are Python functions."""


def match(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Pair up the names on the two sides: first identical names, then the remaining names in order.

    The remaining names are paired only if both sides have equally many of them.

    >>> match(["Ann", "Bob"], ["Bob", "Cleo"])
    [(0, 1), (1, 0)]
    """
    found = [(left.index(name), right.index(name)) for name in dict.fromkeys(left) if name in right]
    here = [index for index in range(len(left)) if index not in {one for one, _ in found}]
    there = [index for index in range(len(right)) if index not in {other for _, other in found}]
    if len(here) == len(there):
        found += zip(here, there, strict=True)
    return sorted(found)


Places = tuple[int, int, int, int]


def list_quantities(left: Setting, right: Setting, unit: Unit) -> list[tuple[tuple[str, str, str], Places]]:
    """List the quantities to compare, each with its names and its indices in the outcome of a batch.

    Raises UsageError if no player on the left can be paired with one on the right.
    """
    here, there = _seats(left), _seats(right)
    found: list[tuple[tuple[str, str, str], Places]] = []
    is_of_games = unit == "games"
    if is_of_games and left.teams and right.teams:
        for team, other in match(left.teams, right.teams):
            words = (WINS, left.teams[team], right.teams[other])
            found.append((words, (pairs.TEAM_WINS + team, pairs.ONE, pairs.TEAM_WINS + other, pairs.ONE)))
    kinds = [
        (PER_WAGER, pairs.RECEIVED, pairs.INITIAL),
        (PER_STAKED, pairs.RECEIVED, pairs.STAKED),
        (PER_HAND, pairs.RECEIVED, pairs.HANDS),
    ]
    ways = [
        (BY_POWERS, pairs.BY_POWERS, left.moves_money or right.moves_money),
        (BY_SIDE_BETS, pairs.BY_SIDE_BETS, left.bets or right.bets),
        (AS_BANKER, pairs.AS_BANKER, left.bank_goes_round or right.bank_goes_round),
    ]
    moved = [(quantity, money, pairs.HANDS) for quantity, money, exists in ways if exists]
    kinds += [*moved, (IN_ALL, pairs.IN_ALL, pairs.HANDS)] if moved else []
    if is_of_games and not left.teams and not right.teams:
        kinds += [(FINAL, pairs.BANKROLL, -1), (RUIN, pairs.RUINED, -1)]
    for one, other in match([name for _, name in here], [name for _, name in there]):
        (person, name), (other_person, other_name) = here[one], there[other]
        for quantity, top, bottom in kinds:
            places = (
                pairs.place(person, top),
                pairs.place(person, bottom) if bottom >= 0 else pairs.ONE,
                pairs.place(other_person, top),
                pairs.place(other_person, bottom) if bottom >= 0 else pairs.ONE,
            )
            found.append(((quantity, name, other_name), places))
    if not found:
        raise UsageError(
            "the two sides have no seat in common",
            "use the same names, or the same number of seats, on both sides",
        )
    if is_of_games:
        found.append(((LENGTH, "", ""), (pairs.TABLE_HANDS, pairs.ONE, pairs.TABLE_HANDS, pairs.ONE)))
    return found


def _seats(setting: Setting) -> list[tuple[int, str]]:
    """Return the index and the name of each person who is not a dealer."""
    return [(index, name) for index, name in enumerate(setting.persons) if setting.strategies[index]]


def list_differences(
    contest: Contest, tally: BlockTally, names: frozenset[str] | set[str] = frozenset()
) -> list[Difference]:
    """List the differences for which there is data. If ``names`` are given, list only these quantities.

    If every game ended the same way on both sides, the interval of a difference in probability is that of an
    event that never occurred. If a job is compared with itself, every difference is exactly 0.
    """
    found = []
    for (quantity, name, right_name), sums in zip(contest.quantities, tally.pairs, strict=False):
        if (names and quantity not in names) or not sums[2] or not sums[4]:
            continue
        is_money = quantity in NO_SHARES and quantity != LENGTH
        scales = [10**side.decimals if is_money else 1 for side in (contest.left, contest.right)]
        left, right, difference, reduction = subtract(sums, *scales)
        if contest.is_same:
            difference = Estimate(0.0, 0.0, 0.0, 0.0)
        elif quantity in (WINS, RUIN) and isinf(reduction):
            none = proportion(sums[0], 0)
            difference = Estimate(0.0, none.error, -(none.high or 1), none.high)
        found.append(Difference(quantity, name, right_name, left, right, difference, reduction))
    return found


def subtract(
    sums: Sequence[int], left_scale: int = 1, right_scale: int = 1
) -> tuple[Estimate, Estimate, Estimate, float]:
    """Return the left ratio, the right ratio, their difference, and the gain from pairing the two sides.

    ``sums`` contains the sums for a pair of ratios (see ``bj.simulation.paired_play``). Standard errors are
    computed from the residuals of batches (Cochran, Sampling Techniques, 3rd ed. 1977, sections 2.11 and
    6.2). If only a few batches differ, the error of the difference is unknown. The gain is the variance that
    independent sides would have, divided by the variance of the difference.
    """
    sample = Sample(sums[0], sums[1:5], dict(zip(pairs.PRODUCTS, sums[5:-1], strict=True)))
    left, right = (Fraction(sums[1], sums[2] * left_scale), Fraction(sums[3], sums[4] * right_scale))
    left_weights = {place: -weight / left_scale for place, weight in sample.ratio_weights(0, 1).items()}
    right_weights = {place: weight / right_scale for place, weight in sample.ratio_weights(2, 3).items()}
    weights = left_weights | right_weights
    spreads = [sample.variance(each) for each in (left_weights, right_weights, weights)]
    here, there, together = (spread or Fraction(0) for spread in spreads)
    difference = sample.sum_up(right - left, weights)
    return (
        sample.sum_up(left, left_weights),
        sample.sum_up(right, right_weights),
        difference if sums[-1] >= FEWEST_DIFFERENT else Estimate(difference.value),
        float((here + there) / together) if together else float("inf"),
    )
