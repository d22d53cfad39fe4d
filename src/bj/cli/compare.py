"""``bj compare``: compares two rulesets, strategies or sets of arguments with the same random numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from bj.argument_values import Value
from bj.cli import simulate_and_compare as common
from bj.cli.amounts_and_precisions import parse_amount
from bj.cli.exit_codes import exit_policy
from bj.cli.options import OutputOption, SettingsOption, argument, choose_seed, flag, option, split_settings
from bj.cli.output_files import refuse_files, write_report
from bj.cli.progress import note_engine, progress_bar, progress_count
from bj.cli.shell_completion import complete_argument, complete_ruleset, complete_setting
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.session.game_plan import prepare
from bj.simulation.comparison import make_contest, run_comparison


def compare(
    left: Annotated[
        str,
        argument(
            "LEFT", "A ruleset file, or the name of a shipped ruleset.", autocompletion=complete_ruleset
        ),
    ],
    right: Annotated[
        str,
        argument(
            "RIGHT", "The ruleset to compare with LEFT; may be the same.", autocompletion=complete_ruleset
        ),
    ],
    arguments: Annotated[
        list[str] | None,
        argument(
            "ARGUMENT",
            "Arguments for both rulesets, matched by type and order.",
            autocompletion=complete_argument,
        ),
    ] = None,
    left_settings: Annotated[
        list[str] | None,
        option(
            "NAME=VALUE", "Set an argument on the left side only.", "--left", autocompletion=complete_setting
        ),
    ] = None,
    right_settings: Annotated[
        list[str] | None,
        option(
            "NAME=VALUE",
            "Set an argument on the right side only.",
            "--right",
            autocompletion=complete_setting,
        ),
    ] = None,
    hands: common.HandsOption = "",
    games: common.GamesOption = "",
    precision: common.PrecisionOption = "",
    batch: Annotated[
        str,
        option(
            "N",
            "Reseed both sides with the same seed every N hands (by default, at most 512) or games (by "
            "default, 1).",
            "--batch",
        ),
    ] = "",
    seed: common.SeedOption = "0",
    workers: common.WorkersOption = None,
    rounds: common.RoundsOption = None,
    settings: SettingsOption = None,
    engine: common.EngineOption = "auto",
    form: common.FormatOption = "table",
    output_file: OutputOption = "",
    checkpoint: common.CheckpointOption = "",
    cluster: common.ClusterOption = "",
    exact: Annotated[bool, flag("--exact", "Compute the exact difference instead of simulating.")] = False,
    fresh: Annotated[bool, flag("--fresh", "With `--exact`: deal every hand from a fresh shoe.")] = False,
) -> None:
    """Compare two rulesets or two strategies by simulation.

    For example, `bj compare classic classic --right player=counting` compares two strategies. Both sides use
    the same seed for each batch of hands, so that little of the difference is due to chance. The report gives
    the confidence interval of the difference. `--hands` and `--games` apply to each side separately.
    """
    with exit_policy():
        refuse_files(output_file)
        both = split_settings(settings or [])
        named = [
            (name, both | split_settings(own or [], option))
            for name, own, option in ((left, left_settings, "--left"), (right, right_settings, "--right"))
        ]
        sides = [prepare(name, arguments or [], own) for name, own in named]
        if exact:
            _compare_exactly(sides, form, output_file, engine, fresh=fresh)
            return
        chosen = common.read_wanted(
            hands,
            games,
            precision,
            is_tournament=any(checked.model.tournament is not None for checked, _ in sides),
            seed=choose_seed(seed, sides[0][0]),
            workers=workers,
            rounds=rounds,
            engine=engine,
            checkpoint=checkpoint,
            cluster=cluster,
        )
        length = parse_amount("--batch", batch) if batch else None
        contest = make_contest(sides[0], sides[1], chosen, length)
        note_engine(chosen.engine)
        words = [common.words_of_run(name, arguments or [], own, rounds) for name, own in named]
        jobs = [job for job in (contest.job, contest.job.against) if job is not None]
        common.note_short_games((checked, job) for (checked, _), job in zip(sides, jobs, strict=True))
        with common.show_by_run(list(zip(jobs, words, strict=True))), progress_bar() as progress:
            found = run_comparison(contest, chosen, progress)
        common.report(found, form, output_file)
        common.leave(found)


def _compare_exactly(
    sides: Sequence[tuple[Checked, Mapping[str, Value]]],
    form: Literal["table", "json", "csv"],
    output_file: str,
    engine: Literal["auto", "plain", "compiled"],
    *,
    fresh: bool,
) -> None:
    from bj.analysis.analysis import analyze_checked
    from bj.analysis.report import render_comparison
    from bj.analysis.results import ExactComparison

    if form == "csv":
        raise UsageError("exact values cannot be written as csv", "use `--format table` or `--format json`")
    note_engine(engine)
    with progress_count() as progress:
        left, right = (
            analyze_checked(*side, fresh=fresh, engine=engine, progress=progress) for side in sides
        )
    text = render_comparison(ExactComparison(left, right), form)
    write_report(text, output_file)
