"""``bj validate``: check rulesets and report every fault."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bj.cli.policy import FINDINGS, USAGE, complain, exit_policy
from bj.errors import Finding, RulesetError, UsageError
from bj.ruleset.load import find_ruleset, load_ruleset


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(name="validate", no_args_is_help=True)(validate)


def validate(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Ruleset files, or names of shipped rulesets.")
    ],
) -> None:
    """Check rulesets: every fault with its file, line and column, and what to write instead.

    The exit code is 0 when there is none, 1 when there is one, 2 when a file cannot be read.
    """
    findings: list[Finding] = []
    unreadable = False
    with exit_policy():
        for name in files:
            try:
                load_ruleset(find_ruleset(name))
            except RulesetError as error:
                findings += [finding for finding in error.findings if finding not in findings]
            except UsageError as error:
                complain(error.message, error.remedy)
                unreadable = True
        if findings:
            from bj.output.faults import render_findings

            print(render_findings(findings))
        elif not unreadable:
            count = "1 ruleset" if len(files) == 1 else f"{len(files)} rulesets"
            print(f"{count} checked, no faults")
    if unreadable or findings:
        sys.exit(USAGE if unreadable else FINDINGS)
