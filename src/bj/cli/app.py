"""The command ``bj`` and its one exit policy."""

from __future__ import annotations

import sys

import typer

from bj.cli import page, run, validate

app = typer.Typer(
    name="bj",
    help="TOML rulesets describe variants of blackjack; one engine runs them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
run.register(app)
validate.register(app)
page.register(app)


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(app())
