"""The command ``bj``: its commands, each in a module of its own that is imported when it is wanted."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated

import typer

from bj import __version__
from bj.cli import leave_at_once
from bj.cli.policy import exit_policy, raise_signals

COMMANDS = {
    "run": "bj.cli.run",
    "validate": "bj.cli.validate",
    "explain": "bj.cli.explain",
    "test": "bj.cli.test",
    "simulate": "bj.cli.simulate",
    "compare": "bj.cli.compare",
    "new": "bj.cli.new",
    "list": "bj.cli.list",
    "show": "bj.cli.show",
    "diff": "bj.cli.diff",
    "page": "bj.cli.page",
    "schema": "bj.cli.schema",
    "reference": "bj.cli.reference",
}
"""The module of every command by its name, in the order of the help."""


def show_version(wanted: bool) -> None:
    """Print the version and leave, if that is ``wanted``."""
    if wanted:
        print(f"bj {__version__}")
        raise typer.Exit


def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Take the options of ``bj`` itself."""


def make_app(wanted: str) -> typer.Typer:
    """The command line with the command ``wanted``, or with all of them when there is none of that name."""
    app = typer.Typer(
        name="bj",
        help="TOML rulesets describe variants of blackjack; one engine runs them.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(options)  # without a callback, an app of one command takes no command's name
    for name in [wanted] if wanted in COMMANDS else COMMANDS:
        import_module(COMMANDS[name]).register(app)
    return app


def run() -> None:
    """Run the command line and leave with its exit code."""
    # To look for plugins of pydantic, it would read the entry points of every package that is installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for name in ("stdout", "stderr"):  # closed by whoever started this: what is said goes nowhere
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # until the end
    with exit_policy():
        app = make_app(sys.argv[1] if len(sys.argv) > 1 else "")
        raise_signals()
        try:
            sys.exit(app())
        finally:
            leave_at_once()
