"""The help of a ruleset: its summary, its arguments, and how to run it."""

from __future__ import annotations

from bj.arguments import describe, usage
from bj.ruleset.check import Checked


def describe_ruleset(name: str, checked: Checked) -> str:
    """The help of a ruleset: its summary, its arguments with types, ranges and defaults, and an example."""
    head, arguments = checked.model.ruleset, checked.model.command_line
    lines = [
        f"Usage: bj run {name} {usage(arguments)}".rstrip(),
        "",
        f"  {head.title}. {head.summary}".rstrip(),
    ]
    if arguments:
        lines += ["", "Arguments:"]
        width = max(len(argument.name) for argument in arguments)
        for argument in arguments:
            default = f" (default {argument.default})" if argument.default is not None else ""
            default = " (optional)" if argument.optional else default
            text = f"  {argument.name:{width}}  {describe(argument)}{default}"
            lines.append(f"{text}: {argument.help}" if argument.help else text)
    example = " ".join(
        str(
            argument.default if argument.default is not None else _example(argument.between, argument.choices)
        )
        for argument in arguments
        if not argument.optional
    )
    lines += [
        "",
        "Options:",
        "  --seed N            seed of the shuffles: a whole number, or `random`",
        "  --set NAME=VALUE    set an argument by name",
        "  --rounds N          play N rounds without asking for another",
        "  --cards CARDS|FILE  deal these cards, such as `9C TD`, or `9 T`",
        "  --cuts FILE         use these cuts in all shuffles",
        "  --answers FILE      take answers from a file, one per line",
        "  --echo              include the answers in the transcript",
        "  --save FILE         save the game after every hand; `bj run --resume FILE` resumes it",
        "",
        "Example:",
        f"  bj run {name} {example}".rstrip(),
    ]
    return "\n".join(lines)


def _example(between: list[int] | None, choices: list[str] | None) -> int | str:
    """A value that an argument without a default takes."""
    return choices[0] if choices else between[0] if between else 10
