"""Comparisons: two rulesets, or one with two strategies or arguments, with the same luck."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isinf
from pathlib import Path

from bj.arguments import Value
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.simulation import pairs
from bj.simulation.estimates import Estimate, Sample, proportion
from bj.simulation.jobs import BLOCK, Job, Unit, make_job
from bj.simulation.results import Setting, Simulation
from bj.simulation.setting import describe_setting
from bj.simulation.simulation import (
    Progress,
    Speed,
    Wanted,
    choose_unit,
    make_simulation,
    play,
    prepare,
)
from bj.simulation.summaries import largest_error
from bj.simulation.tallies import BlockTally

BATCH: Mapping[Unit, int] = {"hands": 512, "games": 1}
"""The most hands or games that are played with one seed unless a number is given."""

FEWEST_BATCHES = 20
"""Fewer batches than this are too few for Student's interval."""

FEWEST_DIFFERENT = 10
"""With fewer different batches than this, even their apparent skewness is chance."""

PER_WAGER, PER_STAKED, PER_HAND = "value per initial wager", "value per unit wagered", "value per hand"
BY_POWERS, IN_ALL = "money per hand by powers", "change of the bankroll per hand"
FINAL, RUIN = "final bankroll", "probability of ruin"
LENGTH, WINS = "hands per game", "probability of winning a game"


@dataclass(frozen=True, slots=True)
class Difference:
    """A quantity on both sides, and how much larger it is on the right."""

    quantity: str
    name: str
    """Whose it is on the left; empty for the table."""
    right_name: str
    left: Estimate
    right: Estimate
    difference: Estimate
    """The right minus the left."""
    reduction: float
    """How many times smaller the variance is than that of two independent runs; infinite if it is 0."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two simulations with the same seeds, and their differences."""

    left: Simulation
    right: Simulation
    differences: Sequence[Difference]
    unit: Unit
    batch: int
    """Hands or games that were played with each seed, on either side."""
    batches: int
    """Independent pairs of batches that were played."""
    is_partial: bool
    key: str
    """A hash of all counts: equal keys mean equal numbers."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A job with two sides, with the names and units of both and the meaning of its pairs."""

    job: Job
    left: Setting
    right: Setting
    quantities: Sequence[tuple[str, str, str]]
    """The quantity of every pair, and whose it is on the left and on the right."""
    is_same: bool
    """Whether both sides are the same."""


def compare(
    left: str | Path,
    right: str | Path,
    arguments: Sequence[str] = (),
    *,
    settings: Mapping[str, str] | None = None,
    left_settings: Mapping[str, str] | None = None,
    right_settings: Mapping[str, str] | None = None,
    hands: int | None = None,
    games: int | None = None,
    precision: float | None = None,
    batch: int | None = None,
    seed: int = 0,
    workers: int = 0,
    rounds: int = 0,
    engine: Speed = "auto",
    checkpoint: str | Path | None = None,
    cluster: str = "",
    progress: Progress | None = None,
) -> Comparison:
    """Simulate two rulesets with the same luck, and report how much they differ.

    ``arguments`` and ``settings`` are for both sides, ``left_settings`` and ``right_settings`` for one of
    them. Each side plays this many ``hands`` or ``games``, or until the standard error of the difference is
    as small as ``precision``. After every ``batch`` of them, both begin anew with the same new seed: a
    short batch keeps the same cards together, a long one lets games grow old. All else is as for
    ``simulate``. Raises RulesetError, UsageError and GameError.
    """
    both = dict(settings or {})
    sides = [
        prepare(ruleset, arguments, {**both, **(own or {})})
        for ruleset, own in ((left, left_settings), (right, right_settings))
    ]
    has_teams = any(checked.model.tournament is not None for checked, _ in sides)
    unit, amount = choose_unit(hands, games, is_tournament=has_teams)
    kept = Path(checkpoint) if checkpoint is not None else None
    wanted = Wanted(unit, amount, precision, seed, workers, rounds, engine, kept, cluster)
    return run_comparison(make_contest(sides[0], sides[1], wanted, batch), wanted, progress)


def make_contest(
    left: tuple[Checked, Mapping[str, Value]],
    right: tuple[Checked, Mapping[str, Value]],
    wanted: Wanted,
    batch: int | None,
) -> Contest:
    """The job of comparing two rulesets with their arguments filled in.

    Raises UsageError when they have nobody in common, or one of them needs a person.
    """
    unit = wanted.unit
    asks = ["ask again" in checked.model.procedure.steps_named() for checked, _ in (left, right)]
    rounds = [wanted.rounds if is_asked or not any(asks) else 0 for is_asked in asks]
    jobs = [
        make_job(*side, unit, wanted.seed, number) for side, number in zip((left, right), rounds, strict=True)
    ]
    here, there = describe_setting(*left, jobs[0]), describe_setting(*right, jobs[1])
    found = list_quantities(here, there, unit)
    length = _choose_batch(wanted, batch)
    jobs = [dataclasses.replace(job, batch=length) for job in jobs]
    job = dataclasses.replace(jobs[0], against=jobs[1], pairs=tuple(places for _, places in found))
    return Contest(job, here, there, [words for words, _ in found], jobs[0].key() == jobs[1].key())


