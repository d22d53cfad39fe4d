"""``bj validate``: check rulesets and report every fault."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from bj.cli.policy import FINDINGS, USAGE, complain, exit_policy
from bj.errors import Finding, RulesetError, UsageError
from bj.ruleset.load import find_ruleset, load_ruleset

Identity: TypeAlias = tuple[Path, int, int, str]
"""What makes a finding the same, whatever way led to its file."""


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
    findings: dict[Identity, Finding] = {}
    unreadable = False
    with exit_policy():
        for name in files:
            try:
                load_ruleset(find_ruleset(name))
            except RulesetError as error:
                for finding in error.findings:
                    findings.setdefault(_identify(finding), finding)
            except UsageError as error:
                complain(error.message, error.remedy)
                unreadable = True
        if findings:
            from bj.output.faults import render_findings

            _write(render_findings(list(findings.values())))
        elif not unreadable:
            count = "1 ruleset" if len(files) == 1 else f"{len(files)} rulesets"
            _write(f"{count} checked, no faults")
    if unreadable or findings:
        sys.exit(USAGE if unreadable else FINDINGS)


def _identify(finding: Finding) -> Identity:
    """The same for a fault that is found once in its own file and once by way of a file that extends it."""
    return finding.file.resolve(), finding.line, finding.column, finding.message


def _write(text: str) -> None:
    """Print, with escapes for what the encoding of stdout does not have."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    print(text)
