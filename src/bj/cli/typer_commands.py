"""Typer classes for commands that show their options in groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from bj.cli.exit_codes import USAGE, complain

_GROUPS = {
    "Game": "set left right rounds seed cards cuts answers chance fresh seen count student course"
    " submissions",
    "Amount of work": "hands games questions precision batch by workers engine cluster exact",
    "Saving": "save resume history session checkpoint",
    "Values": "first-hands effects hand up dealer against suggest",
    "Checks": "only select ignore strict stdin-filename tolerate points",
    "Changes": "fix diff update",
    "New ruleset": "title from complete target dealer-draws natural packs with-course yes write force",
    "Output": "results format output-file csv plot histories reveal procedure resolved echo pretty coach",
    "Playground": "port browser",
    "Other": "version install-completion show-completion help",
}

GROUPS: Mapping[str, list[str]] = {
    group: [f"--{name}" for name in names.split()] for group, names in _GROUPS.items()
}
"""The options in each group, in the order in which the help shows them."""

RENAMED: Mapping[str, str] = {
    "--output-format": "--format",
    "--arguments": "--set NAME=VALUE",
    "--markdown": "--format markdown",
    "--stretch": "--batch",
    "-k": "--only",
}
"""The replacement for each option that was renamed in all commands."""

RENAMED_IN: Mapping[str, Mapping[str, str]] = {
    "analyze": {"--hands": "--first-hands"},
    "verify": {"--ignore": "--tolerate"},
}
"""The replacement for each option that was renamed only in some commands, by command.

Other commands still have options with the old names.
"""


def find_group(option: str) -> str:
    """Return the name of the group that contains ``option``.

    >>> find_group("--seed"), find_group("--fix")
    ('Game', 'Changes')
    """
    return next(group for group, options in GROUPS.items() if option in options)


def find_successor(command: str, option: str) -> str | None:
    """Return the option that replaced ``option`` in the given command, or None if it was not renamed.

    >>> find_successor("analyze", "--hands"), find_successor("simulate", "--hands")
    ('--first-hands', None)
    """
    return RENAMED_IN.get(command, {}).get(option) or RENAMED.get(option)


class Command(TyperCommand):
    """A command that groups the options in its help, and that suggests replacements for renamed options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the command line.

        Empty names and values are errors, because they usually come from unset variables in scripts.
        """
        if not ctx.resilient_parsing:
            self._refuse_old(ctx, args)
        rest = super().parse_args(ctx, args)
        for option in self.params:
            name, source = option.name or "", ctx.get_parameter_source(option.name or "")
            is_given = source is not None and source.name == "COMMANDLINE"
            value = ctx.params.get(name)
            if is_given and "" in (value if isinstance(value, list | tuple) else [value]):
                what = "name" if "FILE" in str(option.metavar) else "value"
                hint = option.opts[0] if option.param_type_name == "option" else option.metavar
                raise typer.BadParameter(f"The {what} is empty.", ctx, param_hint=f"'{hint}'")
        return rest

    def _refuse_old(self, ctx: Any, args: list[str]) -> None:
        known = {name for option in self.params for name in (*option.opts, *option.secondary_opts)}
        for word in args[: args.index("--")] if "--" in args else args:
            option = word.partition("=")[0]
            successor = find_successor(self.name or "", option) if option not in known else None
            if successor is not None:
                complain(f"unknown option `{option}`", f"write `{successor}`")
                raise typer.Exit(USAGE)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, followed by the options in groups."""
        write_options(self, ctx, formatter)


class Commands(TyperGroup):
    """The ``bj`` command group. Its help shows the first paragraph of each command's help in full."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options in groups, followed by the commands."""
        write_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a list of commands with their descriptions."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [
            (name, (command.help or "").partition("\n")[0])
            for name, command in commands
            if command is not None
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def render_options(context: Any) -> str:
    """Return the help text for the options of a command, in groups."""
    formatter = context.make_formatter()
    write_options(context.command, context, formatter, has_arguments=False)
    return str(formatter.getvalue()).strip("\n")


def write_options(
    command: TyperCommand | TyperGroup, ctx: Any, formatter: Any, *, has_arguments: bool = True
) -> None:
    """Write the options of a command in groups, preceded by its arguments if ``has_arguments`` is true."""
    rows: dict[str, list[tuple[str, str]]] = {"Arguments": [], **{group: [] for group in GROUPS}}
    places = {option: place for options in GROUPS.values() for place, option in enumerate(options)}
    for parameter in sorted(command.get_params(ctx), key=lambda each: places.get(_name(each), 0)):
        row = parameter.get_help_record(ctx)
        if row is not None:
            is_option = parameter.param_type_name == "option"
            rows[find_group(_name(parameter)) if is_option else "Arguments"].append(row)
    for title, group in rows.items():
        if group and (has_arguments or title != "Arguments"):
            with formatter.section(title):
                formatter.write_dl(group)


def _name(parameter: Any) -> str:
    """Return the long form of an option, or the name of an argument."""
    return next((name for name in parameter.opts if name.startswith("--")), str(parameter.opts[0]))
