"""Write the differences that changes of a ruleset make into the cases of this folder.

    python tests/describe/update.py

A case names a shipped ruleset as its ``base``, `classic` without one, and has a ``change``: values by their
places, such as ``payouts/tie``. What is changed ``before`` is no part of the difference. The places listed as
``change_without`` and ``before_without`` are taken out.
``git diff`` shows what has changed; look at every line of it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.cli.changed_rulesets import Changes, changed

from bj.describe.rules.differences import compare_rulesets
from bj.ruleset.check import Checked

FOLDER = Path(__file__).parent
FILES = ("rules", "names", "possible")


class Case(NamedTuple):
    """A change of a ruleset, and how `bj diff` describes it."""

    name: str
    base: str
    before: Changes
    change: Changes
    difference: str

    def rulesets(self) -> tuple[Checked, Checked]:
        """The ruleset without and with the change."""
        return changed(self.base, self.before), changed(self.base, {**self.before, **self.change})

    def described(self) -> str:
        """The current difference."""
        return describe(*self.rulesets())


def describe(old: Checked, new: Checked) -> str:
    """The difference between two rulesets."""
    return "".join(f"{line}\n" for line in compare_rulesets(old, new))


def read_cases(file: str) -> Iterator[Case]:
    """The cases of a file."""
    yield from _find_cases("", tomllib.loads((FOLDER / f"{file}.toml").read_text("utf-8")))


def _find_cases(name: str, table: dict[str, Any]) -> Iterator[Case]:
    """The case of a table, or the cases inside it."""
    if "difference" not in table:
        for key, inner in table.items():
            yield from _find_cases(f"{name}.{key}".lstrip("."), inner)
        return
    before, change = (
        {**table.get(word, {}), **dict.fromkeys(table.get(f"{word}_without", []))}
        for word in ("before", "change")
    )
    yield Case(name, table.get("base", "classic"), before, change, table["difference"])


def main() -> None:
    """Write all files."""
    for name in FILES:
        file = FOLDER / f"{name}.toml"
        text = file.read_text("utf-8")
        for case in read_cases(name):
            escaped = case.described().replace("\\", "\\\\")
            written = rf'(?s)(\n\[{re.escape(case.name)}\]\n.*?\ndifference = """\n).*?"""'
            text = re.sub(written, lambda found: f'{found[1]}{escaped}"""', text, count=1)  # noqa: B023
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
