"""Write the page of the shelves: every table and every variant, what it is and what it costs.

    python tests/project/shelf.py

The house edge and its source are the first comment of a table's file.
"""

from __future__ import annotations

import re
from pathlib import Path

from bj.ruleset.load import load_ruleset, shipped_rulesets
from bj.text.markdown import plain

PAGE = Path(__file__).parents[2] / "docs" / "rulesets" / "casino_tables.md"

HEAD = """# Tables of casinos and variants

<!-- written by tests/project/shelf.py -->

Each of them is a small file in `rulesets/casino`, `rulesets/side_bets` or
`rulesets/variants`, which extends [`casino`](casino.md) or another table.
`bj run casino/reno` plays at one, `bj simulate casino/reno 1000 100 basic` says what it costs, and
`bj diff casino casino/reno` how it differs. `basic` is the basic strategy of that very table. The house edge
is what was published for it, of the first wager. A *fresh shoe* is shuffled before every hand; a cut card
costs a little more.

| table | rules | house edge |
|---|---|---|
"""

EDGE = re.compile(r"^# House edge: (.*?)\n\n", re.MULTILINE | re.DOTALL)


def tables() -> dict[str, Path]:
    """The tables of the shelf."""
    return {name: file for name, file in shipped_rulesets().items() if "/" in name}


def edge_of(file: Path) -> str:
    """The published house edge of a table, with its source."""
    found = EDGE.search(file.read_text("utf-8"))
    return " ".join(line.removeprefix("# ") for line in found[1].splitlines()) if found else ""


def make_page() -> str:
    """The page."""
    rows = (
        f"| `{name}` | {plain(load_ruleset(file).model.ruleset.summary)} | {plain(edge_of(file))} |"
        for name, file in tables().items()
    )
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(make_page(), "utf-8", newline="\n")
