"""``bj run``: plays a game and prints its transcript."""

from __future__ import annotations

import sys
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from bj.argument_values import describe, fill_arguments, run_command
from bj.catalogue.limits import MOST_ROUNDS
from bj.cli.exit_codes import exit_policy
from bj.cli.options import RulesetName, SettingsOption, Words, choose_seed, flag, option, split_settings
from bj.cli.output_files import columns
from bj.cli.run_game import Terminal, play
from bj.cli.typer_commands import render_options
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.ruleset.shoe_size import largest_cut, packs_for
from bj.session.game_plan import Plan
from bj.text.wrapping import wrap

if TYPE_CHECKING:
    from bj.cli.mistake_costs import Coach


def run(
    context: typer.Context,
    ruleset: RulesetName = "",
    arguments: Words = None,
    seed: Annotated[str, option("N|random", "Random seed for the shuffles.")] = "",
    settings: SettingsOption = None,
    rounds: Annotated[
        int | None, option("N", "Play N rounds without asking whether to continue.", min=1, max=MOST_ROUNDS)
    ] = None,
    cards: Annotated[
        str, option("CARDS|FILE", "Deal these cards first: `9C TD`, `9 T` for any suit, or a file.")
    ] = "",
    cuts: Annotated[str, option("FILE", "Use the cuts in FILE for all shuffles.")] = "",
    answers: Annotated[str, option("FILE", "Read the answers from a file, one per line.")] = "",
    echo: Annotated[bool, flag("--echo", "Include the answers in the transcript.")] = False,
    save: Annotated[str, option("FILE", "Save the game after every hand.")] = "",
    resume: Annotated[str, option("FILE", "Resume a saved game and keep saving to the same file.")] = "",
    history: Annotated[str, option("FILE", "Write the game as a history for `bj replay`.")] = "",
    pretty: Annotated[bool, flag("--pretty", "Draw the table before every question.")] = False,
    coach: Annotated[
        bool, flag("--coach", "At the end, print the cost of each mistake on standard error.")
    ] = False,
    help_wanted: Annotated[bool, flag("--help", "Show this help, or the help for RULESET.")] = False,
) -> None:
    """Play one game of a ruleset and print its transcript.

    For a shipped ruleset, use its name: `bj run classic 100 5 3 simple`. If no strategy plays for you, bj
    asks you for each decision.
    """
    if not ruleset and not resume:
        print(context.get_help())
        sys.exit(0 if help_wanted else 2)
    with exit_policy():
        terminal = Terminal(answers, save, resume, history, echo=echo, pretty=pretty)
        if terminal.saved is not None:
            if ruleset or seed or settings or rounds or cards or cuts:
                raise UsageError(
                    "a saved game includes its ruleset, arguments and seed",
                    "combine `--resume` only with `--answers`, `--coach`, `--echo`, `--pretty` and `--save`",
                )
            play(terminal.saved.plan, terminal, make_coach(terminal.saved.plan) if coach else None)
            return
        checked = load_ruleset(find_ruleset(ruleset))
        if help_wanted:
            print(describe_ruleset(ruleset, checked, render_options(context), columns()))
            return
        named = split_settings(settings or [])
        words = terminal.seat(checked, arguments or [], named)
        values = fill_arguments(checked.model.command_line, words, named, largest_cut(checked.model))
        plan = Plan(checked, values, choose_seed(seed, checked), rounds=rounds or 0)
        plan = rig(plan, cards, cuts) if cards or cuts else plan
        play(plan, terminal, make_coach(plan) if coach else None)


def make_coach(plan: Plan) -> Coach:
    """Create the coach for a game."""
    from bj.cli.mistake_costs import Coach  # imports the analysis

    return Coach(plan)


def rig(plan: Plan, cards: str, cuts: str) -> Plan:
    """Return a copy of ``plan`` that uses the cards from ``--cards`` and the cuts from ``--cuts``."""
    from bj.session.rigging import read_all_cuts, read_cards

    model, pack = plan.checked.model, plan.checked.pack
    are_set = (model.shoe.shuffle.first_cuts or "") in plan.values
    return plan._replace(
        cards=read_cards(cards, pack, packs_for(model, 1, plan.values)) if cards else (),
        cuts=read_all_cuts(cuts, model, are_set=are_set) if cuts else (),
    )


def describe_ruleset(name: str, checked: Checked, options: str, width: int) -> str:
    """Return the help for a ruleset: its summary, its arguments with types and defaults, and an example.

    ``options`` is the help for the options of `bj run`. Lines are wrapped at ``width`` columns.
    """
    head, arguments = checked.model.ruleset, checked.model.command_line
    lines = [
        f"Usage: {run_command(name, arguments)}",
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
        f"  bj run {quote(name)} {example}".rstrip(),
    ]
    return "\n".join(lines)


def _example(between: list[int] | None, choices: list[str] | None) -> int | str:
    return choices[0] if choices else between[0] if between else 10
