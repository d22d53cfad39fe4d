"""``bj verify``: checks whether the transcripts of other programs follow the rules."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, get_args

import typer

from bj.catalogue.limits import MOST_ROUNDS
from bj.cli.exit_codes import FINDINGS, exit_policy
from bj.cli.options import OutputOption, RulesetName, SettingsOption, argument, flag, option
from bj.errors import UsageError
from bj.text.colours import paint_for, plain
from bj.verify.formats import ServiceName
from bj.verify.text import TOLERATED, refuse_to_tolerate

if TYPE_CHECKING:
    from bj.verify.assignment import Assignment
    from bj.verify.findings import Report
    from bj.verify.marks import Mark

FormatName: TypeAlias = Literal["full", "concise", "json", ServiceName]


def verify(
    ruleset: RulesetName,
    files: Annotated[
        list[str] | None, argument("FILE", "Transcripts, folders of transcripts, or `-` for stdin.")
    ] = None,
    settings: SettingsOption = None,
    seed: Annotated[str, option("N", "Random seed for the shuffles.")] = "",
    rounds: Annotated[
        int | None,
        option(
            "N", "The number of rounds, if the program did not ask whether to go on.", min=1, max=MOST_ROUNDS
        ),
    ] = None,
    chance: Annotated[
        Literal["seed", "cuts", "cards"] | None,
        option(
            "seed|cuts|cards",
            "Which cards must match the ruleset's shuffles: all of them, those after each cut, or none.",
        ),
    ] = None,
    answers: Annotated[
        str, option("FILE", "A file with the answers that were typed, if the transcripts omit them.")
    ] = "",
    tolerate: Annotated[
        str, option("WHAT", f"Differences to tolerate, such as `case,spaces`: any of {', '.join(TOLERATED)}.")
    ] = "",
    points: Annotated[
        str,
        option(
            "MARKS|FILE",
            "Points for rules that come up and are followed, such as `natural=10,dealer=5`, or a TOML file "
            "with a [marks] table.",
        ),
    ] = "",
    reveal: Annotated[
        Literal["none", "rule", "actual", "diff"],
        typer.Option(help="How much of the solution to show."),
    ] = "diff",
    output_format: Annotated[
        FormatName,
        typer.Option(
            "--format", metavar="FORMAT", help=f"The format of the report: {', '.join(get_args(FormatName))}."
        ),
    ] = "full",
    output_file: OutputOption = "",
    csv_file: Annotated[
        str, option("FILE", "Write the results of all transcripts as a CSV table.", "--csv")
    ] = "",
    history: Annotated[
        str, option("FILE", "If the transcript is correct, save its game as a history.", "--history")
    ] = "",
    wants_games: Annotated[
        bool, flag("--suggest", "Suggest seeds and cuts for games that print every message.")
    ] = False,
    course: Annotated[
        str,
        option("FILE", "With `--suggest`: use the arguments of the runs in this course.", "--course"),
    ] = "",
) -> None:
    """Verify other programs' transcripts against the rules.

    bj replays the game in each transcript and reports which rules the transcript breaks and where. The exit
    code is 0 if all transcripts are correct, 1 if any is wrong, and 2 if a file cannot be read.
    """
    with exit_policy():
        from bj.cli.verify_inputs import read_assignment, read_marks, read_transcripts

        if course:
            if not wants_games:
                raise UsageError("`--course` needs `--suggest`", "to grade a course, use `bj grade`")
            if settings or seed or rounds or chance or answers:
                raise UsageError("the course sets the games", "remove all options except `--suggest`")
            _suggest_for_course(course, ruleset)
            return
        assignment = read_assignment(ruleset, settings or [], seed, rounds or 0, chance, answers)
        if wants_games:
            from bj.verify.games_covering_rules import in_words, suggest

            print("\n".join(in_words(suggest(assignment))))
            return
        if not files:
            raise UsageError("there is no transcript to verify", "add files, folders, or `-` for stdin")
        from bj.cli.output_files import refuse_files, write_file
        from bj.verify.batch import verify_all
        from bj.verify.findings import Report
        from bj.verify.formats.reveal import for_students
        from bj.verify.formats.reveal import reveal as give_away
        from bj.verify.marks import mark

        if history:
            from bj.session.replayable_history import refuse_other_than_history

            refuse_other_than_history(Path(history))
        wanted = read_marks(points)
        is_for_students = reveal != "diff" or output_format in get_args(ServiceName)
        transcripts = read_transcripts(files, may_be_missing=output_format in get_args(ServiceName))
        refuse_files(output_file, csv_file, inputs=[name for name, _ in transcripts])
        reports = verify_all(assignment, _read_tolerated(tolerate), transcripts)
        marks = [mark(report, wanted) for report in reports]

        def show(report: Report) -> Report:
            return give_away(for_students(report) if is_for_students else report, reveal)

        if history:
            _write_history(history, assignment, transcripts, reports)
        shown = [show(report) for report in reports]
        given = [
            [each._replace(findings=tuple(show(Report("", each.findings)).findings)) for each in row]
            for row in marks
        ]
        if csv_file:
            from bj.verify.formats.tables import render_csv

            write_file(csv_file, render_csv(shown, given))
        _publish(shown, given, output_format, output_file, slug=ruleset)
        if any(report.verdict != "right" for report in reports):
            sys.exit(FINDINGS)


def _suggest_for_course(course: str, ruleset: str) -> None:
    """For each run in a course manifest, print suggested games that use its arguments."""
    from bj.cli.grade import runs_of
    from bj.grading.manifest_reading import read_manifest
    from bj.verify.games_covering_rules import in_words, suggest

    for run, assignment in runs_of(read_manifest(Path(course)), ruleset).items():
        print(f"run {run}:")
        for line in in_words(suggest(assignment)):
            print(f"  {line}")


def _write_history(
    file: str, assignment: Assignment, transcripts: list[tuple[str, bytes]], reports: list[Report]
) -> None:
    """Write the game in the only transcript as a history, if the transcript is correct.

    Raises UsageError if there are several transcripts.
    """
    from bj.session.replayable_history import write_history
    from bj.verify.transcript_as_history import keep

    if len(transcripts) != 1:
        raise UsageError(
            f"`--history` writes one game, but there are {len(transcripts)} transcripts", "choose one of them"
        )
    if reports[0].verdict != "right":
        print("note: the transcript is wrong, so no history was written", file=sys.stderr)
        return
    history, state = keep(assignment, transcripts[0][1])
    write_history(Path(file), history, state.record_hash, state.describe_hands())


def _read_tolerated(words: str) -> list[str]:
    tolerated = [each for each in words.split(",") if each]
    refuse_to_tolerate(tolerated)
    return tolerated


def _publish(
    reports: list[Report], marks: list[list[Mark]], output_format: FormatName, output_file: str, *, slug: str
) -> None:
    from bj.cli.output_files import write_file

    rendered = render(reports, marks, output_format, slug, is_file=bool(output_file))
    if output_file:
        write_file(output_file, f"{rendered}\n" if rendered else "")
    elif output_format == "github" and rendered:
        from bj.cli.ci_safe_output import print_commands

        print_commands(rendered)
    elif rendered:
        print(rendered)


def render(
    reports: list[Report], marks: list[list[Mark]], output_format: FormatName, slug: str, *, is_file: bool
) -> str:
    """Return the reports with their marks in the format ``output_format``."""
    from bj.verify.formats import for_programs, text
    from bj.verify.formats.tables import groups

    paint = plain if is_file else paint_for(sys.stdout, os.environ)
    if output_format == "concise":
        return text.render_concise(reports, paint)
    if output_format != "full":
        return for_programs.render(output_format, reports, marks, slug)
    full = text.render_full(reports, marks, paint)
    return full if len(reports) == 1 else "\n".join([full, "", *groups(reports)])
