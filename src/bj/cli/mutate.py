"""``bj mutate``: finds rule changes that the tests for an assignment do not detect."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import Annotated

from bj.cli.exit_codes import FINDINGS, exit_policy
from bj.cli.options import OutputOption, RulesetName, SettingsOption, option
from bj.errors import UsageError


def mutate(
    ruleset: RulesetName,
    course: Annotated[
        str, option("FILE", "Also run the games listed in this course manifest.", "--course")
    ] = "",
    submissions: Annotated[
        str,
        option(
            "FOLDER",
            "With `--course`: list the students whose transcripts match a changed rule.",
            "--submissions",
        ),
    ] = "",
    settings: SettingsOption = None,
    seed: Annotated[str, option("N", "Random seed for the shuffles.")] = "",
    only: Annotated[str, option("TEXT", "Change only rules with TEXT in their names.", "--only")] = "",
    output_file: OutputOption = "",
) -> None:
    """Report rule changes that no test notices.

    bj changes one rule at a time: house rules, payouts, other keys with a fixed set of words, formulas,
    charts, steps, and the order, reactions and powers of team members. It does not change messages, cards or
    arguments. The tests are the cases for the ruleset and the games in a course manifest or, without a
    manifest, one game with the given arguments. For each unnoticed change, bj suggests arguments or a seed
    that would reveal it. The exit code is 1 if any change goes unnoticed.
    """
    with exit_policy():
        from bj.cli.grade import runs_of
        from bj.cli.output_files import refuse_files, write_report
        from bj.cli.verify_inputs import read_assignment
        from bj.grading.manifest_reading import read_manifest
        from bj.grading.mutating import Laboratory, describe, find_mutants
        from bj.grading.submissions import find_submissions
        from bj.ruleset.suggestions import shorten

        if submissions and not course:
            raise UsageError("`--submissions` needs `--course`", "add the course manifest with `--course`")
        found = []
        if course:
            if settings or seed:
                raise UsageError(
                    "the course manifest sets the arguments and seeds", "remove `--set` and `--seed`"
                )
            read = read_manifest(Path(course))
            if submissions and read.manifest.program is not None:
                raise UsageError(f"the submissions of {course} are programs", "save their transcripts first")
            runs = runs_of(read, ruleset)
            found = find_submissions(read.manifest, Path(submissions), "") if submissions else []
        else:
            runs = {"given": read_assignment(ruleset, settings or [], seed, 0, None, "")}
        refuse_files(output_file, inputs=chain.from_iterable(each.paths for each in found))
        laboratory = Laboratory(runs, found, with_cases=True, is_course=bool(course))
        mutants = [each for each in find_mutants(laboratory.first) if only in each.rule]
        if not mutants:
            raise UsageError(
                f"no rule with `{shorten(only)}` in its name can be changed",
                "use part of a name, such as `payouts`; `bj mutate --help` lists the kinds of rules",
            )
        results = [result for result in map(laboratory.examine, mutants) if result is not None]
        text = "\n".join(describe(results, len(found)))
        write_report(f"{text}\n", output_file)
        if not all(each.noticed for each in results):
            sys.exit(FINDINGS)
