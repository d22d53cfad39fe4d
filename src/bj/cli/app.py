"""The command ``bj``: each of its commands is in a module that is imported on demand."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from bj import __version__
from bj.cli import INTERRUPTED, leave_at_once
from bj.cli.guarding import guard_output
from bj.cli.policy import end_soon, exit_policy, leave, raise_signals

COMMANDS = {
    "run": "bj.cli.run",
    "validate": "bj.cli.validate",
    "explain": "bj.cli.explain",
    "test": "bj.cli.test",
    "verify": "bj.cli.verify",
    "simulate": "bj.cli.simulate",
    "compare": "bj.cli.compare",
    "analyze": "bj.cli.analyze",
    "solve": "bj.cli.solve",
    "new": "bj.cli.new",
    "list": "bj.cli.list",
    "show": "bj.cli.show",
    "diff": "bj.cli.diff",
    "page": "bj.cli.page",
    "schema": "bj.cli.schema",
    "reference": "bj.cli.reference",
}
"""The module of every command by its name, in the order of the help."""

FUNCTIONS = {"list": "list_rulesets", "test": "play_cases"}
"""The functions of commands that are not named like the command."""

SELDOM = 50_000
"""The number of new objects that starts a garbage collection."""


def show_version(wanted: bool) -> None:
    """Print the version and the engine that simulations use, and exit, if that is ``wanted``."""
    if wanted:
        from bj.native.library import has_library, library_path

        engine = library_path() if has_library() else "none; simulations use the plain engine"
        print(f"bj {__version__}\ncompiled engine: {engine}")
        raise typer.Exit


def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=show_version,
            is_eager=True,
            help="Show the version and the compiled engine, and exit.",
        ),
    ] = False,
) -> None:
    """Accept the options of ``bj`` itself."""


class Command(TyperCommand):
    """A command that refuses an empty file name, which is probably an unset variable of a script."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line."""
        rest = super().parse_args(ctx, args)
        for option in self.params:
            name, source = option.name or "", ctx.get_parameter_source(option.name or "")
            is_given = source is not None and source.name == "COMMANDLINE"
            if is_given and "FILE" in str(option.metavar) and ctx.params[name] == "":
                raise typer.BadParameter("The name is empty.", ctx, param_hint=f"'{option.opts[0]}'")
        return rest


def unwrap(function: Callable[..., None]) -> str:
    """A command's docstring with one line for every paragraph, which the terminal wraps once."""
    paragraphs = (function.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def make_app(wanted: str) -> typer.Typer:
    """The command line with the command ``wanted``, or with all of them if it does not exist."""
    app = typer.Typer(
        name="bj",
        help="TOML rulesets describe variants of blackjack; one engine runs them.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # which would take names in brackets for markup
    )
    app.callback()(options)  # without a callback, an app of one command takes no command's name
    for name in [wanted] if wanted in COMMANDS else COMMANDS:
        function = getattr(import_module(COMMANDS[name]), FUNCTIONS.get(name, name))
        if name == "run":  # `bj run RULESET --help` is the help of the ruleset
            app.command(name, cls=Command, help=unwrap(function), add_help_option=False)(function)
            continue
        needs_more = any(each.default is each.empty for each in signature(function).parameters.values())
        app.command(name, cls=Command, help=unwrap(function), no_args_is_help=needs_more)(function)
    return app


def skip_plugins() -> None:
    """Keep pydantic from looking for plugins.

    It would read the entry points of every package that is installed, and even where that is disabled, it
    imports the modules for it, which takes a tenth of a short command.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    name = "importlib.metadata"
    if "pydantic" not in sys.modules or name in sys.modules:
        return
    sys.modules[name] = idle = ModuleType(name)
    idle.__dict__["entry_points"] = lambda **wanted: ()
    try:
        import_module("pydantic.plugin._loader")
    except ImportError:  # another version of pydantic wants more, and gets it when it asks again
        pass
    finally:
        del sys.modules[name]


def run() -> None:
    """Run the command line and leave with its exit code."""
    for name in ("stdout", "stderr"):  # closed by the parent process: output is discarded
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # until the end
    guard_output()
    try:
        with exit_policy():
            app = make_app(sys.argv[1] if len(sys.argv) > 1 else "")
            skip_plugins()
            gc.freeze()  # what was imported stays
            gc.set_threshold(SELDOM)
            gc.enable()
            raise_signals()
            try:
                sys.exit(app())
            except SystemExit as ending:
                if ending.code == INTERRUPTED:
                    end_soon(INTERRUPTED)
                raise
            finally:
                leave_at_once()
                sys.stdout.flush()
    except SystemExit as ending:
        leave(ending)
    except KeyboardInterrupt:  # one more while the first was dealt with
        os._exit(INTERRUPTED)
