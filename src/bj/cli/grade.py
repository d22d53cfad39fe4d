"""``bj grade``: grades a class, as specified by a course manifest."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bj.cli.exit_codes import exit_policy
from bj.cli.options import OutputOption, argument, option
from bj.errors import UsageError
from bj.grading import Format
from bj.text.untrusted_text import make_visible

if TYPE_CHECKING:
    from bj.grading.grading import GradingPlan
    from bj.grading.manifest_reading import ManifestFile
    from bj.verify.assignment import Assignment

MOST_NAMES = 10
"""The maximum number of names to list in a note."""


def grade(
    course: Annotated[str, argument("COURSE", "The course manifest.")],
    submissions: Annotated[
        str, typer.Argument(metavar="SUBMISSIONS", help="The folder with the submissions.")
    ] = "submissions",
    results: Annotated[
        str, typer.Option("--results", metavar="FOLDER", help="The folder for the results.")
    ] = "results",
    student: Annotated[
        str, option("NAME", "Grade only this student, whose files are directly in SUBMISSIONS.", "--student")
    ] = "",
    output_format: Annotated[
        Format,
        typer.Option("--format", help="With `--student`: the output format."),
    ] = "text",
    output_file: OutputOption = "",
    workers: Annotated[
        int | None, option("N", "Number of parallel processes.", "--workers", min=1, max=64)
    ] = None,
) -> None:
    """Grade the submissions of a class.

    bj writes each student's results, marks.csv, findings.csv and class.html to the results folder. If grading
    is interrupted, run the same command again to continue. The exit code is 0 if every student could be
    graded.
    """
    with exit_policy():
        from bj.cli.output_files import refuse_files, write_file, write_report
        from bj.grading.grading import grade_class, make_results_folder, render
        from bj.grading.html_overview import render_files
        from bj.grading.manifest_reading import read_manifest
        from bj.grading.overview import describe, look_over
        from bj.grading.saved_results import students_with_results
        from bj.grading.submissions import find_submissions, find_unused

        read = read_manifest(Path(course))
        if student and not all(each.isalnum() or each in "_.@+- " for each in student):
            raise UsageError(f"`{student[:40]}` is not a valid name", "use letters, digits and `_.@+-`")
        if output_format != "text" and not student:
            raise UsageError("`--format` needs `--student`", "add `--student`, or list `formats` in [course]")
        found = find_submissions(read.manifest, Path(submissions), student)
        refuse_files(output_file, inputs=chain.from_iterable(each.paths for each in found))
        plan = plan_of(read, None if student else Path(results))
        make_results_folder(plan, found)  # refused at once, because the notes take a while
        notes = [] if student else [*_notes(read, plan)]
        _print_notes(notes)
        graded = grade_class(plan, found, workers or 0)
        if student:
            marks = graded[0].marks(plan.manifest, plan.exercised, plan.fixed)
            report = graded[0].for_student(plan.manifest)
            text = render(plan.manifest, report, marks, output_format, datetime.now(UTC))
            if read.manifest.program is None and not any(map(os.path.isfile, found[0].paths)):
                missing = make_visible(found[0].paths[0])
                _print_notes([f"no transcript was found; bj expects the first one at {missing}"])
        else:
            unused = find_unused(read.manifest, Path(submissions), found)
            students = {each.student for each in found}
            listed = {*read.manifest.course.students}
            unlisted = [each.student for each in found if listed and each.student not in listed]
            others = [each for each in students_with_results(Path(results)) if each not in students]
            more = [
                *_list_names("these names match no submission", unused),
                *_list_names("these students are graded, but not in the list of `students`", unlisted),
                *_list_names(f"{results} also has results of students who are not in this class", others),
            ]
            _print_notes(more)
            overview = look_over(plan, graded, [*notes, *more])
            for name, content in render_files(overview).items():
                write_file(str(Path(results) / name), content)
            text = "\n".join(describe(overview))
        write_report(f"{text}\n", output_file)


def _notes(course: ManifestFile, plan: GradingPlan) -> Iterator[str]:
    """Yield notes about points that a correct program cannot get, and about mistakes that cost no points.

    Unless all cards and answers are fixed, the notes cover only runs that play the same game.
    """
    from bj.grading.grading import marks_of_right_program
    from bj.grading.overview import describe_limits
    from bj.grading.run_coverage import (
        describe_unshown,
        equal_runs,
        find_unshown,
        unshown_members,
    )
    from bj.text.sentences import enumerate_words

    for run, failure in plan.failures.items():
        yield f"run {run}: the game of a right program ends with an error, {failure}"
    if plan.is_fixed:
        if limits := describe_limits(marks_of_right_program(plan)):
            yield limits
        if members := unshown_members(plan):
            yield f"no run shows {enumerate_words(members)}"
        if unshown := find_unshown(plan.assignments, plan.manifest.criteria()):
            ruleset = course.near(plan.manifest.course.ruleset)
            command = shlex.join(("bj", "mutate", ruleset, "--course", str(course.document.file)))
            heading = "no run shows these mistakes, so they cost no points:"
            yield "\n".join((heading, *describe_unshown(unshown), f"  see `{make_visible(command)}`"))
    for runs in equal_runs(plan.assignments):
        yield f"the runs {runs} play the same game; change a seed"


def _print_notes(notes: Iterable[str]) -> None:
    for note in notes:
        print(f"note: {note}", file=sys.stderr)


def _list_names(message: str, names: list[str]) -> Iterator[str]:
    """Yield a note that lists the first few of ``names``, unless the list is empty."""
    if names:
        shown = ", ".join(map(make_visible, names[:MOST_NAMES]))
        more = f", and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        yield f"{message}: {shown}{more}"


def plan_of(course: ManifestFile, results: Path | None) -> GradingPlan:
    """Create the grading plan for a course manifest.

    Raises UsageError, with the location in the manifest, if the ruleset or a run is invalid.
    """
    from bj.cli.verify_inputs import read_assignment
    from bj.grading.grading import make_plan
    from bj.ruleset.ruleset_files import find_ruleset
    from bj.ruleset.unknown_rules_in_help import find_unknown_rules

    manifest = course.manifest
    if manifest.program is not None and not hasattr(os, "killpg"):
        error = UsageError("this system cannot limit what programs do", "run `bj grade` on Linux or macOS")
        raise course.blame(("program",), error)
    assignments = {}
    ruleset = course.near(manifest.course.ruleset)
    try:
        find_ruleset(ruleset)
    except UsageError as error:
        raise course.blame(("course", "ruleset"), error) from None
    for name, run in manifest.runs.items():
        settings = [f"{key}={value}" for key, value in run.arguments.items()]
        seed = "" if run.seed is None else str(run.seed)
        answers = course.near(run.answers) if run.answers else ""
        try:
            assignments[name] = read_assignment(
                ruleset, settings, seed, run.rounds or 0, manifest.course.chance, answers
            )
        except UsageError as error:
            raise course.blame(("runs", name), error) from None
    checked = next(iter(assignments.values())).rules.checked
    course.refuse_help(find_unknown_rules(checked.model, manifest.help))
    return make_plan(manifest, course.document.text, assignments, results)


def runs_of(course: ManifestFile, ruleset: str) -> dict[str, Assignment]:
    """Return the assignment for each run in a course manifest.

    Raises UsageError if the ruleset of the course is not ``ruleset``.
    """
    from bj.ruleset.ruleset_files import find_ruleset

    runs = dict(plan_of(course, None).assignments)
    own = next(iter(runs.values())).rules.file
    if os.path.realpath(own) != os.path.realpath(find_ruleset(ruleset)):
        raise UsageError(f"the ruleset of {course.document.file} is {own}", "use that ruleset")
    return runs
