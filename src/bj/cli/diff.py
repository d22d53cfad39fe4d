"""``bj diff``: compares the rules in two rulesets."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from bj.cli.exit_codes import FINDINGS, USAGE, exit_policy
from bj.cli.options import argument
from bj.cli.output_files import columns, display
from bj.cli.shell_completion import complete_ruleset
from bj.errors import RulesetError
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.text.colours import paint_for


def diff(
    old: Annotated[
        str,
        argument("A", "A ruleset file, or the name of a shipped ruleset.", autocompletion=complete_ruleset),
    ],
    new: Annotated[
        str,
        argument("B", "The ruleset to compare with A.", autocompletion=complete_ruleset),
    ],
) -> None:
    """Show the differences between the rules in two rulesets.

    Inherited rules are included; titles, summaries and examples are not. The exit code is 0 if the rules are
    the same, 1 if they differ, and 2 if a ruleset has faults or cannot be read.
    """
    with exit_policy():
        rulesets = [_load(name) for name in (old, new)]
        from bj.describe.rules.differences import compare_rulesets
        from bj.text.untrusted_text import make_visible
        from bj.text.wrapping import hang

        found = compare_rulesets(*rulesets)
        if found:
            heads = [
                f"{sign} {make_visible(name)}: {make_visible(each.model.ruleset.title)}"
                for sign, name, each in zip(("---", "+++"), (old, new), rulesets, strict=True)
            ]
            width = columns()
            display("\n".join([*heads, "", *(part for line in found for part in hang(line, width))]))
        else:
            display(f"{make_visible(old)} and {make_visible(new)} have the same rules")
    if found:
        sys.exit(FINDINGS)


def _load(name: str) -> Checked:
    try:
        return load_ruleset(find_ruleset(name))
    except RulesetError as error:
        from bj.findings.text import render_findings

        print(render_findings(error.findings, paint_for(sys.stderr, os.environ)), file=sys.stderr)
        sys.exit(USAGE)
