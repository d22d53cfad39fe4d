"""``bj show``: describes the rules in plain English."""

from __future__ import annotations

from typing import Annotated

from bj.cli.exit_codes import exit_policy
from bj.cli.options import RulesetName, flag
from bj.cli.output_files import columns, display
from bj.errors import UsageError
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset


def show(
    ruleset: RulesetName,
    procedure: Annotated[bool, flag("--procedure", "Show the steps of a game instead of the rules.")] = False,
    resolved: Annotated[
        bool,
        flag("--resolved", "Print a single TOML file that merges the ruleset with everything it extends."),
    ] = False,
) -> None:
    """Show the rules of a ruleset in plain English.

    Expressions that have no exact equivalent in plain English appear in `backquotes`.
    """
    with exit_policy():
        if procedure and resolved:
            raise UsageError("`--procedure` and `--resolved` cannot be combined", "use only one of them")
        path = find_ruleset(ruleset)
        checked = load_ruleset(path)
        if resolved:
            from bj.describe.merged_ruleset import resolve

            display(resolve(path))
        else:
            from bj.describe.rules.rule_card import render_card, render_procedure

            render = render_procedure if procedure else render_card
            display(render(ruleset, checked, columns()))
