"""Runs `bj grade` in the process of a test. The mistakes in the runs of a course are played only once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import chdir
from pathlib import Path
from unittest.mock import patch

from tests.session.starting import Done
from typer.testing import CliRunner

from bj.cli.app import make_app
from bj.grading import run_coverage
from bj.grading.mutating import MutantResult
from bj.grading.run_coverage import find_unshown
from bj.verify.assignment import Assignment

KNOWN: dict[str, list[MutantResult]] = {}
"""The checks of the runs that have been played, by their rulesets, arguments and criteria."""


def grade(folder: Path, *words: str) -> Done:
    """Run the command in a folder, and capture its output."""
    with chdir(folder), patch.object(run_coverage, "find_unshown", _check_once):
        ended = CliRunner().invoke(make_app("grade"), ["grade", *words], prog_name="bj")
    if ended.exception is not None and not isinstance(ended.exception, SystemExit):
        raise ended.exception
    return Done(["bj", "grade", *words], ended.exit_code, ended.stdout_bytes, ended.stderr_bytes)


def _check_once(runs: Mapping[str, Assignment], criteria: Collection[str]) -> list[MutantResult]:
    """Check runs, unless equal ones have been checked."""
    games = [
        (name, run.rules.data, run.values, run.seed, run.chance, run.rounds, run.answers)
        for name, run in runs.items()
    ]
    key = repr((games, sorted(criteria)))
    if key not in KNOWN:
        KNOWN[key] = find_unshown(runs, criteria)
    return KNOWN[key]
