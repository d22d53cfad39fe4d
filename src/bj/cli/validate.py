"""``bj validate``: checks rulesets and reports every fault."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal, TextIO, TypeAlias

import typer

from bj.cli.ci_safe_output import print_commands
from bj.cli.exit_codes import FINDINGS, USAGE, complain, exit_policy
from bj.cli.options import OutputOption, argument, flag, option
from bj.cli.output_files import refuse_files, write_file
from bj.cli.shell_completion import complete_code, complete_ruleset
from bj.errors import UsageError
from bj.findings import FOR_READERS, FORMATS, render_report
from bj.findings.check_report import CheckReport, Unreadable
from bj.findings.checking_files import examine_files
from bj.findings.fixing import Fixed, fix_files, save
from bj.findings.text import summarize
from bj.ruleset.discovery import gather
from bj.ruleset.documents import Document, read_document
from bj.ruleset.fault_code_selection import Selection, read_selection
from bj.ruleset.ruleset_files import LARGEST_FILE
from bj.text.colours import paint_for, plain
from bj.text.editing import write_diff
from bj.text.sentences import count_of
from bj.text.untrusted_text import make_visible, show_path

FormatName: TypeAlias = Literal["full", "concise", "json", "github", "gitlab", "sarif", "junit"]

STDIN = "-"


def validate(
    files: Annotated[
        list[str],
        argument(
            "FILE",
            "Ruleset files, folders, patterns such as `'**/*.toml'`, names of shipped rulesets, or `-`.",
            autocompletion=complete_ruleset,
        ),
    ],
    output_format: Annotated[
        FormatName,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"The format of the report: {', '.join(FORMATS)}.",
            envvar="BJ_FORMAT",
            show_envvar=True,
        ),
    ] = "full",
    output_file: OutputOption = "",
    select: Annotated[
        list[str] | None,
        option(
            "CODES", "Report only these codes or prefixes, such as `BJ201,BJ3`.", autocompletion=complete_code
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, option("CODES", "Do not report these codes.", autocompletion=complete_code)
    ] = None,
    strict: Annotated[bool, flag("--strict", "Treat warnings as faults.")] = False,
    fix: Annotated[bool, flag("--fix", "Apply all unambiguous remedies and show the changes.")] = False,
    diff: Annotated[
        bool, flag("--diff", "Show the changes that `--fix` would make as a diff, without applying them.")
    ] = False,
    stdin_filename: Annotated[
        str,
        option("FILE", "With `-`: treat stdin as this file; parents are looked up in its folder."),
    ] = "",
) -> None:
    """Check rulesets and report every fault with its remedy.

    Each fault is reported with its file, line and column. For a folder, bj checks all rulesets in it,
    including those in subfolders. The exit code is 0 if there are no faults, 1 if there are any, and 2 if a
    file cannot be read.

    With `--fix`, bj applies every fix that resolves a fault, and reports the remaining faults.
    """
    with exit_policy():
        refuse_files(output_file)
        selection = read_selection(select or [], ignore or [])
        shelf: dict[Path, Document] = {}
        paths, errors = gather([name for name in files if name != STDIN])
        if STDIN in files:
            try:
                document = _read_stdin(stdin_filename or "<stdin>")
            except UsageError as error:
                errors[STDIN] = error
            else:
                shelf[document.file] = document
                paths = [document.file, *(path for path in paths if path != document.file)]
            if fix and not diff:
                raise UsageError("`--fix` cannot change stdin", "show what it would change with `--diff`")
        elif stdin_filename:
            raise UsageError("`--stdin-filename` needs `-`", "add `-` to the files")
        fixes = fix_files(paths, dict(shelf), selection) if fix or diff else []
        fixes = fixes if diff else write_fixes(fixes, errors)
        report = check_files(paths, shelf, selection, errors, strict=strict)
        for unreadable in errors.values():
            complain(unreadable.message, unreadable.remedy)
        print_diffs(fixes, sys.stdout if diff or output_format in FOR_READERS else sys.stderr)
        if diff:
            print(summarize(report.findings), file=sys.stderr)
        else:
            _publish(report, output_format, output_file)
        if errors:
            sys.exit(USAGE)
        if any(map(report.counts, report.findings)):
            sys.exit(FINDINGS)


def check_files(
    paths: Sequence[Path],
    shelf: dict[Path, Document],
    selection: Selection,
    errors: dict[str, UsageError],
    *,
    strict: bool,
) -> CheckReport:
    """Check the rulesets in ``paths``, and return a report on the findings that match ``selection``.

    ``errors`` already contains an error for each missing file. An error is added for each unreadable file.
    """
    checked, findings = examine_files(paths, shelf, errors, selection)
    unreadable = [Unreadable(name, error.message) for name, error in errors.items()]
    return CheckReport(checked, findings, unreadable, Path.cwd(), strict)


def _read_stdin(name: str) -> Document:
    """Read a ruleset from stdin as if it were the file ``name``."""
    content = sys.stdin.buffer.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise UsageError(f"stdin has more than {LARGEST_FILE:,} bytes", "a ruleset is a few kilobytes")
    return read_document(Path(name), content)


def _publish(report: CheckReport, output_format: str, output_file: str) -> None:
    """Print the report, or write it to a file and print a summary."""
    summary = (
        summarize(report.findings)
        if report.findings
        else f"{count_of(len(report.files), 'ruleset')} checked, no faults"
    )
    if report.findings or output_format not in FOR_READERS:
        paint = plain if output_file else paint_for(sys.stdout, os.environ)
        text = render_report(report, output_format, paint)
    else:
        text = summary if report.files else ""
    if output_file:
        write_file(output_file, f"{text}\n" if text else "")
        text = summary
    if text and output_format == "github" and not output_file:
        print_commands(text)
    elif text:
        print(text)


PARTS = {"-": "error", "+": "help", "@": "margin"}
"""Maps the first character of a line in a diff to the style of the line."""


def write_fixes(fixes: Iterable[Fixed], errors: dict[str, UsageError]) -> list[Fixed]:
    """Write the fixed rulesets, and return those that were written.

    If a ruleset cannot be written, the error is added to ``errors``.
    """
    written = []
    for fixed in fixes:
        try:
            save(fixed)
        except UsageError as error:
            errors[str(fixed.file)] = error
        else:
            written.append(fixed)
    return written


def print_diffs(fixes: Iterable[Fixed], out: TextIO) -> None:
    """Print the changes to rulesets as unified diffs for `patch -p0`."""
    paint = paint_for(out, os.environ)
    for file, before, after in fixes:
        for line in write_diff(show_path(str(file)), before, after):
            shown = _show(line)
            print(paint(PARTS[line[0]], shown) if line[0] in PARTS else shown, file=out)


def _show(line: str) -> str:
    """Escape a line of a diff for a terminal, but keep its tabs and its line ending."""
    end = "\r" if line.endswith("\r") else ""
    return "\t".join(map(make_visible, line.removesuffix("\r").split("\t"))) + end
