"""``bj simulate``: plays millions of hands or thousands of games, and reports the odds."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from bj.cli import simulate_and_compare as common
from bj.cli.exit_codes import exit_policy
from bj.cli.options import (
    OutputOption,
    RulesetName,
    SettingsOption,
    Words,
    choose_seed,
    option,
    split_settings,
)
from bj.cli.output_files import refuse_files, write_file
from bj.cli.progress import note_engine, progress_bar
from bj.session.engines import choose_engine
from bj.session.game_plan import prepare
from bj.simulation.jobs import Job, make_job
from bj.simulation.participants import Setting, describe_setting
from bj.simulation.results import Simulation
from bj.simulation.simulation import RunOptions, simulate_job


def simulate(
    ruleset: RulesetName,
    arguments: Words = None,
    hands: common.HandsOption = "",
    games: common.GamesOption = "",
    precision: common.PrecisionOption = "",
    seed: common.SeedOption = "0",
    workers: common.WorkersOption = None,
    rounds: common.RoundsOption = None,
    settings: SettingsOption = None,
    engine: common.EngineOption = "auto",
    form: common.FormatOption = "table",
    output_file: OutputOption = "",
    plot: Annotated[str, option("FILE", "Also draw a chart to an .svg or .png file.")] = "",
    by: Annotated[
        str,
        option(
            "EXPRESSION",
            "Group hands by the value of EXPRESSION when the wager is placed; it may be a name in [define].",
        ),
    ] = "",
    histories: Annotated[
        str, option("FILE", "Write all decisions and results to a Parquet or Arrow file.", "--histories")
    ] = "",
    checkpoint: common.CheckpointOption = "",
    cluster: common.ClusterOption = "",
) -> None:
    """Simulate a ruleset and report the odds with standard errors.

    By default, bj plays a million hands, or 10,000 games of a tournament. Every player needs a strategy. The
    results depend only on the ruleset, the arguments, the number of hands or games and the seed. Press Ctrl-C
    to stop the simulation and see the results so far.
    """
    with exit_policy():
        refuse_files(plot, output_file, histories)
        form_of_plot = common.choose_plot(plot) if plot else ""
        named = split_settings(settings or [])
        checked, values = prepare(ruleset, arguments or [], named)
        chosen = common.read_wanted(
            hands,
            games,
            precision,
            is_tournament=checked.model.tournament is not None,
            seed=choose_seed(seed, checked),
            workers=workers,
            rounds=rounds,
            engine=engine,
            checkpoint=checkpoint,
            cluster=cluster,
        )
        chosen = replace(chosen, histories=Path(histories) if histories else None)
        job = make_job(checked, values, chosen.unit, chosen.seed, chosen.rounds, chosen.most, by)
        note_engine(chosen.engine)
        common.note_short_games([(checked, job)])
        words = common.words_of_run(ruleset, arguments or [], named, rounds)
        with common.show_by_run([(job, words)]), progress_bar() as progress:
            found = simulate_job(checked, values, job, chosen, progress, by)
        common.report(found, form, output_file)
        if plot:
            sys.stdout.flush()
            _plot(found, job, describe_setting(checked, values, job, by), chosen, plot, form_of_plot)
        common.leave(found)


def _plot(found: Simulation, job: Job, setting: Setting, chosen: RunOptions, plot: str, form: str) -> None:
    """Draw the picture of a simulation. Bankrolls over time come from a separate sample of games."""
    from bj.simulation.bankroll_paths import sample_paths
    from bj.simulation.block_workers import engine_called
    from bj.simulation.pictures import draw

    paths = None if setting.teams else sample_paths(job, setting, engine_called(choose_engine(chosen.engine)))
    write_file(plot, draw(found, paths, form))
