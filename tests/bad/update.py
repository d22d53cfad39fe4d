"""Validate the rulesets of this folder, and write the output next to them.

    python tests/bad/update.py [NAME]...

Without names all of them are validated. ``git diff`` shows what has changed; look at every line of it.
"""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path

from bj.cli.validate import validate

FOLDER = Path(__file__).parent


def bad_rulesets() -> list[str]:
    """The names of all rulesets here; those in ``parents`` are validated only by those that extend them."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def run(name: str) -> tuple[str, int]:
    """The output of ``bj validate`` on stdout for a ruleset, run in this folder, and its exit code."""
    printed = io.StringIO()
    with contextlib.chdir(FOLDER), contextlib.redirect_stdout(printed):
        try:
            validate([f"{name}.toml"])
        except SystemExit as end:
            return printed.getvalue(), int(end.code or 0)
    return printed.getvalue(), 0


def main(names: list[str]) -> None:
    """Write what is printed about the rulesets with these names, or about all."""
    unknown = set(names) - set(bad_rulesets())
    if unknown:
        sys.exit(f"there is no {', '.join(sorted(unknown))}.toml here")
    for name in names or bad_rulesets():
        (FOLDER / f"{name}.txt").write_text(run(name)[0], "utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
