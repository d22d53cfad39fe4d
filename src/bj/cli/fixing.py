"""``bj validate --fix`` and ``--diff``: apply remedies that leave no choice, or show their changes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

from bj.errors import UsageError
from bj.findings.fixing import Fixed, save
from bj.text.colours import paint_for
from bj.text.editing import write_diff
from bj.text.visible import make_visible, show_path

PARTS = {"-": "error", "+": "help", "@": "margin"}
"""The colours of lines of a diff, by how they begin."""


def write_fixes(fixes: Iterable[Fixed], errors: dict[str, UsageError]) -> list[Fixed]:
    """Write fixed rulesets, and return them; ``errors`` gets those that cannot be written."""
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
    """Print the changes of rulesets as unified diffs, which `patch -p0` takes."""
    paint = paint_for(out, os.environ)
    for file, before, after in fixes:
        for line in write_diff(show_path(str(file)), before, after):
            shown = _show(line)
            print(paint(PARTS[line[0]], shown) if line[0] in PARTS else shown, file=out)


def _show(line: str) -> str:
    """A line of a diff, made safe for a terminal; tabs and line ends are kept."""
    end = "\r" if line.endswith("\r") else ""
    return "\t".join(map(make_visible, line.removesuffix("\r").split("\t"))) + end
