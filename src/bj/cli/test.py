"""``bj test``: plays the test cases for rulesets, and compares the results with the expected ones."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from bj.cases.running import CaseResult
from bj.cli.exit_codes import FINDINGS, USAGE, complain, exit_policy
from bj.cli.options import OutputOption, argument, flag, option
from bj.cli.output_files import refuse_files, write_file
from bj.cli.shell_completion import complete_ruleset
from bj.errors import RulesetError, UsageError
from bj.text.junit import Suite
from bj.text.untrusted_text import make_visible, show_path, show_words

if TYPE_CHECKING:
    from bj.cases.running import CaseResult


def play_cases(
    rulesets: Annotated[
        list[str] | None,
        argument(
            "RULESET",
            "Ruleset files, names of shipped rulesets, or folders; by default, the current folder.",
            autocompletion=complete_ruleset,
        ),
    ] = None,
    matching: Annotated[
        str | None,
        option("TEXT", "Play only cases whose names contain TEXT, such as `classic::push`.", "--only"),
    ] = None,
    update: Annotated[bool, flag("--update", "Accept the current results as the expected results.")] = False,
    form: Annotated[
        Literal["text", "junit"], typer.Option("--format", help="The format of the report.")
    ] = "text",
    output_file: OutputOption = "",
) -> None:
    """Play the test cases for rulesets.

    The cases for `mine.toml` are in `cases/mine.toml` next to it. The exit code is 0 if all cases pass, 1 if
    any case fails or a file has a fault, and 2 if a file is missing or cannot be read.
    """
    results = Results(is_shown=form == "text" and not output_file)
    with exit_policy():
        refuse_files(output_file)
        for name in rulesets or ["."]:
            for file in results.find(name):
                results.run(file, matching or "", update=update)
        results.finish(matching or "")
        text = "\n".join(results.lines) if form == "text" else results.render_junit()
        if output_file:
            write_file(output_file, f"{text}\n")
        elif form == "junit":
            print(text)
    sys.exit(results.code)


class Results:
    """Plays the test cases for rulesets, and collects the results."""

    def __init__(self, *, is_shown: bool) -> None:
        self.is_shown = is_shown
        """Whether to print each line immediately."""
        self.lines: list[str] = []
        self.played: list[TestedRuleset] = []
        self.code = 0
        self.failures: list[str] = []
        self.failed = 0
        self.updated = 0
        self.passed = 0

    def find(self, name: str) -> list[Path]:
        """Return the path of the ruleset ``name``, or the paths of all rulesets in the folder ``name``.

        If the name is invalid, report the error and return an empty list.
        """
        from bj.cases.reading import find_rulesets

        try:
            return find_rulesets(name)
        except UsageError as error:
            self._refuse(error)
            self.played += [TestedRuleset(Path(name), error=error.message)]
            return []

    def run(self, file: Path, matching: str, *, update: bool) -> None:
        """Play the test cases for one ruleset, and record the results or the error."""
        from bj.cases.running import run_cases

        try:
            outcomes = run_cases(file, matching=matching, update=update)
        except RulesetError as error:
            from bj.findings.text import render_findings

            self._show(f"{show_path(str(file))} E")
            self.failures += [render_findings(error.findings)]
            self.played += [TestedRuleset(file, error=self.failures[-1])]
            self.code = max(self.code, FINDINGS)
        except UsageError as error:
            self._refuse(error)
            self.played += [TestedRuleset(file, error=error.message)]
        else:
            self._note(file, outcomes)
            self.played += [TestedRuleset(file, outcomes)]

    def finish(self, matching: str) -> None:
        """Print the failures, and a summary with the numbers of failed, updated and passed cases."""
        for failure in self.failures:
            self._show(f"\n{failure}")
        counts = [(self.failed, "failed"), (self.updated, "updated"), (self.passed, "passed")]
        summary = ", ".join(f"{number} {what}" for number, what in counts if number)
        if summary:
            self._show(f"\n{summary}")
        elif not self.code:
            self._refuse(UsageError(f"no case has a name that contains {matching!a}"))

    def render_junit(self) -> str:
        """Return the results as JUnit XML."""
        return render_junit(self.played)

    def _note(self, file: Path, outcomes: Iterable[CaseResult]) -> None:
        marks = ""
        for outcome in outcomes:
            marks += "F" if outcome.failure else "U" if outcome.is_updated else "."
            self.failed += bool(outcome.failure)
            self.updated += outcome.is_updated and not outcome.failure
            self.passed += not (outcome.failure or outcome.is_updated)
            if outcome.failure:
                self.failures.append("\n".join(outcome.failure))
                self.code = max(self.code, FINDINGS)
        if marks:
            self._show(f"{show_path(str(file))} {marks}")

    def _refuse(self, error: UsageError) -> None:
        sys.stdout.flush()
        complain(error.message, error.remedy)
        self.code = USAGE

    def _show(self, text: str) -> None:
        """Record ``text`` and, if results are shown immediately, print it. Control characters are escaped."""
        lines = [make_visible(line) for line in text.split("\n")]
        self.lines += lines
        if self.is_shown:
            print("\n".join(lines))


SUITE = "bj test"


class TestedRuleset(NamedTuple):
    """A ruleset with the results of its test cases, or with the reason why they could not be played."""

    file: Path
    outcomes: Sequence[CaseResult] = ()
    error: str = ""


def render_junit(results: Sequence[TestedRuleset]) -> str:
    """Return a JUnit suite with a test for each case of each ruleset.

    If the cases for a ruleset cannot be played, the suite contains an error for the ruleset.
    """
    suite = Suite(SUITE)
    for played in results:
        path = show_path(str(played.file))
        if played.error:
            case = suite.add_case(path, SUITE)
            suite.add(case, "error", played.error, message="the cases cannot be played", type="error")
        for outcome in played.outcomes:
            case = suite.add_case(show_words(outcome.name), path)
            if outcome.failure:
                text = "\n".join(outcome.failure)
                suite.add(case, "failure", text, message=outcome.failure[0], type="failure")
    return suite.render()
