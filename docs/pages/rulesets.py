"""The pages of the shipped rulesets: rules, charts, an example game, and the file."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from bj.cli.page import make_page
from bj.describe.rules.charts import ChartTable
from bj.describe.rules.parts import Fact, HeadedPart, Listing, Part, Rows
from bj.describe.rules.rule_card import describe_rules
from bj.ruleset.check import Checked
from bj.ruleset.files import shipped_rulesets
from bj.ruleset.load import load_ruleset
from bj.text.markdown import code, plain
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

WIDE = 10_000  # columns, so that no sentence is wrapped

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
    """The page of a ruleset: that of `bj page`, with the rules and the file."""
    above, heading, below = make_page(name, checked).partition("## Procedure\n")
    text = file.read_text("utf-8")
    lines = [
        above.rstrip("\n"),
        "",
        *button(f"rulesets/{name}.md", name, arguments=checked.model.example.arguments),
        "## Rules",
        "",
    ]
    for section in describe_rules(checked):
        lines += _section(section) if section.title != "Arguments" else []
    lines += [heading + below, "## File", "", "```toml", text.rstrip("\n"), "```", ""]
    back = f"[Rulesets that come with bj]({'../' * name.count('/')}index.md)"
    return off_navigation("\n".join(lines), back)


def _section(section: HeadedPart) -> Iterator[str]:
    """A section of the rule card."""
    lines = [line for part in section.parts for line in _part(part)]
    if lines:
        yield from (f"### {plain(section.title)}", "", *lines, "")


def _part(part: Part) -> Iterator[str]:
    """A part of a section: a sentence, a list, a table, a chart or, for anything else, its lines."""
    if isinstance(part, ChartTable) and part.origin is None:
        yield from ("", part.INTRODUCTION, "", *_chart(part), "", part.legend(), "")
    elif isinstance(part, Listing):
        mark, margin = ("1." if part.numbered else "-"), "   " if part.head else ""
        yield from [f"- {_prose(part.head)}"] * bool(part.head)
        yield from (f"{margin}{mark} {_prose(item)}" for item in part.items)
    elif isinstance(part, Fact):
        yield from (f"- {_prose(part.text)}" for _ in part.lines(WIDE))
    elif type(part) is Rows:
        named = ((f"`{name}`: " if name else "", cells) for name, cells in part.rows.items())
        yield from (f"- {name}{_prose('; '.join(filter(None, cells)))}" for name, cells in named)
    else:
        yield from (f"- {_prose(line.strip())}" for line in part.lines(WIDE))


def _prose(text: str) -> str:
    """A sentence of a rule card, whose expressions are in backquotes."""
    return "".join(code(part) if index % 2 else _spaced(part) for index, part in enumerate(text.split("`")))


def _spaced(text: str) -> str:
    """Prose between two expressions, with the spaces around it."""
    return f"{' ' * text.startswith(' ')}{plain(text)}{' ' * (text.endswith(' ') and text != ' ')}"


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
