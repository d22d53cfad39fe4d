"""The rule card, which lists the rules in the order in which a casino prints them."""

from __future__ import annotations

from collections.abc import Iterator

from bj.argument_values import run_command
from bj.describe.rules.arguments import describe_arguments
from bj.describe.rules.cards_and_payouts import (
    describe_cards,
    describe_dealing,
    describe_outcome,
    describe_shoe,
)
from bj.describe.rules.description_parts import HeadedPart, Rows
from bj.describe.rules.people import describe_people, describe_teams
from bj.describe.rules.procedure import describe_procedure
from bj.describe.rules.side_bets import describe_side_bets
from bj.describe.rules.strategies import describe_strategies
from bj.describe.rules.wagers_and_actions import describe_wagers
from bj.ruleset.check import Checked
from bj.text.untrusted_text import make_visible
from bj.text.wrapping import wrap


def describe_rules(checked: Checked) -> Iterator[HeadedPart]:
    """Yield the sections of a rule card."""
    yield describe_arguments(checked)
    yield describe_outcome(checked)
    yield describe_cards(checked)
    yield describe_shoe(checked)
    yield describe_wagers(checked)
    yield describe_side_bets(checked)
    yield describe_dealing(checked)
    yield describe_people(checked)
    yield from describe_teams(checked)
    yield describe_definitions(checked)
    yield from describe_strategies(checked)


def render_card(name: str, checked: Checked, width: int) -> str:
    """Return the rule card for the ruleset ``name`` as text."""
    return _render(name, checked, list(describe_rules(checked)), width)


def render_procedure(name: str, checked: Checked, width: int) -> str:
    """Return the procedure of the ruleset ``name``, step by step, as text."""
    return _render(name, checked, list(describe_procedure(checked)), width)


def _render(name: str, checked: Checked, sections: list[HeadedPart], width: int) -> str:
    """Return the sections below the title of the ruleset, separated by empty lines."""
    head = checked.model.ruleset
    lines = [make_visible(head.title), "=" * len(make_visible(head.title))]
    lines += wrap(head.summary, width, "", "") if head.summary else []
    lines += ["", f"    {run_command(make_visible(name), checked.model.command_line)}"]
    for section in sections:
        if any(part.lines(width) for part in section.parts):
            lines += ["", *section.lines(width)]
    return "\n".join(lines) + "\n"


def describe_definitions(checked: Checked) -> HeadedPart:
    """Return the definitions, one per line."""
    rows = {name: [text] for name, text in checked.model.define.items()}
    return HeadedPart("Definitions", [Rows("define", [""], rows)])
