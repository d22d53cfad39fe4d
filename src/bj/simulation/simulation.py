"""Simulates a ruleset, and collects the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import TypeAlias

from bj.argument_values import Arguments, Value
from bj.errors import UsageError, wrong_type
from bj.files import path_of
from bj.optional_packages import lack
from bj.ruleset.check import Checked
from bj.ruleset.load import AnyRuleset
from bj.session.engines import EngineName, Speed, choose_engine
from bj.session.game_plan import Plan, prepare, refuse_uncallable
from bj.session.python_strategies import Strategy, take_strategies
from bj.simulation.block_workers import Crew, LocalCrew, local_crew
from bj.simulation.blocks import play_block
from bj.simulation.checkpoint import Checkpoint
from bj.simulation.jobs import LARGEST_AMOUNT, Job, Unit, make_job
from bj.simulation.participants import Setting, describe_setting
from bj.simulation.python_strategies import calling_engine
from bj.simulation.results import Simulation
from bj.simulation.running_jobs import SimulationRun, play_blocks, sizes_of_blocks
from bj.simulation.summaries import (
    make_games,
    make_players,
    make_strategies,
    make_teams,
    powers_without_hands,
    spread_of,
)
from bj.simulation.tallies import BlockTally
from bj.worker_pools import count_cores

DEFAULT_HANDS = 1_000_000
DEFAULT_GAMES = 10_000
FEWEST_FOR_PRECISION = 32
"""The number of batches to play before checking the precision for the first time."""

CHECK_GROWTH = 1.25
"""The precision is checked again whenever the number of blocks has grown by this factor.

If the precision were checked after every block, simulations would tend to stop whenever the error happens to
be small.
"""

Progress: TypeAlias = Callable[[int, float], None]
"""A function that is called from time to time with the number of hands played and the share of work done."""

Spread: TypeAlias = Callable[[BlockTally], float]
"""A function that returns the largest standard error of the main results, or infinity if it is unknown."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a run: how much to simulate, and with which engine, workers and files."""

    unit: Unit = "hands"
    amount: int | None = None
    """The number of hands or games.

    If it is None, the precision decides or, without a precision, a default applies.
    """
    precision: float | None = None
    """The standard error to reach, as a fraction (0.0001 means 0.01%), or None to ignore the error."""
    seed: int = 0
    workers: int = 0
    """The number of workers, or 0 for one worker per core."""
    rounds: int = 0
    """The number of rounds to play if the ruleset asks after each round whether to continue."""
    engine: Speed = "auto"
    checkpoint: Path | None = None
    cluster: str = ""
    histories: Path | None = None
    """The Parquet or Arrow file in which to record all decisions and results, or None to record nothing."""

    def __post_init__(self) -> None:
        """Check the types of all values and the engine's name. Raises UsageError if any of them is wrong."""
        for name, value, kinds, wanted in (
            ("precision", self.precision, int | float | None, "a number between 0 and 1"),
            ("workers", self.workers, int, "a whole number"),
            ("cluster", self.cluster, str, "the address of a scheduler"),
        ):
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise wrong_type(name, value, f"pass {wanted}")
        choose_engine(self.engine)

    def refuse_files(self) -> None:
        """Raise UsageError if any option is set that cannot be used with Python strategies."""
        for name in ("histories", "checkpoint", "cluster"):
            if getattr(self, name):
                raise UsageError(f"Python strategies cannot be combined with `{name}`", f"leave out `{name}`")

    @property
    def most(self) -> int | None:
        """The maximum number of hands or games, or None if only the precision decides."""
        if self.amount is None and self.precision is None:
            return DEFAULT_HANDS if self.unit == "hands" else DEFAULT_GAMES
        return self.amount


