"""Run the commands below and write what they print into this folder.

    python tests/golden/show/update.py [NAME]...

Without names all of them are run. ``git diff`` shows what has changed; look at every line of it.
"""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path

from bj.cli.diff import diff
from bj.cli.list import list_rulesets
from bj.cli.show import show
from bj.ruleset.ruleset_files import shipped_rulesets

FOLDER = Path(__file__).parent

DIFFERENCES = (
    ("sos_vs_sc", "sos_vs_sc_revised"),
    ("classic", "trick"),
    ("classic", "sos_vs_sc"),
    ("infinite", "infinite_double"),
    ("infinite", "vegas"),
    ("casino", "casino/european"),
)


def commands() -> dict[str, list[str]]:
    """The words of every command, by the name of its file."""
    found = {"list": ["list"]}
    for name in shipped_rulesets():
        found[name.replace("/", "_")] = ["show", name]
        if "/" not in name:  # the tables of the shelf go as the one that they extend
            found[f"{name}_procedure"] = ["show", name, "--procedure"]
    return found | {f"{old}_to_{new}".replace("/", "_"): ["diff", old, new] for old, new in DIFFERENCES}


def file_of(name: str) -> Path:
    """The file with the output of the command ``name``."""
    return FOLDER / f"{name}.txt"


def run(words: list[str]) -> str:
    """The output of a command on stdout."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        match words:
            case ["show", name, *options]:
                show(name, procedure="--procedure" in options, resolved="--resolved" in options)
            case ["diff", old, new]:
                diff(old, new)
            case _:
                list_rulesets()
    return printed.getvalue()


def main(names: list[str]) -> None:
    """Write what the commands with these names print, or all."""
    unknown = set(names) - set(commands())
    if unknown:
        sys.exit(f"there is no {', '.join(sorted(unknown))}")
    for name, words in commands().items():
        if not names or name in names:
            file_of(name).write_text(run(words), "utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
