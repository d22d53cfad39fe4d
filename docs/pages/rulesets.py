"""The pages of the shipped rulesets: rules, charts, an example game, and the file."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from bj.cli.page import make_page
from bj.describe.rules.chart_tables import ChartTable
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.text.markdown_escapes import plain
from pages.generated import off_navigation
from pages.playground import button

SHELVES: Mapping[str, str] = {
    "": "Games",
    "casino": "Casino tables",
    "counters": "Card counters",
    "variants": "Variants",
    "side_bets": "Side bets",
}
"""The folders of shipped rulesets, in their order on the page."""

EDGE = re.compile(r"^# House edge: (.*?)\n\n", re.MULTILINE | re.DOTALL)

HEAD = """# Rulesets that come with bj

`bj run casino/reno` plays one of them, `bj simulate casino/reno 1000 100 basic` estimates its value, and
`bj diff casino casino/reno` prints its differences. Each is a file in `rulesets`. Tables, counters, variants
and bets extend [`casino`](casino.md), and their strategy `basic` is the basic strategy of that very table.
The house edge is the published one, of the first wager. A *fresh shoe* is shuffled before every hand; a cut
card costs a little more.
"""


def make_ruleset_pages() -> dict[str, str]:
    """The page of every shipped ruleset by path, and their list."""
    files = shipped_rulesets()
    loaded = {name: load_ruleset(file) for name, file in files.items()}
    pages = {f"rulesets/{name}.md": _page(name, checked, files[name]) for name, checked in loaded.items()}
    listing = HEAD
    for shelf, title in SHELVES.items():
        listing += f"\n## {title}\n\n"
        for name, checked in loaded.items():
            if name.rpartition("/")[0] == shelf:
                edge = _edge(files[name])
                summary = checked.model.ruleset.summary + (f" House edge: {edge}" if edge else "")
                listing += f"- [`{name}`]({name}.md): {plain(summary)}\n"
    return {"rulesets/index.md": listing, **pages}


def _page(name: str, checked: Checked, file: Path) -> str:
    """The page of a ruleset: that of `bj page`, with charts in colours, a button and the file."""
    above, heading, below = make_page(name, checked, _chart).partition("## Rules\n")
    text = file.read_text("utf-8")
    lines = [
        above.rstrip("\n"),
        "",
        *button(f"rulesets/{name}.md", name, arguments=checked.model.example.arguments),
        heading + below,
        "## File",
        "",
        "```toml",
        text.rstrip("\n"),
        "```",
        "",
    ]
    back = f"[Rulesets that come with bj]({'../' * name.count('/')}index.md)"
    return off_navigation("\n".join(lines), back)


def _chart(chart: ChartTable) -> Iterator[str]:
    """A chart as a table of HTML, whose cells have the class of their first action."""
    (_, upcards), *rows = chart.table()
    yield '<table class="chart">'
    yield f"<tr><th></th>{''.join(f'<th>{html.escape(upcard)}</th>' for upcard in upcards)}</tr>"
    for hands, plays in rows:
        cells = "".join(f'<td class="play-{html.escape(play[0])}">{html.escape(play)}</td>' for play in plays)
        yield f"<tr><th>{html.escape(hands)}</th>{cells}</tr>"
    yield "</table>"


def _edge(file: Path) -> str:
    """The published house edge of a table, with its source: the first comment of its file."""
    found = EDGE.search(file.read_text("utf-8"))
    return " ".join(line.removeprefix("# ") for line in found[1].splitlines()) if found else ""
