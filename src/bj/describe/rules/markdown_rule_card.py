"""Render the rules in Markdown: the sections of the rule card, each with a heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bj.describe.rules.chart_tables import ChartTable
from bj.describe.rules.description_parts import Fact, HeadedPart, Listing, Part, Rows
from bj.describe.rules.rule_card import describe_rules
from bj.ruleset.check import Checked
from bj.text.markdown_escapes import code, plain

Draw = Callable[[ChartTable], Iterator[str]]
"""A function that draws a chart as lines of Markdown."""

WIDE = 10_000  # columns, so that no sentence is wrapped


def draw_chart(chart: ChartTable) -> Iterator[str]:
    """Draw a chart as a Markdown table."""
    (corner, upcards), *rows = chart.table()
    yield f"| {corner} | {' | '.join(upcards)} |"
    yield f"|{' --- |' * (len(upcards) + 1)}"
    for hands, plays in rows:
        yield f"| {plain(hands)} | {' | '.join(plays)} |"


def rules_in_markdown(checked: Checked, chart: Draw = draw_chart) -> Iterator[str]:
    """Yield the sections of the rule card in Markdown, without the arguments."""
    for section in describe_rules(checked):
        if section.title != "Arguments":
            yield from _section(section, chart)


def _section(section: HeadedPart, chart: Draw) -> Iterator[str]:
    lines = [line for part in section.parts for line in _part(part, chart)]
    if lines:
        yield from (f"### {plain(section.title)}", "", *lines, "")


def _part(part: Part, chart: Draw) -> Iterator[str]:
    """Yield a part of a section in Markdown: a sentence, a list, a table, a chart, or plain lines."""
    if isinstance(part, ChartTable) and part.origin is None:
        yield from ("", part.INTRODUCTION, "", *chart(part), "", part.legend(), "")
    elif isinstance(part, Listing):
        margin = "   " if part.head else ""
        yield from [f"- {_prose(part.head)}"] * bool(part.head)
        for number, item in enumerate(part.items, 1):
            yield f"{margin}{f'{number}.' if part.numbered else '-'} {_prose(item)}"
    elif isinstance(part, Fact):
        yield from (f"- {_prose(part.text)}" for _ in part.lines(WIDE))
    elif type(part) is Rows:
        named = ((f"`{name}`: " if name else "", cells) for name, cells in part.rows.items())
        yield from (f"- {name}{_prose('; '.join(filter(None, cells)))}" for name, cells in named)
    else:
        yield from (f"- {_prose(line.strip())}" for line in part.lines(WIDE))


def _prose(text: str) -> str:
    r"""Convert a sentence from the rule card to Markdown. Expressions in backquotes become code.

    >>> print(_prose("Wagers `a * b`. *Then* stands."))
    Wagers `a * b`. \*Then\* stands.
    """
    first, *parts = text.split("`")
    later = (code(part) if index % 2 else _inside(part) for index, part in enumerate(parts, 1))
    return plain(f"{first}x")[:-1] + "".join(later)


def _inside(text: str) -> str:
    """Escape ``text`` for use within a line, and keep the spaces around it."""
    return plain(f"x{text}x")[1:-1]
