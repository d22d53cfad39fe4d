"""``bj page``: the page of a ruleset, made from its file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from bj.cli.policy import exit_policy
from bj.compiler.arguments import describe, usage
from bj.ruleset.check import Checked
from bj.ruleset.load import find_ruleset, load_ruleset
from bj.ruleset.model import Step


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(name="page", no_args_is_help=True)(page)


def page(
    ruleset: Annotated[str, typer.Argument(help="A ruleset file, or the name of a shipped ruleset.")],
) -> None:
    """Print the page of a ruleset in Markdown: what it is, its arguments, its procedure, an example."""
    with exit_policy():
        path = find_ruleset(ruleset)
        print(make_page(path.stem, load_ruleset(path)), end="")


def make_page(name: str, checked: Checked) -> str:
    """The page of the ruleset ``name``."""
    from bj.session.example import play_example

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
        *fence(play_example(checked)),
    ]
    return "\n".join(lines) + "\n"


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
        default = "" if argument.default is None else str(argument.default)
        default = "none" if argument.optional else default
        cells = (f"`{argument.name}`", describe(argument), default, argument.help)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    yield ""


def _procedure(checked: Checked) -> Iterator[str]:
    """The lists of steps, each step with its condition."""
    procedure = checked.model.procedure
    for name in ("game", "round", "hand"):
        steps: list[Step] | None = getattr(procedure, name)
        if steps:
            yield from (f"The {name}:", "")
            yield from (f"{number}. {_describe_step(step)}" for number, step in enumerate(steps, 1))
            yield ""
    yield from ("Cards are dealt in this order: " + ", ".join(procedure.deal) + ".", "")


def _describe_step(step: Step) -> str:
    """One step in words."""
    if step.repeat is not None:
        text = f"repeat the {step.repeat} while `{step.while_}`"
    elif step.say is not None:
        text = "say " + " / ".join(f"`{line}`" for line in step.say.split("\n") if line)
        text = text if step.say.strip() else "say an empty line"
    else:
        text = str(step.step)
    if step.if_ is not None:
        text += f", if `{step.if_}`"
    return text + (f"; else {step.else_}" if step.else_ is not None else "")
