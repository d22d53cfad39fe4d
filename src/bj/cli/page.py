"""``bj page``: the page of a ruleset, made from its file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from bj.cli.policy import exit_policy
from bj.compiler.arguments import usage
from bj.errors import BjError, GameError
from bj.output.rules.arguments import describe_argument
from bj.output.rules.procedure import describe_step, lists_of_steps
from bj.output.visible import make_visible
from bj.ruleset.check import Checked
from bj.ruleset.load import find_ruleset, load_ruleset, shipped_rulesets


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(name="page", no_args_is_help=True)(page)


def page(
    ruleset: Annotated[str, typer.Argument(help="A ruleset file, or the name of a shipped ruleset.")],
) -> None:
    """Print the page of a ruleset in Markdown: what it is, its arguments, its procedure, an example."""
    with exit_policy():
        path = find_ruleset(ruleset)
        name = path.stem if path in shipped_rulesets().values() else make_visible(path.name)
        print(make_page(name, load_ruleset(path)), end="")


def make_page(name: str, checked: Checked) -> str:
    """The page of the ruleset that is called ``name`` on the command line."""
    example = checked.model.example
    command = f"bj run {name} {example.arguments}".rstrip() + f" --seed {example.seed}"
    command += f" --rounds {example.rounds}" if example.rounds else ""
    lines = [
        f"# {checked.model.ruleset.title}",
        "",
        checked.model.ruleset.summary,
        "",
        f"    bj run {name} {usage(checked.model.arguments)}".rstrip(),
        "",
        *_arguments(checked),
        "## Procedure",
        "",
        *_procedure(checked),
        "## Example",
        "",
        f"    {command}",
        "",
        *([f"with the answers {_answers(example.answers)}.", ""] if example.answers else []),
        *fence(_play(checked)),
    ]
    return "\n".join(lines) + "\n"


def _play(checked: Checked) -> str:
    """The transcript of the example. Raises GameError when it cannot be played, whatever the reason is."""
    from bj.session.example import play_example

    try:
        return play_example(checked)
    except BjError as error:
        raise GameError(f"the example of this ruleset cannot be played: {error}") from None


def _answers(answers: list[str]) -> str:
    """What is typed, in a line."""
    return ", ".join(f"`{answer}`" for answer in answers)


def fence(text: str) -> list[str]:
    """``text`` as a block of code that it cannot end by itself."""
    ticks = "```"
    while ticks in text:
        ticks += "`"
    return [ticks + "text", *text.removesuffix("\n").split("\n"), ticks]


def _arguments(checked: Checked) -> Iterator[str]:
    """The arguments as a table."""
    if not checked.model.arguments:
        return
    yield from ("| argument | takes | default | |", "| --- | --- | --- | --- |")
    for argument in checked.model.arguments:
        cells = (f"`{argument.name}`", *describe_argument(argument))
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    yield ""


def _procedure(checked: Checked) -> Iterator[str]:
    """The lists of steps, each step with its condition."""
    procedure = checked.model.procedure
    for name, steps in lists_of_steps(procedure):
        yield from (f"The {name}:", "")
        yield from (f"{number}. {describe_step(step)}" for number, step in enumerate(steps, 1))
        yield ""
    yield from ("Cards are dealt in this order: " + ", ".join(procedure.deal) + ".", "")
