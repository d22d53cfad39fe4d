"""``bj verify``: whether transcripts of other programs follow the rules, and which rule they break first."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from bj.arguments import fill_arguments
from bj.cli.options import choose_seed, split_settings
from bj.cli.policy import FINDINGS, exit_policy
from bj.errors import UsageError
from bj.ruleset.load import find_ruleset, load_ruleset
from bj.ruleset.room import largest_cut
from bj.session.plan import MOST_ROUNDS
from bj.text.colours import paint_for

if TYPE_CHECKING:
    from bj.verify.assignment import Assignment
    from bj.verify.findings import Report

FormatName: TypeAlias = Literal["full", "concise", "json"]
IGNORED = ("case", "spaces", "blank-lines", "punctuation", "trailing")


def verify(
    ruleset: Annotated[
        str, typer.Argument(help="A ruleset file, or the name of a shipped ruleset.", show_default=False)
    ],
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Transcripts, folders of them, or `-`.", show_default=False),
    ],
    arguments: Annotated[
        str, typer.Option(metavar="WORDS", help="Arguments of the ruleset.", show_default=False)
    ] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Set an argument by name.", show_default=False),
    ] = None,
    seed: Annotated[str, typer.Option(help="Seed of the shuffles: a whole number.", show_default=False)] = "",
    rounds: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_ROUNDS,
            help="Rounds that were played without asking for another.",
            show_default=False,
        ),
    ] = 0,
    chance: Annotated[
        Literal["seed", "cuts", "cards"] | None,
        typer.Option(
            help="How much of the luck has to be ours: all of it, the cards after the cuts, or nothing.",
            show_default=False,
        ),
    ] = None,
    answers: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="What was typed, if transcripts do not show it.", show_default=False
        ),
    ] = "",
    ignore: Annotated[
        str,
        typer.Option(
            metavar="WHAT", help=f"What to forgive: any of {','.join(IGNORED)}.", show_default=False
        ),
    ] = "",
    reveal: Annotated[
        Literal["none", "rule", "actual", "diff"],
        typer.Option(help="How much of the solution to give away."),
    ] = "diff",
    output_format: Annotated[FormatName, typer.Option(help="The format of the report.")] = "full",
    output_file: Annotated[
        str, typer.Option(metavar="FILE", help="Write the report to a file.", show_default=False)
    ] = "",
) -> None:
    """Verify transcripts of other programs: report which rule each breaks, and where.

    The game is played along every transcript. The exit code is 0 when all of them are right, 1 when one
    differs, 2 when something cannot be read.
    """
    with exit_policy():
        from bj.verify.formats.reveal import reveal as give_away
        from bj.verify.verifying import Verifier

        ignored = [each for each in ignore.split(",") if each]
        for each in ignored:
            if each not in IGNORED:
                raise UsageError(f"`{each[:40]}` cannot be ignored", f"choose from {', '.join(IGNORED)}")
        assignment = _read_assignment(ruleset, arguments, settings or [], seed, rounds, chance, answers)
        verifier = Verifier(assignment, ignored)
        reports = [verifier.verify(name, content) for name, content in _read(files)]
        _publish([give_away(report, reveal) for report in reports], output_format, output_file)
        if any(report.verdict != "right" for report in reports):
            sys.exit(FINDINGS)


def _read_assignment(
    ruleset: str,
    arguments: str,
    settings: list[str],
    seed: str,
    rounds: int,
    chance: str | None,
    answers: str,
) -> Assignment:
    """What the transcripts are verified against."""
    from bj.record.blaming import Rules
    from bj.session.answers import decode, read_lines
    from bj.verify.assignment import Assignment, usual_chance

    file = find_ruleset(ruleset)
    checked = load_ruleset(file)
    try:
        words = shlex.split(arguments)
    except ValueError as error:
        raise UsageError(f"`--arguments` cannot be split into words: {error}", "close the quotes") from None
    cut = largest_cut(checked.model)
    values = fill_arguments(checked.model.command_line, words, split_settings(settings), cut)
    rules = Rules(file, checked)
    usual = usual_chance(rules)
    if not seed and checked.model.shoe.shuffle.seed == "random":
        seed = "0"  # nothing comes of it
        if chance == "seed":
            raise UsageError("this ruleset has no seed of its own", "give the `--seed` of the transcripts")
    return Assignment(
        rules,
        values,
        choose_seed(seed, checked),
        usual if chance is None else chance,  # type: ignore[arg-type]  # typer has checked it
        rounds,
        [decode(line) for line in read_lines(Path(answers))] if answers else None,
    )


def _read(names: list[str]) -> list[tuple[str, bytes]]:
    """The transcripts that some names stand for, in order. Raises UsageError when one cannot be read."""
    from bj.files import read_start
    from bj.verify.text import LARGEST_TRANSCRIPT

    found: list[tuple[str, bytes]] = []
    for name in names:
        if name == "-":
            found.append(("<stdin>", sys.stdin.buffer.read(LARGEST_TRANSCRIPT + 1)))
            continue
        path = Path(name)
        inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        if not inside:
            raise UsageError(f"there is no transcript in {name}", "name a file, or another folder")
        for file in inside:
            if file.name.startswith(".") and file != path:
                continue
            try:
                found.append((str(file), read_start(file, LARGEST_TRANSCRIPT + 1)))
            except OSError as error:
                raise UsageError(f"{file} cannot be read: {error.strerror}", "name a transcript") from None
    return found


def _publish(reports: list[Report], output_format: FormatName, output_file: str) -> None:
    """Write the report to stdout, or to a file."""
    from bj.cli.write import write_file
    from bj.text.colours import plain
    from bj.verify.formats import json, text

    paint = plain if output_file else paint_for(sys.stdout, os.environ)
    if output_format == "json":
        rendered = json.render(reports)
    elif output_format == "concise":
        rendered = text.render_concise(reports, paint)
    else:
        rendered = text.render_full(reports, paint)
    if output_file:
        write_file(output_file, f"{rendered}\n")
    else:
        print(rendered)
