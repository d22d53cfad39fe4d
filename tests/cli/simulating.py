"""Running `bj simulate` and `bj compare` inside the process of a test."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from bj.cli.app import make_app

SMALL = ("--engine", "plain", "--workers", "1")


def bj(*words: str | Path) -> Result:
    """The result of a command line."""
    arguments = [str(word) for word in words]
    return CliRunner().invoke(make_app(arguments[0]), arguments)


def report(*words: str | Path) -> str:
    """The output of a successful command with the plain engine."""
    result = bj(*words, *SMALL)
    assert result.exit_code == 0, result.output
    return result.stdout


def complaint(*words: str | Path, code: int = 2) -> str:
    """The standard error of a command that exits with ``code``."""
    result = bj(*words)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    return result.stderr
