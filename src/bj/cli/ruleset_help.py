"""The help of a ruleset: its summary, its arguments, and how to run it."""

from __future__ import annotations

from bj.arguments import describe, usage
from bj.describe.rules.layout import wrap
from bj.ruleset.check import Checked


def describe_ruleset(name: str, checked: Checked, options: str, width: int) -> str:
    """The help of a ruleset: its summary, its arguments with types, ranges and defaults, and an example.

    ``options`` is that part of the help of `bj run`; lines have at most ``width`` columns.
    """
    head, arguments = checked.model.ruleset, checked.model.command_line
    lines = [
        f"Usage: bj run {name} {usage(arguments)}".rstrip(),
        "",
        *wrap(f"{head.title}. {head.summary}".rstrip(), width, "  ", "  "),
    ]
    if arguments:
        lines += ["", "Arguments:"]
        widest = max(len(argument.name) for argument in arguments)
        for argument in arguments:
            default = f" (default {argument.default})" if argument.default is not None else ""
            default = " (optional)" if argument.optional else default
            text = f"{describe(argument)}{default}" + (f": {argument.help}" if argument.help else "")
            lines += wrap(text, width, f"  {argument.name:{widest}}  ", " " * (widest + 4))
    example = " ".join(
        str(
            argument.default if argument.default is not None else _example(argument.between, argument.choices)
        )
        for argument in arguments
        if not argument.optional
    )
    lines += [
        "",
        *options.rstrip("\n").split("\n"),
        "",
        "Example:",
        f"  bj run {name} {example}".rstrip(),
    ]
    return "\n".join(lines)


def _example(between: list[int] | None, choices: list[str] | None) -> int | str:
    """A possible value of an argument without a default."""
    return choices[0] if choices else between[0] if between else 10
