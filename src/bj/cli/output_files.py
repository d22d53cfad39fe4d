"""Writes output to the terminal or to files."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from bj.errors import UsageError
from bj.files import refuse_unwritable, write_out
from bj.ruleset.ruleset_files import refuse_ruleset
from bj.ruleset.suggestions import shorten
from bj.text.wrapping import WIDTH

NARROWEST, WIDEST = 40, 100


def columns() -> int:
    """Return the terminal's width, at least 40 and at most 100 columns, or 80 if stdout is not a terminal."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))


def display(text: str) -> None:
    """Print ``text``, and add a final line break if it has none."""
    print(text, end="" if text.endswith("\n") else "\n")


def write_file(name: str, text: str | bytes) -> None:
    """Write ``text`` to a file named by the user. Raises UsageError if that fails."""
    content = text.encode("utf-8", "backslashreplace") if isinstance(text, str) else text
    try:
        write_out(Path(name), content)
    except OSError as error:
        raise UsageError(
            f"{shorten(name)} cannot be written: {error.strerror}", "choose a file in an existing folder"
        ) from None


def write_report(text: str, output_file: str) -> None:
    """Write a report to ``output_file``, or print it if no file is named."""
    if output_file:
        write_file(output_file, text)
    else:
        display(text)


def refuse_files(*names: str, inputs: Iterable[str] = ()) -> None:
    """Raise UsageError if a report cannot be written to one of the files, or would overwrite an input.

    A report never overwrites a ruleset, a case file, a manifest, or a file in ``inputs``. Empty names are
    ignored.
    """
    for name in filter(None, names):
        refuse_unwritable(name)
        file = Path(name)
        refuse_ruleset(file)
        if file.is_file():
            if file.suffix == ".toml":
                raise UsageError(
                    f"{shorten(name)} is a TOML file, and reports do not replace TOML files",
                    "choose a different file",
                )
            if any(os.path.exists(each) and file.samefile(each) for each in inputs):
                raise UsageError(f"{shorten(name)} is an input to this command", "choose a different file")


def refuse_existing(name: str) -> None:
    """Raise UsageError if a file called ``name`` already exists."""
    if os.path.lexists(name):
        raise UsageError(
            f"{shorten(name)} already exists", "choose a different name, or overwrite the file with `--force`"
        )
