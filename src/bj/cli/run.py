"""``bj run``: play one game of a ruleset and print its transcript."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bj.cli.policy import exit_policy
from bj.compiler.arguments import Value, describe, fill_arguments, usage
from bj.compiler.compile import compile_ruleset
from bj.compiler.script import Script
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.ruleset.load import find_ruleset, load_ruleset
from bj.session.game import Game

LARGEST_SEED = 2**32 - 1


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(name="run", add_help_option=False)(run)


def run(
    context: typer.Context,
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset file, or the name of a shipped ruleset.", show_default=False)
    ] = "",
    arguments: Annotated[
        list[str] | None,
        typer.Argument(help="Arguments of the ruleset; they fill by type and order.", show_default=False),
    ] = None,
    seed: Annotated[
        str, typer.Option(help="Seed of the shuffles: a whole number, or `random`.", show_default=False)
    ] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="Fill one argument by its name.", show_default=False
        ),
    ] = None,
    help_wanted: Annotated[
        bool, typer.Option("--help", help="Show this text, or with RULESET its own arguments.")
    ] = False,
) -> None:
    """Play one game of a ruleset and print its transcript.

    Shipped rulesets are known by name: `bj run classic 100 5 3 simple`.
    """
    if not ruleset:
        print(context.get_help())
        sys.exit(0 if help_wanted else 2)
    with exit_policy():
        checked = load_ruleset(find_ruleset(ruleset))
        if help_wanted:
            print(describe_ruleset(ruleset, checked))
            return
        values = fill_arguments(
            checked.model.arguments, arguments or [], _split_settings(settings or []), _largest_cut(checked)
        )
        play(checked, values, choose_seed(seed, checked))


def play(checked: Checked, values: dict[str, Value], seed: int) -> None:
    """Play a game and write its transcript on stdout: the same bytes to a pipe, a file or a terminal."""
    compiled = compile_ruleset(checked, values, seed)
    game = Game(compiled, Script(checked, compiled))
    out = sys.stdout.buffer
    for text in game.transcript():
        out.write(text)
    out.flush()


def choose_seed(text: str, checked: Checked) -> int:
    """The seed that ``--seed`` names, or the ruleset's own; a fresh one is printed on stderr."""
    chosen = text or str(checked.model.shoe.shuffle.seed)
    if chosen == "random":
        from secrets import randbits

        seed = randbits(32)
        print(f"seed {seed}", file=sys.stderr)
        return seed
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) <= 10 and int(chosen) <= LARGEST_SEED):
        raise UsageError(
            f"`{chosen[:40]}` is no seed", f"give a whole number from 0 to {LARGEST_SEED}, or `random`"
        )
    return int(chosen)


def _largest_cut(checked: Checked) -> int:
    """How many cards a cut can lift off."""
    packs = checked.model.shoe.packs
    return 52 * packs if isinstance(packs, int) else 0


def _split_settings(settings: list[str]) -> dict[str, str]:
    """The values of ``--set`` by name."""
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"`--set {setting[:40]}` has no value", "write it like `--set hands=10`")
        if name in values:
            raise UsageError(f"`--set {name}` is given twice", "give every argument once")
        values[name] = value
    return values


def describe_ruleset(name: str, checked: Checked) -> str:
    """The help of a ruleset: what it is, its own arguments with types, ranges and defaults, an example."""
    head, arguments = checked.model.ruleset, checked.model.arguments
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
        "  --set NAME=VALUE    fill one argument by its name",
        "",
        "Example:",
        f"  bj run {name} {example}".rstrip(),
    ]
    return "\n".join(lines)


def _example(between: list[int] | None, choices: list[str] | None) -> int | str:
    """A value that an argument without a default takes."""
    return choices[0] if choices else between[0] if between else 10
