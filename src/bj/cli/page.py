"""``bj page``: writes a page about a ruleset in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from bj.argument_values import run_command
from bj.cli.exit_codes import exit_policy
from bj.cli.options import RulesetName
from bj.describe.rules.arguments import describe_argument
from bj.describe.rules.markdown_rule_card import Draw, draw_chart, rules_in_markdown
from bj.describe.rules.procedure import describe_step, lists_of_steps
from bj.errors import GameError
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset, shipped_rulesets
from bj.text.markdown_escapes import code, fence, list_code, plain
from bj.text.untrusted_text import make_visible

LARGEST_PAGE = 1_000_000  # characters


def page(
    ruleset: RulesetName,
) -> None:
    """Print a page about a ruleset in Markdown.

    The page contains the summary, the arguments, the rules, the procedure and an example game.
    """
    with exit_policy():
        path = find_ruleset(ruleset)
        names = {file: name for name, file in shipped_rulesets().items()}
        name = names.get(path) or make_visible(path.name)
        print(make_page(name, load_ruleset(path)), end="")


def make_page(name: str, checked: Checked, chart: Draw = draw_chart) -> str:
    """Return a page about a ruleset.

    ``name`` is the ruleset's name on the command line, and ``chart`` draws its charts. Raises GameError if
    the page would be too long.
    """
    from bj.cases.playing import play_example, words_of_example

    example = checked.model.example
    command = f"bj run {quote(name)} {words_of_example(example)}".rstrip() + f" --seed {example.seed}"
    command += f" --rounds {example.rounds}" if example.rounds else ""
    lines = [
        f"# {plain(checked.model.ruleset.title)}",
        "",
        *([plain(checked.model.ruleset.summary), ""] if checked.model.ruleset.summary else []),
        f"    {run_command(name, checked.model.command_line)}",
        "",
        *_arguments(checked),
        "## Rules",
        "",
        *rules_in_markdown(checked, chart),
        "## Procedure",
        "",
        *_procedure(checked),
        "## Example",
        "",
        make_visible(f"    {command}"),
        "",
        *([f"with the answers {list_code(example.answers)}.", ""] if example.answers else []),
        *fence(play_example(checked)),
    ]
    text = "\n".join(lines) + "\n"
    if len(text) > LARGEST_PAGE:
        raise GameError(
            f"the page would be {len(text):,} characters long, more than {LARGEST_PAGE:,}; "
            "make the game of [example] shorter"
        )
    return text


def _arguments(checked: Checked) -> Iterator[str]:
    if not checked.model.command_line:
        return
    yield from ("| argument | takes | default | |", "| --- | --- | --- | --- |")
    for argument in checked.model.command_line:
        cells = (code(argument.name), *map(plain, describe_argument(argument)))
        yield f"| {' | '.join(cells)} |"
    yield ""


def _procedure(checked: Checked) -> Iterator[str]:
    """Format the steps of a game as numbered lists in Markdown, each step with its condition."""
    procedure = checked.model.procedure
    for name, steps in lists_of_steps(procedure):
        yield from (f"The {name}:", "")
        yield from (f"{number}. {describe_step(step)}" for number, step in enumerate(steps, 1))
        yield ""
    yield from ("Cards are dealt in this order: " + ", ".join(procedure.deal) + ".", "")
