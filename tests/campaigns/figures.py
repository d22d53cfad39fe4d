"""Compute the exact values in docs/numbers.md again, and write them into its tables.

python tests/campaigns/figures.py                 # all: three minutes of processor time
python tests/campaigns/figures.py "cut cards"     # the sections whose headings contain this text
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns.fresh import H17, HOPPE, RULES, one_second_choice, solver

import bj
from bj.analysis.solving import BEST

DOCUMENT = Path("docs/numbers.md")

Cells = list[str]
Row = Callable[[Cells], Cells]
"""Computes the cells of a row again."""

NAMES: Mapping[str, str] = {
    "S17": "DAS",
    "S17, no hole card": "DAS, no hole card",
    "S17, late surrender": "DAS, surrender",
    "S17, no double after a split": "no DAS",
    "the same, no hole card": "no DAS, no hole card",
    "the same, late surrender": "no DAS, surrender",
}
"""The names of RULES by those in the document."""


def fresh_shoe(cells: Cells) -> Cells:
    """House edges in percent, by composition and by totals."""
    packs, words = int(cells[0]), cells[1]
    found = solver(packs, RULES[NAMES[words]])
    best, chart = (f"{-100 * value:.5f}" for value in (found.value(BEST), found.value(found.solve())))
    return [*cells[:2], best, cells[3], chart, cells[5]]


def second_choice(cells: Cells) -> Cells:
    """House edges in percent of charts with one second choice, and of the best charts."""
    packs = int(cells[0])
    (one, best), (one_h17, best_h17) = (
        [f"{-100 * value:.5f}" for value in one_second_choice(packs, more)] for more in ("", H17)
    )
    published = (f"{each:.3f}" for each in HOPPE[packs])
    return [cells[0], one, next(published), one_h17, next(published), best, best_h17]


def edge(ruleset: str, arguments: Sequence[str] = (), *, fresh: bool = False) -> float:
    """The value in percent per initial wager."""
    return 100 * bj.analyze(ruleset, arguments, fresh=fresh).players[0].edge


def chart_of_packs(cells: Cells) -> Cells:
    """The value of a chart, and how far the simulated value is from it."""
    found = edge(f"rulesets/odds/{cells[2].strip('`')}.toml")
    simulated, error = (float(cells[place].rstrip("%")) for place in (5, 6))
    return [*cells[:4], f"{found:.6f}%", cells[5], cells[6], f"{abs(found - simulated) / error:.2f}"]


def cut_card(cells: Cells) -> Cells:
    """The house edge of a table with a fresh shoe."""
    return [cells[0], f"{-edge(cells[0].strip('`'), ['1000', '10', 'basic'], fresh=True):.3f}", *cells[2:]]


def ruleset_of(cells: Cells) -> str:
    """The ruleset of a variant, which its words after a comma describe."""
    return "variants/" + cells[0].partition(",")[0].lower().replace(" ", "_")


def variant(cells: Cells) -> Cells:
    """House edges in percent of a variant, by composition and by totals."""
    found = bj.solve(ruleset_of(cells), fresh=True)
    return [*cells[:2], f"{-100 * found.by_composition:.5f}", f"{-100 * found.by_totals:.5f}", *cells[4:]]


TABLES: Mapping[tuple[str, int], Row] = {
    ("Casino tables with a fresh shoe", 0): fresh_shoe,
    ("Casino tables with a fresh shoe", 1): second_choice,
    ("Casino tables with a fresh shoe", 3): chart_of_packs,
    ("Casino tables with cut cards", 0): cut_card,
    ("Variants with a fresh shoe", 0): variant,
}
"""The tables by their headings, and their numbers below these."""


def rows(lines: Sequence[str]) -> Iterator[tuple[int, str, Row, Cells]]:
    """The line numbers of the rows that are computed, with their headings, functions and cells."""
    heading, table = "", -1
    for number, line in enumerate(lines):
        if line.startswith("## "):
            heading, table = line[3:], -1
        is_row = line.startswith("|") and not any(each.startswith("|---") for each in lines[number:][:2])
        table += line.startswith("|---")
        if is_row and (heading, table) in TABLES:
            cells = [each.strip() for each in line.split("|")[1:-1]]
            yield number, heading, TABLES[heading, table], cells


def main(wanted: Sequence[str]) -> None:
    """Compute the rows of the wanted tables one by one."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    for number, heading, again, cells in rows(lines):
        if any(each in heading for each in wanted or [""]):
            lines[number] = f"| {' | '.join(again(cells))} |"
            print(lines[number], flush=True)
            DOCUMENT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
