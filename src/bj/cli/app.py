"""The ``bj`` command, which imports a subcommand's module only when the subcommand is used."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import Annotated

import typer

from bj import __version__
from bj.cli import INTERRUPTED, leave_at_once
from bj.cli.ci_safe_output import guard_output
from bj.cli.exit_codes import end_soon, exit_policy, leave, raise_signals
from bj.cli.shell_completion import read_line
from bj.cli.typer_commands import Command, Commands

COMMANDS = {
    "run": "bj.cli.run",
    "replay": "bj.cli.replay",
    "validate": "bj.cli.validate",
    "explain": "bj.cli.explain",
    "test": "bj.cli.test",
    "verify": "bj.cli.verify",
    "grade": "bj.cli.grade",
    "mutate": "bj.cli.mutate",
    "simulate": "bj.cli.simulate",
    "compare": "bj.cli.compare",
    "analyze": "bj.cli.analyze",
    "solve": "bj.cli.solve",
    "drill": "bj.cli.drill",
    "new": "bj.cli.new",
    "list": "bj.cli.list",
    "show": "bj.cli.show",
    "diff": "bj.cli.diff",
    "page": "bj.cli.page",
    "schema": "bj.cli.schema",
    "server": "bj.cli.language_server",
    "serve": "bj.cli.playground_server",
    "reference": "bj.cli.reference",
}
"""The module that implements each command. The help lists the commands in this order."""

FUNCTIONS = {"list": "list_rulesets", "test": "play_cases"}
"""The name of the function that implements a command, for each command where the two names differ."""

SELDOM = 50_000
"""The number of new objects that triggers a garbage collection. A large number makes collections rare."""


def show_version(wanted: bool) -> None:
    """If ``wanted``, print the version and the path of the compiled engine, and exit."""
    if wanted:
        from bj.native.library import library_path, needs_compiling

        engine = f"{library_path()}" if library_path().exists() else "none; simulations use the plain engine"
        print(f"bj {__version__}\ncompiled engine: {'made at first use' if needs_compiling() else engine}")
        raise typer.Exit


def options(
    context: typer.Context,
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
    """Handle the options of ``bj`` itself. Without a command, print the help."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def unwrap(function: Callable[..., None]) -> str:
    """Return a command's docstring with each paragraph on a single line, for the terminal to wrap."""
    paragraphs = (function.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def function_of(name: str) -> Callable[..., None]:
    """Import and return the function that implements the command ``name``."""
    function: Callable[..., None] = getattr(import_module(COMMANDS[name]), FUNCTIONS.get(name, name))
    return function


def make_app(wanted: str) -> typer.Typer:
    """Create the command line with only the command ``wanted``.

    If there is no such command, include all commands.
    """
    app = typer.Typer(
        name="bj",
        help="TOML rulesets describe variants of blackjack; one engine runs them.",
        cls=Commands,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # otherwise typer would interpret square brackets as markup
    )
    app.callback()(options)  # without a callback, typer omits the name of a single command
    for name in [wanted] if wanted in COMMANDS else COMMANDS:
        function = function_of(name)
        if name == "run":  # `bj run RULESET --help` shows the help of the ruleset
            app.command(name, cls=Command, help=unwrap(function), add_help_option=False)(function)
            continue
        needs_more = any(each.default is each.empty for each in signature(function).parameters.values())
        app.command(name, cls=Command, help=unwrap(function), no_args_is_help=needs_more)(function)
    return app


def find_wanted(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the name of the command on the command line, or on the line that a shell is completing.

    Returns an empty string if the line contains only the program name.

    >>> find_wanted(["bj", "run", "classic"], {})
    'run'
    """
    words = read_line(environment) or words
    return words[1] if len(words) > 1 else ""


def skip_plugins() -> None:
    """Prevent pydantic from looking for plugins, which takes a tenth of the time of a short command.

    Pydantic reads the entry points of every installed package. Even if plugins are disabled, it imports the
    modules that would look for them.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    name = "importlib.metadata"
    if "pydantic" not in sys.modules or name in sys.modules:
        return
    sys.modules[name] = idle = ModuleType(name)
    idle.__dict__["entry_points"] = lambda **wanted: ()
    try:
        import_module("pydantic.plugin._loader")
    except ImportError:  # another version of pydantic may need more; it retries the import later
        pass
    finally:
        del sys.modules[name]


def run() -> None:
    """Run the command given on the command line, and exit with its exit code."""
    # a stream is None if the parent process closed it: discard its output
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # open until the end
    guard_output()
    try:
        with exit_policy():
            app = make_app(find_wanted(sys.argv, os.environ))
            skip_plugins()
            gc.freeze()  # never examine the imported modules again
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
    except KeyboardInterrupt:  # a second interrupt during the handling of the first
        os._exit(INTERRUPTED)
