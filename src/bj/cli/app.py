"""The command ``bj``: its commands, each in a module of its own that is imported when it is wanted."""

from __future__ import annotations

import sys
from importlib import import_module

import typer

COMMANDS = {
    "run": "bj.cli.run",
    "validate": "bj.cli.validate",
    "page": "bj.cli.page",
}
"""The module of every command by its name, in the order of the help."""


def make_app(wanted: str) -> typer.Typer:
    """The command line with the command ``wanted``, or with all of them when there is none of that name."""
    app = typer.Typer(
        name="bj",
        help="TOML rulesets describe variants of blackjack; one engine runs them.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(lambda: None)  # without it, an app of one command takes no command's name
    for name in [wanted] if wanted in COMMANDS else COMMANDS:
        import_module(COMMANDS[name]).register(app)
    return app


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(make_app(sys.argv[1] if len(sys.argv) > 1 else "")())
