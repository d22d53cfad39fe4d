"""Compute the exact values in docs/numbers.md again, and write them into its tables.

python tests/campaigns/figures.py                 # all: three minutes of processor time
python tests/campaigns/figures.py "cut cards"     # the sections whose headings contain this text
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import bj
from bj.analysis.best_play import BEST, Codes, Solver
from bj.analysis.exact_game import make_game
from bj.analysis.solve_ruleset import NEEDED
from bj.analysis.solver_choice import explore_game
from bj.session.game_plan import prepare

DOCUMENT = Path("docs/numbers.md")

Cells = list[str]
Row = Callable[[Cells], Cells]
"""Computes the cells of a row again."""

NO_DAS = 'double = "cards == 2 and not from_split"\n'
OPEN = """
[procedure]
deal = ["player up", "dealer up", "player up"]
hand.without = ["reveal hole card", "peek", "offer insurance", "pay naturals"]
hand.before.settle = ["pay naturals"]
"""

RULES: Mapping[str, str] = {
    "DAS": "",
    "DAS, no hole card": OPEN,
    "DAS, surrender": "[rules]\nsurrender = true\n",
    "no DAS": "[rules]\n" + NO_DAS,
    "no DAS, no hole card": "[rules]\n" + NO_DAS + OPEN,
    "no DAS, surrender": "[rules]\nsurrender = true\n" + NO_DAS,
}
"""Casino rules: the dealer stands on soft 17; split to four hands, aces once with one card each."""

H17 = '[dealer]\ndraws = "total < 17 or soft and total == 17"\n'

HOPPE: Mapping[int, tuple[float, float]] = {
    1: (-0.161, 0.013),
    2: (0.144, 0.328),
    4: (0.287, 0.480),
    6: (0.333, 0.530),
    8: (0.357, 0.555),
}
"""The house edge in percent with late surrender: the dealer stands on soft 17, or hits it (H. Hoppe)."""

GIVEN_UP = {"H": "Rh", "D": "Rh", "Ph": "Rh", "Pd": "Rh", "S": "Rs", "Ds": "Rs", "Ps": "Rs"}
"""Maps codes to those that surrender if allowed, and otherwise do the same."""


def solver(packs: int, rules: str) -> Solver:
    """Casino rules with a fresh shoe of a number of packs, ready to be solved."""
    head = f'[ruleset]\ntitle = "Fresh"\nextends = "casino"\n[shoe]\npacks = {packs}\n'
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fresh.toml"
        file.write_text(head + rules, encoding="utf-8")
        game = make_game(*prepare(file, (), {}), fresh=True, solved=True)
    return Solver(explore_game(game, measures=NEEDED))


def one_second_choice(packs: int, more: str) -> tuple[float, float]:
    """The values of two charts with late surrender.

    The first plays hands that may not be given up as the best chart without surrender does; the other one is
    the best of all.
    """
    without, game = solver(packs, more), solver(packs, "[rules]\nsurrender = true\n" + more)
    plain = without.solve()
    codes: Codes = plain
    while True:
        better = dict(codes)
        for cell, weighed in game.weigh(codes).items():
            choices = [plain[cell], GIVEN_UP.get(plain[cell], plain[cell])]
            better[cell] = max(choices, key=lambda code: weighed.worths[code])
        if better == codes:
            return game.value(codes), game.value(game.solve())
        codes = better


NAMES: Mapping[str, str] = {
    "S17": "DAS",
    "S17, no hole card": "DAS, no hole card",
    "S17, late surrender": "DAS, surrender",
    "S17, no double after a split": "no DAS",
    "the same, no hole card": "no DAS, no hole card",
    "the same, late surrender": "no DAS, surrender",
}
"""The names of RULES by their names in the document."""


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
    """The value of a chart, and its difference from the simulated value."""
    found = edge(f"rulesets/odds/{cells[2].strip('`')}.toml")
    simulated, error = (float(cells[place].rstrip("%")) for place in (5, 6))
    return [*cells[:4], f"{found:.6f}%", cells[5], cells[6], f"{abs(found - simulated) / error:.2f}"]


def cut_card(cells: Cells) -> Cells:
    """The house edge that a table with a cut card would have with a fresh shoe."""
    return [cells[0], f"{-edge(cells[0].strip('`'), ['1000', '10', 'basic'], fresh=True):.3f}", *cells[2:]]


def ruleset_of(cells: Cells) -> str:
    """The ruleset of a variant, which is described after a comma."""
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
"""The headings of the tables, and the numbers of their rows."""


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