def simulate(
    ruleset: AnyRuleset,
    arguments: Arguments = (),
    *,
    hands: int | None = None,
    games: int | None = None,
    precision: float | None = None,
    seed: int = 0,
    workers: int = 0,
    rounds: int = 0,
    engine: Speed = "auto",
    checkpoint: str | Path | None = None,
    cluster: str = "",
    by: str = "",
    strategies: Mapping[str, Strategy] | None = None,
    histories: str | Path | None = None,
    progress: Progress | None = None,
    **named: object,
) -> Simulation:
    """Simulate a ruleset, given as a name, a file, TOML text or data.

    ``arguments`` are either words, as on a command line, or typed values. The simulation plays the given
    number of ``hands`` or whole ``games``, or continues until the standard error is at most ``precision``
    (0.0001 for 0.01%). By default, it plays games for a tournament, and hands for any other ruleset. The
    results depend only on the ruleset, the arguments, the amount and the ``seed``. They do not depend on the
    number of ``workers`` (0 for one per core), the engine or the machine. ``by`` is a name or an expression.
    Hands are grouped by the value that it has when the wager is made. ``strategies`` maps players' names to
    Python functions. Each function takes a ``bj.State`` and returns an action. These strategies run on the
    plain engine with a single worker. ``histories`` names a Parquet file, or an Arrow file if the name ends
    in ``.arrow``. One row is written for each decision and each result. After an interrupt, the results are
    partial. Raises RulesetError if the ruleset has faults, UsageError if a parameter is invalid, and
    GameError if a game fails.
    """
    checked, values = prepare(ruleset, arguments, named, call=simulate)
    unit, amount = choose_unit(hands, games, is_tournament=checked.model.tournament is not None)
    kept = path_of(checkpoint) if checkpoint is not None else None
    played = take_strategies(strategies)
    speed: Speed = "plain" if played else engine
    file = path_of(histories) if histories is not None else None
    options = RunOptions(unit, amount, precision, seed, workers, rounds, speed, kept, cluster, file)
    if not played:
        return run_simulation(checked, values, options, progress, by)
    options.refuse_files()
    job = make_job(checked, values, unit, seed, rounds, options.most, by, has_strategies=True)
    asking = calling_engine(Plan(checked, values, seed, rounds=rounds), played)
    crew = LocalCrew(partial(play_block, job, engine=asking))
    return _simulate(job, describe_setting(checked, values, job, by), options, progress, crew)


def choose_unit(hands: int | None, games: int | None, *, is_tournament: bool) -> tuple[Unit, int | None]:
    """Return the unit to simulate (hands or games), and the amount, which is None by default.

    Raises UsageError if both amounts are given, or if either is not an integer.
    """
    for amount in (hands, games):
        if amount is not None and type(amount) is not int:
            raise UsageError(f"{amount!r} is not a whole number", f"use 1 to {LARGEST_AMOUNT}")
    if hands is not None and games is not None:
        raise UsageError("hands and games cannot be combined", "use only one of them")
    if games is not None or (is_tournament and hands is None):
        return "games", games
    return "hands", hands


def run_simulation(
    checked: Checked,
    values: Mapping[str, Value],
    options: RunOptions,
    progress: Progress | None = None,
    by: str = "",
) -> Simulation:
    """Simulate a ruleset that is already loaded, with the given argument ``values``."""
    job = make_job(checked, values, options.unit, options.seed, options.rounds, options.most, by)
    return simulate_job(checked, values, job, options, progress, by)


def simulate_job(
    checked: Checked,
    values: Mapping[str, Value],
    job: Job,
    options: RunOptions,
    progress: Progress | None,
    by: str,
) -> Simulation:
    """Simulate a job for a loaded ruleset, and write histories if ``options`` request them."""
    setting = describe_setting(checked, values, job, by)
    with _hire_recorders(checked, values, options, by) as crew:
        return _simulate(job, setting, options, progress, crew)


@contextmanager
def _hire_recorders(
    checked: Checked, values: Mapping[str, Value], options: RunOptions, by: str
) -> Iterator[Crew | None]:
    """Start the workers that write histories, or yield None if ``options`` request no histories.

    After an error, the file is left unchanged. Raises UsageError if a required package is missing, or if
    another option conflicts with histories.
    """
    if options.histories is None:
        yield None
        return
    for name, is_given in (
        ("a precision", options.precision is not None),
        ("a checkpoint", options.checkpoint is not None),
        ("a cluster", bool(options.cluster)),
    ):
        if is_given:
            raise UsageError(f"histories cannot be written with {name}", "remove one of them")
    try:
        from bj.simulation.history_columns import RECORDED
        from bj.simulation.history_files import recording_crew
    except ImportError as error:
        raise lack("histories need", "histories", error) from None
    job = make_job(
        *(checked, values, options.unit, options.seed, options.rounds, options.most, by), recorded=RECORDED
    )
    with recording_crew(
        options.histories, checked, job, choose_engine(options.engine), count_workers(options)
    ) as crew:
        yield crew


def _simulate(
    job: Job, setting: Setting, options: RunOptions, progress: Progress | None, crew: Crew | None
) -> Simulation:
    def spread(tally: BlockTally) -> float:
        return spread_of(tally, options.unit == "games", bool(setting.teams))

    run, interrupted = play(job, spread, options, progress, crew)
    return make_simulation(setting, job, run.tally, run.blocks, is_partial=interrupted)