def _choose_batch(wanted: Wanted, batch: int | None) -> int:
    """The number of hands or games of a batch. Raises UsageError if there would be too few batches."""
    unit, most = wanted.unit, wanted.most
    length = batch
    if length is None:
        length = BATCH[unit] if most is None else min(BATCH[unit], max(1, most // FEWEST_BATCHES))
    if not 1 <= length <= BLOCK[unit]:
        raise UsageError(f"{length} {unit} is not a possible batch", f"give 1 to {BLOCK[unit]}")
    if most is not None and -(-most // length) < FEWEST_BATCHES:
        remedy = f"play {FEWEST_BATCHES * length} {unit} or more"
        if most >= FEWEST_BATCHES:
            remedy += f", or give a batch of {most // FEWEST_BATCHES} at most"
        raise UsageError(
            f"fewer than {FEWEST_BATCHES} batches say too little about the error of a difference", remedy
        )
    return length


def run_comparison(contest: Contest, wanted: Wanted, progress: Progress | None = None) -> Comparison:
    """Play a comparison, in whole batches. An interrupt gives partial results."""

    def spread(tally: BlockTally) -> float:
        """The largest standard error of a difference in value, or in the probability of winning a game."""
        names = {WINS} if any(name == WINS for name, _, _ in contest.quantities) else {PER_WAGER}
        found = list_differences(contest, tally, names)
        never = [each.difference.error is None and isinf(each.reduction) for each in found]
        if tally.pairs and never and all(never):
            return 1.5 / tally.pairs[0][0]  # no batch differed so far, but the next one may
        return largest_error([each.difference for each in found])

    if wanted.amount is not None:
        batches = -(-wanted.amount // contest.job.batch)
        wanted = dataclasses.replace(wanted, amount=batches * contest.job.batch)
    run, interrupted = play(contest.job, spread, wanted, progress)
    right_job = contest.job.against or contest.job
    left, right = run.tally.sides
    return Comparison(
        make_simulation(contest.left, contest.job, left, run.blocks, is_partial=interrupted),
        make_simulation(contest.right, right_job, right, run.blocks, is_partial=interrupted),
        list_differences(contest, run.tally),
        contest.job.unit,
        contest.job.batch,
        run.tally.pairs[0][0],
        interrupted,
        run.tally.key(),
    )


def match(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs to compare: equal names, then the others in order if both sides have equally many left.

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
    """The quantities to compare: their names, and their places in the outcome of a batch.

    Raises UsageError when there is nobody to compare.
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
    if left.moves_money or right.moves_money:
        kinds += [(BY_POWERS, pairs.BY_POWERS, pairs.HANDS), (IN_ALL, pairs.IN_ALL, pairs.HANDS)]
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
            "the two sides have no seat in common", "use the same names, or as many seats on both sides"
        )
    if is_of_games:
        found.append(((LENGTH, "", ""), (pairs.TABLE_HANDS, pairs.ONE, pairs.TABLE_HANDS, pairs.ONE)))
    return found


def _seats(setting: Setting) -> list[tuple[int, str]]:
    """The number and name of everybody who plays, not only deals."""
    return [(index, name) for index, name in enumerate(setting.persons) if setting.strategies[index]]


def list_differences(
    contest: Contest, tally: BlockTally, names: frozenset[str] | set[str] = frozenset()
) -> list[Difference]:
    """The differences of all quantities, or of those with some names; those without data are left out.

    If a probability differed in no game, its interval is that of an event that never happened. A job that is
    compared with itself has a difference of exactly 0.
    """
    found = []
    for (quantity, name, right_name), sums in zip(contest.quantities, tally.pairs, strict=False):
        if (names and quantity not in names) or not sums[2] or not sums[4]:
            continue
        is_money = quantity in (PER_HAND, BY_POWERS, IN_ALL, FINAL)
        units = [10**side.decimals if is_money else 1 for side in (contest.left, contest.right)]
        left, right, difference, reduction = subtract(sums, units[0], units[1])
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
    """The ratio on the left, the ratio on the right, their difference, and the gain by pairing.

    ``sums`` are those of ``bj.simulation.pairs``: independent batches, whose residuals from the ratios give
    the errors (Cochran, Sampling Techniques, 3rd ed. 1977, sections 2.11 and 6.2); where few of them differ,
    that of the difference is unknown. The gain is how many times smaller the variance of the difference is
    than if the sides were independent.
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
