"""Compares two rulesets, strategies or sets of arguments, using the same random numbers for both."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from pathlib import Path

from bj.argument_values import Arguments, Value
from bj.errors import UsageError
from bj.files import path_of
from bj.ruleset.check import Checked
from bj.ruleset.load import AnyRuleset
from bj.session.engines import Speed
from bj.session.game_plan import Plan, prepare
from bj.session.python_strategies import Strategy, take_strategies
from bj.simulation.block_workers import LocalCrew
from bj.simulation.compared_quantities import (
    PER_WAGER,
    WINS,
    Contest,
    Difference,
    list_differences,
    list_quantities,
)
from bj.simulation.jobs import BLOCK, Unit, make_job
from bj.simulation.paired_play import play_pairs
from bj.simulation.participants import describe_setting
from bj.simulation.python_strategies import calling_engine
from bj.simulation.results import Simulation
from bj.simulation.simulation import (
    Progress,
    RunOptions,
    choose_unit,
    make_simulation,
    play,
)
from bj.simulation.summaries import largest_error
from bj.simulation.tallies import BlockTally
from bj.simulation.text_tables import HEADS, cells
from bj.text.notebook_tables import render_table

BATCH: Mapping[Unit, int] = {"hands": 512, "games": 1}
"""The default number of hands or games in a batch. Short simulations use smaller batches."""

FEWEST_BATCHES = 20
"""The minimum number of batches needed for Student's interval to be valid."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two simulations that use the same seeds, and the differences between them."""

    left: Simulation
    right: Simulation
    differences: Sequence[Difference]
    unit: Unit
    batch: int
    """The number of hands or games in a batch on each side."""
    batches: int
    """The number of batches played."""
    is_partial: bool
    key: str
    """A hash of all counts. Comparisons with the same key have the same results."""

    def __hash__(self) -> int:
        return hash(self.key)

    def _repr_html_(self) -> str:
        rows = []
        for each in self.differences:
            shown = [
                cells(found, as_percent=each.is_share) for found in (each.left, each.right, each.difference)
            ]
            rows.append((each.quantity, each.name, shown[0][0], shown[1][0], *shown[2]))
        heads = ("quantity", "player", self.left.title, self.right.title, "right - left", *HEADS[1:])
        return render_table("Differences with the same cards", heads, rows)


def compare(
    left: AnyRuleset,
    right: AnyRuleset,
    arguments: Arguments = (),
    *,
    left_arguments: Mapping[str, object] | None = None,
    right_arguments: Mapping[str, object] | None = None,
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
    strategies: Mapping[str, Strategy] | None = None,
    left_strategies: Mapping[str, Strategy] | None = None,
    right_strategies: Mapping[str, Strategy] | None = None,
    progress: Progress | None = None,
    **named: object,
) -> Comparison:
    """Simulate two rulesets with the same random numbers, and report how much their results differ.

    ``arguments`` and ``strategies`` apply to both sides; ``left_arguments``, ``left_strategies`` and so on
    apply to one side. Each side plays the given number of ``hands`` or ``games``, or continues until the
    standard error of the difference is at most ``precision``. After every ``batch`` hands or games, both
    sides start a new game with the same new seed. Short batches keep the cards on the two sides similar; long
    batches cover more of each game. The other parameters are the same as for ``simulate``. Raises
    RulesetError if a ruleset has faults, UsageError if a parameter is invalid, and GameError if a game fails.
    """
    sides = [
        prepare(ruleset, arguments, named, own, call=compare)
        for ruleset, own in ((left, left_arguments), (right, right_arguments))
    ]
    both = take_strategies(strategies)
    played = [both | take_strategies(own) for own in (left_strategies, right_strategies)]
    speed: Speed = "plain" if any(played) else engine
    has_teams = any(checked.model.tournament is not None for checked, _ in sides)
    unit, amount = choose_unit(hands, games, is_tournament=has_teams)
    kept = path_of(checkpoint) if checkpoint is not None else None
    options = RunOptions(unit, amount, precision, seed, workers, rounds, speed, kept, cluster)
    return run_comparison(make_contest(sides[0], sides[1], options, batch, played), options, progress)


def make_contest(
    left: tuple[Checked, Mapping[str, Value]],
    right: tuple[Checked, Mapping[str, Value]],
    options: RunOptions,
    batch: int | None,
    strategies: Sequence[Mapping[str, Strategy]] = ({}, {}),
) -> Contest:
    """Prepare a comparison of two rulesets, each with its own argument values.

    Raises UsageError if no player in one ruleset matches a player in the other, or if either ruleset needs a
    human player.
    """
    unit = options.unit
    asks = ["ask again" in checked.model.procedure.steps_named() for checked, _ in (left, right)]
    rounds = [options.rounds if is_asked or not any(asks) else 0 for is_asked in asks]
    sides = list(zip((left, right), rounds, strategies, strict=True))
    jobs = [
        make_job(*side, unit, options.seed, number, has_strategies=bool(played))
        for side, number, played in sides
    ]
    engines = []
    if any(strategies):
        options.refuse_files()
        engines = [
            calling_engine(Plan(*side, options.seed, rounds=number), played) for side, number, played in sides
        ]
    here, there = describe_setting(*left, jobs[0]), describe_setting(*right, jobs[1])
    found = list_quantities(here, there, unit)
    length = _choose_batch(options, batch)
    jobs = [dataclasses.replace(job, batch=length) for job in jobs]
    job = dataclasses.replace(jobs[0], against=jobs[1], pairs=tuple(places for _, places in found))
    is_same = not engines and jobs[0].key() == jobs[1].key()
    return Contest(job, here, there, [words for words, _ in found], is_same, engines)


def _choose_batch(options: RunOptions, batch: int | None) -> int:
    """Return the number of hands or games in a batch. Raises UsageError if there would be too few batches."""
    unit, most = options.unit, options.most
    length = batch
    if length is None:
        length = BATCH[unit] if most is None else min(BATCH[unit], max(1, most // FEWEST_BATCHES))
    if type(length) is not int or not 1 <= length <= BLOCK[unit]:
        raise UsageError(f"{length!r} {unit} is not a valid batch size", f"use 1 to {BLOCK[unit]}")
    if most is not None and -(-most // length) < FEWEST_BATCHES:
        remedy = f"play {FEWEST_BATCHES * length} {unit} or more"
        if most >= FEWEST_BATCHES:
            remedy += f", or use batches of at most {most // FEWEST_BATCHES}"
        raise UsageError(
            f"at least {FEWEST_BATCHES} batches are needed to estimate the error of a difference", remedy
        )
    return length


def run_comparison(contest: Contest, options: RunOptions, progress: Progress | None = None) -> Comparison:
    """Play a comparison, rounded up to whole batches. After an interrupt, the results are partial."""

    def spread(tally: BlockTally) -> float:
        """Return the largest standard error of any difference in edge or in the probability of winning."""
        names = {WINS} if any(name == WINS for name, _, _ in contest.quantities) else {PER_WAGER}
        found = list_differences(contest, tally, names)
        never = [each.difference.error is None and isinf(each.reduction) for each in found]
        if tally.pairs and never and all(never):
            return 1.5 / tally.pairs[0][0]  # no batch has differed so far, but the next one might
        return largest_error([each.difference for each in found])

    if options.amount is not None:
        batches = -(-options.amount // contest.job.batch)
        options = dataclasses.replace(options, amount=batches * contest.job.batch)
    crew = None
    if contest.engines:
        crew = LocalCrew(lambda index, size: play_pairs(contest.job, index, size, *contest.engines))
    run, interrupted = play(contest.job, spread, options, progress, crew)
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