def play(
    job: Job,
    spread: Spread,
    options: RunOptions,
    progress: Progress | None = None,
    own_crew: Crew | None = None,
) -> tuple[SimulationRun, bool]:
    """Play a job, and return the run and whether it was interrupted."""
    refuse_uncallable(progress)
    amount = options.most
    if amount is not None and not 1 <= amount <= LARGEST_AMOUNT:
        raise UsageError(f"{amount} is not a valid number of {options.unit}", f"use 1 to {LARGEST_AMOUNT}")
    if options.precision is not None and not 0 < options.precision < 1:
        raise UsageError("the precision should be between 0 and 1", "write it like `0.01%` or `0.0001`")
    run = SimulationRun()
    checks = PrecisionChecks(spread, options.precision or 0)

    def report(run: SimulationRun) -> None:
        if progress is not None:
            early = sum(tally.hands for tally in run.early.values())
            progress(run.tally.hands + early, share_done(run, job.block, amount, options.precision, spread))

    engine = choose_engine(options.engine)
    kept: AbstractContextManager[Checkpoint | None] = (
        Checkpoint(options.checkpoint, job) if options.checkpoint is not None else nullcontext()
    )
    hired = nullcontext(own_crew) if own_crew is not None else _hire(job, engine, options)
    with kept as checkpoint, hired as crew:
        try:
            play_blocks(
                crew,
                run,
                sizes_of_blocks(job.block, amount),
                known=checkpoint.blocks if checkpoint else {},
                keep=checkpoint.keep if checkpoint else lambda index, size, tally: None,
                is_enough=partial(checks.is_enough, run) if options.precision is not None else None,
                progress=report,
            )
        except KeyboardInterrupt:
            if run.all_so_far().hands == 0:
                raise
            return run, True
    return run, False


class PrecisionChecks:
    """Decides when a run is precise enough. It checks less and less often as the number of blocks grows."""

    def __init__(self, spread: Spread, precision: float) -> None:
        self._spread = spread
        self._precision = precision
        self._next = 0

    def is_enough(self, run: SimulationRun, tally: BlockTally) -> bool:
        """Return whether a check is due now and the standard error is small enough."""
        if run.blocks < self._next or most_batches(tally) < FEWEST_FOR_PRECISION:
            return False
        self._next = ceil(CHECK_GROWTH * run.blocks)
        return self._spread(tally) <= self._precision


def share_done(
    run: SimulationRun, block: int, amount: int | None, precision: float | None, spread: Spread
) -> float:
    """Return how much of the work is done, as a fraction between 0 and 1.

    If a precision is requested, work grows with the inverse square of the error. If the error is still twice
    the precision, a quarter of the work is done.
    """
    share = 0.0
    if amount is not None:
        share = (run.blocks + len(run.early)) * block / amount
    if precision is not None:
        share = max(share, (precision / max(spread(run.tally), precision)) ** 2)
    return 1.0 if run.is_done else min(share, 1.0)


def most_batches(tally: BlockTally) -> int:
    """Return the number of batches in a comparison. In a simulation, use the group with the most batches."""
    if tally.pairs:
        return tally.pairs[0][0]
    return max((group.batches for group in tally.groups.values()), default=0)


def _hire(job: Job, engine: EngineName, options: RunOptions) -> AbstractContextManager[Crew]:
    """Return a context manager that starts the workers requested in ``options``.

    Raises UsageError if ``distributed`` is needed but not installed.
    """
    workers = count_workers(options)
    if not options.cluster:
        return local_crew(job, engine, workers)
    try:
        from bj.simulation.cluster import Cluster
    except ImportError as error:
        raise lack("a cluster needs", "cluster", error) from None
    return Cluster(job, engine, options.cluster)


def count_workers(options: RunOptions) -> int:
    """Return how many workers to start. Raises UsageError if the requested number is out of range."""
    if options.workers < 0 or options.workers > 1024:
        raise UsageError(
            f"{options.workers} is not a valid number of workers", "use 1 to 1024, or 0 for all cores"
        )
    return options.workers or count_cores()


def make_simulation(
    setting: Setting, job: Job, tally: BlockTally, blocks: int, *, is_partial: bool
) -> Simulation:
    """Return the results of a simulation, given its ``tally`` and its number of ``blocks``."""
    return Simulation(
        setting.title,
        setting.arguments,
        job.unit,
        job.seed,
        tally.hands,
        make_players(setting, tally),
        make_strategies(setting, tally),
        make_teams(setting, tally),
        make_games(setting, tally) if tally.games else None,
        tally.cut,
        job.longest,
        is_partial,
        blocks,
        tally.key(),
        setting.by,
        powers_without_hands(setting, tally),
    )
